#!/usr/bin/env python3
"""Measures how far apart rooms are, and how far off their marks: a run on Debian's Snapcast server, players in a network
namespace behind a line that delays and loses packets, each on a channel of its own of one PulseAudio sink.

usage: Benchmarks/measure-rooms.py COMMAND ROOMS [SECONDS] [DELAY_MS JITTER_MS LOSS_PERCENT]

Needs root, for the namespace. Prints the median, the 95th percentile and the most of both.
"""
import ctypes, fcntl, heapq, json, os, random, select, shutil, struct, subprocess, sys, tempfile, threading, time

import numpy

command, rooms = os.path.abspath(sys.argv[1]), int(sys.argv[2])
seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 60
delay, jitter, loss = (float(word) for word in (sys.argv[4:7] or (20, 10, 1)))
rate = 48000
folder = tempfile.mkdtemp(prefix="cuebell-rooms-")
processes = []


def start(*words, **options):
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment, **options}
    processes.append(subprocess.Popen(words, **options))
    return processes[-1]


def shell(line):
    subprocess.run(line, shell=True, check=True, env=environment, stdout=subprocess.DEVNULL)


environment = {
    **os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder,
    "ALSA_CONFIG_PATH": folder + "/alsa.conf", "PULSE_SERVER": f"unix:{folder}/pulse/native"}


def tunnel(name):
    """A TUN device of the namespace of this thread."""
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, 0x400454CA, struct.pack("16sH14x", name.encode(), 0x1001))
    return device


def relay(ends):
    """Passes packets between two devices, in their order, each later by the delay and some jitter; some are lost."""
    chance, waiting, last, count = random.Random(1), [], [0, 0], 0
    while True:
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, end, packet = heapq.heappop(waiting)
            os.write(end, packet)
        ready, _, _ = select.select(ends, [], [], max(0, waiting[0][0] - now) if waiting else None)
        for end in ready:
            packet, side = os.read(end, 65536), ends.index(end)
            if chance.random() * 100 < loss:
                continue
            # Half of the delay each way.
            due = time.monotonic() + max(0, delay + chance.uniform(-jitter, jitter)) / 2000
            last[side] = due = max(due, last[side])
            count += 1
            heapq.heappush(waiting, (due, count, ends[1 - side], packet))


def connect():
    """A namespace whose only line to this one is the relay."""
    holder = start("unshare", "-n", "sleep", "infinity")
    time.sleep(0.3)
    here, there = tunnel("cuebell0"), []

    def enter():
        # Python has setns since 3.12.
        ctypes.CDLL(None).setns(os.open(f"/proc/{holder.pid}/ns/net", os.O_RDONLY), 0)
        there.append(tunnel("cuebell1"))
    # Only the thread changes its namespace.
    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    shell("ip addr add 10.213.7.1/24 dev cuebell0 && ip link set cuebell0 up")
    inside = f"nsenter -t {holder.pid} -n"
    shell(f"{inside} ip addr add 10.213.7.2/24 dev cuebell1 && {inside} ip link set cuebell1 up")
    threading.Thread(target=relay, args=([here, there[0]],), daemon=True).start()
    return inside.split()


def begin():
    with open(folder + "/alsa.conf", "w") as file:
        file.write("</usr/share/alsa/alsa.conf>\n")
        for room in range(rooms):
            file.write(f"pcm.room{room} {{ type pulse device room{room} hint {{ show on description room }} }}\n")
    modules = ["module-native-protocol-unix auth-anonymous=1"]
    channels = ",".join(f"aux{room}" for room in range(rooms))
    modules.append(f"module-null-sink sink_name=nul rate={rate} channels={rooms} channel_map={channels} norewinds=1")
    for room in range(rooms):
        modules.append(f"module-remap-sink sink_name=room{room} master=nul channels=1 channel_map=mono "
                       f"master_channel_map=aux{room} remix=no")
    words = [word for module in modules for word in ("-L", module)]
    start("pulseaudio", "-n", "--exit-idle-time=-1", *words, env={**environment, "PULSE_SERVER": ""})
    while subprocess.run(["pactl", "info"], env=environment, capture_output=True).returncode:
        time.sleep(0.1)
    with open(folder + "/snapserver.conf", "w") as file:
        file.write(f"[server]\ndatadir = {folder}\n[http]\nenabled = false\n[tcp]\nport = 21705\n"
                   f"[stream]\nport = 21704\nsource = pipe://{folder}/fifo?name=Gym&sampleformat=48000:16:2\n")
    start("snapserver", "-c", folder + "/snapserver.conf", "--logging.sink", "null")
    time.sleep(1)
    inside = connect()

    def player(room):
        return start(*inside, "snapclient", "-h", "10.213.7.1", "-p", "21704", "--hostID", f"r{room}",
                     "-s", f"room{room}", "--logsink", "null")

    players = [player(room) for room in range(rooms)]
    while True:
        # One that finds the sound server busy ends.
        players = [player(room) if each.poll() is not None else each for room, each in enumerate(players)]
        list = subprocess.run([command, "rooms", "--server", "localhost:21705:21704"], env=environment,
                              capture_output=True, text=True).stdout
        if list.count(" connected") == rooms:
            break
        time.sleep(0.5)
    # An open device that is idle tells no delay for up to 4 s of the next sound; players close it after 5 s.
    time.sleep(7)


def play(length, *options):
    """Runs ticks at irregular distances, and returns their marks in the recording, and the recording."""
    chance, phases = random.Random(2), []
    while sum(phases) < length:
        phases.append(round(chance.uniform(0.7, 1.6), 1))
    with open(folder + "/w.json", "w") as file:
        json.dump({"name": "Ticks", "style": "silent", "cues": [{"on": "phase", "at": "start", "sound": "woodblock"}],
                   "phases": [{"name": "A", "duration": f"{length}s"} for length in phases]}, file)
    path = folder + "/recording.raw"
    recorder = subprocess.Popen(
        ["parec", "-d", "nul.monitor", "--raw", "--format=s16le", f"--rate={rate}", f"--channels={rooms}",
         f"--channel-map={','.join(f'aux{room}' for room in range(rooms))}", "--latency-msec=20"],
        env=environment, stdout=subprocess.PIPE)
    processes.append(recorder)
    first = [float("inf")]

    def record():
        size = 0
        with open(path, "wb") as file:
            while data := recorder.stdout.read1(1 << 20):
                size += len(data)
                first[0] = min(first[0], time.clock_gettime(time.CLOCK_BOOTTIME) - size / (2 * rate * rooms))
                file.write(data)
    thread = threading.Thread(target=record)
    thread.start()
    run = subprocess.Popen([command, "run", folder + "/w.json", "--json", *options],
                           env=environment, stdout=subprocess.PIPE, text=True)
    marks, zero = [], float("inf")
    for line in run.stdout:
        event = json.loads(line)
        if event["event"] == "cue":
            zero = min(zero, time.clock_gettime(time.CLOCK_BOOTTIME) - event["t"] / 1e9)
            marks.append(event["mark"] / 1e9)
    time.sleep(2)
    recorder.terminate()
    thread.join()
    sound = numpy.fromfile(path, dtype="<i2")
    return [mark + zero - first[0] for mark in marks], sound[: len(sound) // rooms * rooms].reshape(-1, rooms)


def onset(channel, mark):
    """When a room's sound begins near a mark: where it first has a tenth of its level; None if it isn't there."""
    begin = max(0, int((mark - 0.3) * rate))
    part = numpy.abs(channel[begin:begin + int(0.6 * rate)].astype(int))
    if not len(part) or part.max() < 300:
        return None
    return (begin + int(numpy.argmax(part > part.max() / 10))) / rate


def figures(name, values):
    values = sorted(abs(value) * 1000 for value in values)
    if values:
        print(f"{name}: median {values[len(values) // 2]:.2f} ms, 95 % {values[int(len(values) * 0.95)]:.2f} ms, "
              f"most {values[-1]:.2f} ms")


def main():
    begin()
    # What the recorder adds: the ticks of a run without Snapcast.
    marks, sound = play(10, "--device", "room0")
    bias = numpy.median([onset(sound[:, 0], mark) - mark for mark in marks])
    time.sleep(7)
    marks, sound = play(seconds, "--snapcast", "localhost:21705:21704")
    times = [[onset(sound[:, room], mark) for room in range(rooms)] for mark in marks]
    whole = [(tick, mark) for tick, mark in zip(times, marks) if None not in tick]
    print(f"{rooms} rooms, {len(marks)} ticks, {len(marks) - len(whole)} not in all rooms; "
          f"{delay:g} ± {jitter:g} ms, {loss:g} % loss; load {os.getloadavg()[0]:.1f}")
    for name, part in ("", whole), (" in the second half", whole[len(whole) // 2:]):
        figures("apart" + name, [max(tick) - min(tick) for tick, _ in part])
        figures("off the marks" + name, [numpy.median(tick) - mark - bias for tick, mark in part])


try:
    main()
finally:
    for process in processes:
        process.kill()
    shutil.rmtree(folder, ignore_errors=True)
