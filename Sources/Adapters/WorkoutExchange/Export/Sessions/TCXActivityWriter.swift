import SessionReporting
import WorkoutModel

/// Writes TCX activities (TrainingCenterDatabase v2).
enum TCXActivityWriter {
  static func write(_ session: RecordedSession) -> String {
    let notes = [session.name, session.note].compactMap(\.self).joined(separator: ": ")
    let lines =
      [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<TrainingCenterDatabase xmlns=\"\(TCXWriter.schema)\">",
        "  <Activities>", "    <Activity Sport=\"Other\">", "      <Id>\(time(session.start, session))</Id>",
      ] + session.laps.flatMap { lap($0, session) } + [
        "      <Notes>\(SafeText.markup(notes))</Notes>", "    </Activity>", "  </Activities>",
        "</TrainingCenterDatabase>",
      ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lap(_ lap: RecordedSession.Lap, _ session: RecordedSession) -> [String] {
    let isResting = Intensity(rawValue: lap.phase.intensity) == .rest
    var rates: [String] = []
    if let summary = session.heartRate(in: lap.time) {
      for (name, value) in [("Average", summary.mean), ("Maximum", summary.maximum)] {
        rates.append("        <\(name)HeartRateBpm><Value>\(value)</Value></\(name)HeartRateBpm>")
      }
    }
    return [
      "      <Lap StartTime=\"\(time(lap.time.lowerBound, session))\">",
      "        <TotalTimeSeconds>\(ExchangeNumber.text(seconds: lap.active))</TotalTimeSeconds>",
      "        <DistanceMeters>0</DistanceMeters>", "        <Calories>0</Calories>",
    ] + rates + [
      "        <Intensity>\(isResting ? "Resting" : "Active")</Intensity>",
      "        <TriggerMethod>Manual</TriggerMethod>",
    ] + session.course.runs(in: lap.time).map { track($0, session) } + [
      "        <Notes>\(SafeText.markup(lap.phase.name))</Notes>", "      </Lap>",
    ]
  }

  /// The time between two pauses, with the samples in it.
  private static func track(_ run: Range<Duration>, _ session: RecordedSession) -> String {
    let ends = [run.lowerBound, run.upperBound].map { RecordedSession.Sample(at: $0, values: [:]) }
    let points = (ends.prefix(1) + session.samples(in: run) + ends.suffix(1)).map { sample in
      "          <Trackpoint><Time>\(time(sample.at, session))</Time>\(values(of: sample))</Trackpoint>"
    }
    return (["        <Track>"] + points + ["        </Track>"]).joined(separator: "\n")
  }

  /// The elements of a sample, in the order of the schema.
  private static func values(of sample: RecordedSession.Sample) -> String {
    let rate = sample.values[.heartRate].map { "<HeartRateBpm><Value>\($0)</Value></HeartRateBpm>" } ?? ""
    // The schema has no greater cadence.
    let cadence = sample.values[.cadence].map { "<Cadence>\(min($0, 254))</Cadence>" } ?? ""
    let power = sample.values[.power].map { watts in
      "<Extensions><TPX xmlns=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\"><Watts>\(watts)</Watts></TPX>"
        + "</Extensions>"
    }
    return rate + cadence + (power ?? "")
  }

  /// An instant in UTC, `2026-11-26T07:00:12.345Z`.
  private static func time(_ instant: Duration, _ session: RecordedSession) -> String {
    let wall = session.wall(at: instant)
    let civil = CivilTime(wall: wall, zone: 0)
    let milliseconds = ((wall % 1000 + 1000) % 1000).padded(to: 3)
    return "\(civil.date)T\(civil.time):\(civil.second.padded(to: 2)).\(milliseconds)Z"
  }
}
