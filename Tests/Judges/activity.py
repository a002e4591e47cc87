"""Reads FIT activities with the package fitdecode, which checks their checksums and definitions.

Usage: activity.py FILE...   prints a line for each file: its messages and the values of its records and laps
"""
import json
import sys

import fitdecode


def read(path: str) -> dict:
    messages, records, laps, session = [], [], [], {}
    reader = fitdecode.FitReader(
        path, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE
    )
    with reader:
        for frame in reader:
            if not isinstance(frame, fitdecode.FitDataMessage):
                continue
            messages.append(frame.name)
            values = {field.name: field.value for field in frame.fields if field.value is not None}
            if frame.name == "record":
                time = int(values["timestamp"].timestamp())
                records.append([time] + [values.get(key) for key in ("heart_rate", "power", "cadence")])
            elif frame.name == "lap":
                laps.append([values.get(key) for key in ("total_timer_time", "avg_heart_rate", "max_heart_rate")])
            elif frame.name == "session":
                session = {key: values.get(key) for key in ("num_laps", "avg_heart_rate", "max_heart_rate")}
    return {"messages": messages, "records": records, "laps": laps, "session": session}


for file in sys.argv[1:]:
    print(json.dumps(read(file)))
