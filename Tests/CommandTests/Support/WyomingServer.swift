import Foundation

/// A small Wyoming server, which speaks in tones and behaves as a word on its command line says; it is started at a
/// local socket, at a port, or on its standard streams.
enum WyomingServer {
  /// Writes the program to `wyoming` in the home folder; it appends each text that it is asked to speak to `asked`.
  static func install(in home: TemporaryHome) throws {
    try home.write(program, to: "wyoming")
    _ = try home.shell("chmod +x wyoming")
  }

  /// Starts it at the local socket `wyoming.sock` in the home folder.
  static func start(_ behaviour: String, in home: TemporaryHome) throws -> Child {
    let child = try Child(["/usr/bin/python3", home.path("wyoming"), behaviour, home.path("wyoming.sock")], in: home)
    try child.line { $0.contains("ready") }
    return child
  }

  /// Behaviours: `right`, `tiny` (a byte at a time), `slow` (300 ms a phrase), `never`, `rubbish`, `long` (a line
  /// without end), `deep`, `huge` (more than it may), `dying` (in the middle of the second phrase), `silent`,
  /// `refusing`, `flood` (other messages without end), `wide` (24 bits, stereo), `uneven` (some phrases loud), and
  /// fields that change what it sends, such as `rate=16000`, which is the rate of its sound: `named` (the rate in its
  /// header), `width`, `channels`, `chunk` (the rate in its chunks), `bytes` (all that it sends), `ms` (the length of
  /// each phrase) and `size` (of a chunk, in bytes).
  private static let program = #"""
    #!/usr/bin/env python3
    import json, math, os, random, socket, struct, sys, threading, time

    behaviour, place = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "-"
    fields = dict(part.split("=") for part in behaviour.split(",") if "=" in part)
    rate, count = int(fields.get("rate", 22050)), [0]

    def message(kind, data=None, payload=b""):
        body = json.dumps(data).encode() if data else b""
        head = {"type": kind, "version": "1.5.2"}
        if body: head["data_length"] = len(body)
        if payload: head["payload_length"] = len(payload)
        return json.dumps(head).encode() + b"\n" + body + payload

    def speech(text):
        if "ms" in fields:
            return [int(12000 * math.sin(6.2832 * 440 * i / rate)) for i in range(rate * int(fields["ms"]) // 1000)]
        # Words are tones; the beginning is silent for a while that differs each time, as with a neural voice.
        samples = [0] * random.randrange(rate // 15)
        for index, word in enumerate(text.split()):
            level = 12000 if behaviour != "uneven" else 30000 if len(text) % 2 else 8000
            length = rate * (len(word) * 40 + 80) // 1000
            samples += [int(level * math.sin(6.2832 * (300 + 20 * index) * i / rate)) for i in range(length)]
            samples += [0] * (rate // 20)
        return samples

    def answer(send, kind, data):
        if kind == "describe":
            voices = [{"name": "tone-en", "languages": ["en_US"], "version": None,
                       "speakers": [{"name": "a"}, {"name": "b"}]},
                      {"name": "tone-de", "languages": ["de_DE"], "version": "7"}]
            if behaviour == "rubbish": return send(b"\x00\xff not JSON\n" * 10)
            if behaviour == "long": return send(b"x" * 200000)
            if behaviour == "deep": return send(b'{"type":' + b"[" * 5000 + b"\n")
            if behaviour == "huge": return send(b'{"type":"info","data_length":99999999}\n')
            if behaviour == "flood":
                while True: send(message("ping"))
            return send(message("info", {"tts": [{"name": "tones", "version": "1", "voices": voices}]}))
        if kind != "synthesize" or behaviour == "never": return
        with open("asked", "a") as file: file.write(json.dumps(data) + "\n")
        count[0] += 1
        if behaviour == "refusing": return send(message("error", {"text": "no such phoneme", "code": "x"}))
        if behaviour == "slow": time.sleep(0.3)
        samples = speech(data["text"]) if behaviour != "silent" else [0] * rate
        width, channels = (3, 2) if behaviour == "wide" else (2, 1)
        form = {"rate": rate, "width": width, "channels": channels}
        form |= {key: json.loads(fields[key]) for key in form if key in fields and key != "rate"}
        if "named" in fields: form["rate"] = json.loads(fields["named"])
        raw = b"".join(struct.pack("<i", s << 16)[1:] * 2 if width == 3 else struct.pack("<h", s) for s in samples)
        send(message("audio-start", form))
        if "bytes" in fields: raw = (b"\x10\x40" * 100)[:int(fields["bytes"])]
        if "chunk" in fields: form = form | {"rate": int(fields["chunk"])}
        size = int(fields.get("size", 6000))
        for start in range(0, len(raw), size):
            if behaviour == "dying" and count[0] == 2: os._exit(3)
            send(message("audio-chunk", form, raw[start:start + size]))
        send(message("audio-stop"))

    def serve(read, write):
        def send(data):
            pieces = [data]
            if behaviour == "tiny": pieces = [data[i:i + 1] for i in range(min(len(data), 400))] + [data[400:]]
            for piece in pieces: write(piece)
        try:
            while line := read.readline():
                head = json.loads(line)
                data = head.get("data") or {}
                if head.get("data_length"): data |= json.loads(read.read(head["data_length"]))
                answer(send, head["type"], data)
        except (BrokenPipeError, ConnectionResetError): pass

    def stream():
        def write(data):
            sys.stdout.buffer.write(data); sys.stdout.buffer.flush()
        serve(sys.stdin.buffer, write)

    if place == "-":
        open("pid", "w").write(str(os.getpid()))
        print("loading", file=sys.stderr)
        stream()
    else:
        if place.isdigit(): server = socket.create_server(("127.0.0.1", int(place)))
        else:
            server = socket.socket(socket.AF_UNIX); server.bind(place); server.listen()
        print("ready", server.getsockname()[1] if place.isdigit() else "", flush=True)
        while True:
            peer, _ = server.accept()
            threading.Thread(target=lambda p=peer: serve(p.makefile("rb"), p.sendall), daemon=True).start()
    """#
}
