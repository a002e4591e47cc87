import Foundation
import Glibc
import TestSupport
import Testing

/// An engine that is kept running and speaks the Wyoming protocol.
@Suite struct `A Wyoming service` {
  private static let workout = """
    { "name": "W", "style": "silent", "cues": [
        { "on": "phase", "at": "start", "say": "one" }, { "on": "phase", "at": "start+1s", "say": "two more" },
        { "on": "phase", "at": "start+2s", "say": "three" },
        { "on": "phase", "at": "end", "align": "end", "say": "over" } ],
      "phases": [{ "name": "A", "duration": "4s" }] }
    """

  private func home(_ voice: String) throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try WyomingServer.install(in: home)
    try home.write(
      #"{ "voice": \#(voice.replacing("HOME", with: home.folder)) }"#, to: home.config + "/config.json")
    try home.write(Self.workout, to: "w.json")
    return home
  }

  private static let socket = #"{ "wyoming": "unix://HOME/wyoming.sock", "name": "tone-en" }"#
  private static func program(_ behaviour: String) -> String {
    #"{ "wyoming": ["HOME/wyoming", "\#(behaviour)"], "name": "tone-en" }"#
  }

  private func asked(_ home: TemporaryHome) throws -> [String] {
    try home.names().contains("asked") ? home.text(of: "asked").split(separator: "\n").map(String.init) : []
  }

  @Test(arguments: ["right", "tiny", "wide", "slow"])
  func `at a local socket speaks each phrase once, and a second render is the same`(behaviour: String) throws {
    let home = try home(Self.socket)
    let server = try WyomingServer.start(behaviour, in: home)
    let render = try home.cuebell("render", "w.json", "-o", "w.wav", "--cues", "w.ndjson")
    #expect(render.code == 0 && render.err.isEmpty, "\(render)")
    let asked = try asked(home)
    #expect(asked.count == 4 || asked.count == 5, "\(asked)")
    #expect(asked.contains(#"{"text": "two more", "voice": {"name": "tone-en"}}"#), "\(asked)")
    #expect(try EventRecord.cues(in: home.text(of: "w.ndjson")).allSatisfy(\.isHeard))
    #expect(try !home.text(of: "w.ndjson").contains("standIn"))
    _ = try home.cuebell("render", "w.json", "-o", "again.wav")
    #expect(try home.bytes(of: "again.wav") == home.bytes(of: "w.wav") && self.asked(home) == asked)
    server.signal(SIGTERM)
    _ = try server.finish()
  }

  @Test func `at a port speaks`() throws {
    let home = try home(Self.socket)
    let server = try Child(["/usr/bin/python3", home.path("wyoming"), "right", "0"], in: home)
    let port = try #require(try server.line { $0.contains("ready") }.split(separator: " ").last)
    try home.write(
      #"{ "voice": { "wyoming": "tcp://127.0.0.1:\#(port)", "name": "tone-en", "speaker": "b" } }"#,
      to: home.config + "/config.json")
    let render = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(try render.code == 0 && render.err.isEmpty && asked(home).allSatisfy { $0.contains(#""speaker": "b""#) })
    let voices = try home.cuebell("voices")
    #expect(voices.out.contains("Engine tcp://127.0.0.1:\(port)") && voices.out.contains("tone-de  de-DE  tones 1 7"))
    #expect(try home.cuebell("doctor").out.contains("tcp://127.0.0.1:\(port) speaks, with 2 voices"))
    server.signal(SIGTERM)
    _ = try server.finish()
  }

  @Test func `is as loud in one phrase as in the next, although it speaks them 11 dB apart`() throws {
    let home = try home(Self.program("uneven"))
    #expect(try home.cuebell("render", "w.json", "-o", "w.wav").code == 0)
    let wave = try Wave(home.bytes(of: "w.wav"))
    let peaks = (0..<3).map { second in (0..<43_000).map { wave.level(second * Wave.rate + $0) }.max() ?? 0 }
    // Within 1.6 dB: the pause between two words counts, too.
    #expect(peaks[0] > 0.1 && abs(peaks[1] / peaks[0] - 1) < 0.2 && abs(peaks[2] / peaks[0] - 1) < 0.2, "\(peaks)")
  }

  @Test func `that is a program is started once, and ends with the command`() throws {
    let home = try home(Self.program("right"))
    let run = try home.cuebell("run", "--silent", "--json", "--verbose", "w.json")
    #expect(run.code == 0 && run.err.contains("loading"), "\(run.err)")
    #expect(try EventRecord.cues(in: run.out).allSatisfy(\.isHeard))
    let process = try #require(pid_t(try home.text(of: "pid")))
    let isOver = Timeout.wait { kill(process, 0) != 0 }
    #expect(isOver)
  }

  /// What goes wrong, and what is said of it.
  private static let faults = [
    ("rubbish", "broke the protocol: its header is not JSON"),
    ("long", "broke the protocol: a header is longer than 64 KiB"),
    ("deep", "broke the protocol: its header is not JSON"), ("huge", "broke the protocol: data_length is 99999999"),
    ("silent", "sent no sound"), ("refusing", "refused the phrase: no such phoneme"),
  ]

  @Test(arguments: faults)
  func `that does wrong is reported once, and espeak-ng speaks instead`(behaviour: String, words: String) throws {
    let home = try home(Self.socket)
    let server = try WyomingServer.start(behaviour, in: home)
    let render = try home.cuebell("render", "w.json", "-o", "w.wav", "--cues", "w.ndjson")
    #expect(render.code == 0 && render.errorLines.count == 1 && render.err.contains(words), "\(render.err)")
    #expect(render.err.hasSuffix(": espeak-ng speaks instead.\n"), "\(render.err)")
    #expect(
      try home.text(of: "w.ndjson").split(separator: "\n").count { $0.contains(#""reason": "voice: failed""#) } == 4)
    let run = try home.cuebell("run", "--silent", "--json", "w.json")
    #expect(try run.code == 0 && EventRecord.cues(in: run.out).allSatisfy(\.isHeard), "\(run.err)")
    #expect(run.errorLines.count { $0.contains("espeak-ng speaks") } == 1, "\(run.err)")
    server.signal(SIGTERM)
    _ = try server.finish()
  }

  /// Sounds that can't be the phrase, and what is said of them.
  private static let sounds = [
    ("bytes=3", #"sent only 0.045 ms of sound for ""#), ("ms=20", "sent only "), ("bytes=0", "sent no sound"),
    ("bytes=1", "sent no sound"), ("named=0", "the rate of its sound is 0"), ("named=-1", "sound is -1"),
    ("named=7999", "is 7999"), ("named=96001", "is 96001"), ("named=1e19", "is 1e+19"), ("named=null", "is null"),
    ("named=NaN", "its data is not JSON"), ("width=1", "the width of its sound is 1"), ("width=8", "is 8"),
    ("channels=0", "the channels of its sound is 0"), ("channels=9", "is 9"),
    ("chunk=16000", "the rate of its sound changes from 22050 to 16000"),
    ("rate=48000,named=8000,ms=500", #"sent 3 s of sound for ""#),
  ]

  @Test(arguments: sounds)
  func `that sends what can't be the phrase has not spoken`(behaviour: String, words: String) throws {
    let home = try home(Self.socket)
    let server = try WyomingServer.start(behaviour, in: home)
    let render = try home.cuebell("render", "w.json", "-o", "w.wav", "--cues", "w.ndjson")
    #expect(render.code == 0 && render.errorLines.count == 1 && render.err.contains(words), "\(render.err)")
    #expect(render.err.hasSuffix(": espeak-ng speaks instead.\n"), "\(render.err)")
    #expect(
      try home.text(of: "w.ndjson").split(separator: "\n").count { $0.contains(#""reason": "voice: failed""#) } == 4)
    server.signal(SIGTERM)
    _ = try server.finish()
  }

  @Test(arguments: [8_000, 16_000, 22_050, 24_000, 48_000, 96_000])
  func `is heard at the rate that it names, for as long and as high as it spoke`(rate: Int) throws {
    let home = try home(Self.socket)
    // Chunks of an odd number of bytes are legal, too.
    let server = try WyomingServer.start("rate=\(rate),ms=600,size=4001", in: home)
    let render = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(render.code == 0 && render.err.isEmpty, "\(render.err)")
    let heard = try Wave(home.bytes(of: "w.wav")).tone(in: 47_000..<95_000)
    #expect(abs(heard.seconds - 0.6) < 0.005 && abs(heard.hertz - 440) < 4, "\(heard)")
    server.signal(SIGTERM)
    _ = try server.finish()
  }

  @Test(arguments: ["never", "flood"])
  func `that doesn't answer costs no cue its time, nor the run its end`(behaviour: String) throws {
    let home = try home(Self.socket)
    let server = try WyomingServer.start(behaviour, in: home)
    let run = try home.cuebell("run", "--silent", "--json", "w.json")
    let cues = try EventRecord.cues(in: run.out)
    #expect(run.code == 0 && cues.count == 4 && cues.allSatisfy(\.isHeard), "\(run.err)")
    #expect(run.err.contains("The voice isn't ready: espeak-ng speaks until it is."), "\(run.err)")
    #expect(run.out.components(separatedBy: #""reason": "voice: late""#).count == 5, "\(run.out)")
    server.signal(SIGKILL)
    _ = try server.finish()
  }

  @Test func `that isn't there is named with its reason, and back later it speaks again`() throws {
    let home = try home(Self.socket)
    try home.write(Self.workout.replacing("\"4s\"", with: "\"20s\""), to: "w.json")
    let run = try home.start("run", "--silent", "--json", "w.json")
    for _ in 0..<3 { try run.line { $0.contains(#""event": "cue""#) } }
    let server = try WyomingServer.start("right", in: home)
    let result = try run.finish()
    let notes = result.out.split(separator: "\n").filter { $0.contains("standIn") }
    #expect(notes.count == 3 && !notes.contains { $0.contains("over") }, "\(notes)")
    let reason =
      "unix://\(home.folder)/wyoming.sock is not available: No such file or directory: espeak-ng speaks instead."
    #expect(result.errorLines.contains(reason), "\(result.err)")
    server.signal(SIGTERM)
    _ = try server.finish()
  }

  @Test func `that dies in the middle of a phrase is started again for the next`() throws {
    let home = try home(Self.program("dying"))
    let render = try home.cuebell("render", "w.json", "-o", "w.wav", "--cues", "w.ndjson")
    #expect(render.code == 0, "\(render.err)")
    #expect(try EventRecord.cues(in: home.text(of: "w.ndjson")).allSatisfy(\.isHeard))
  }

  @Test func `speaks the languages that it has, and espeak-ng the others`() throws {
    let home = try home(#"{ "languages": { "de": { "wyoming": "unix://HOME/wyoming.sock", "name": "tone-de" } } }"#)
    let server = try WyomingServer.start("right", in: home)
    let english = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(try english.code == 0 && english.err.isEmpty && asked(home).isEmpty)
    let german = try home.cuebell("render", "w.json", "-o", "w.wav", "--voice", "de-AT")
    #expect(try german.code == 0 && asked(home).allSatisfy { $0.contains("tone-de") } && !asked(home).isEmpty)
    // A voice without the language of the workout leaves it to espeak-ng.
    try home.delete("asked")
    try home.write(
      #"{ "voice": { "wyoming": "unix://\#(home.folder)/wyoming.sock", "name": "tone-en" } }"#,
      to: home.config + "/config.json")
    let other = try home.cuebell("render", "w.json", "-o", "w.wav", "--voice", "fr")
    #expect(try other.code == 0 && other.err.isEmpty && asked(home).isEmpty, "\(other.err)")
    server.signal(SIGTERM)
    _ = try server.finish()
  }

  @Test func `can't change its rate and pitch, which is said once`() throws {
    let home = try home(Self.socket)
    let server = try WyomingServer.start("right", in: home)
    try home.write(
      Self.workout.replacing(#""style""#, with: #""voice": { "rate": 150, "pitch": 60 }, "style""#), to: "w.json")
    let render = try home.cuebell("render", "w.json", "-o", "w.wav")
    let remark = "The voice of unix://\(home.folder)/wyoming.sock can't change its rate or pitch: "
    #expect(
      render.code == 0 && render.errorLines == [remark + "what the workout asks for has no effect."], "\(render.err)")
    server.signal(SIGTERM)
    _ = try server.finish()
  }

  private static let mistakes = [
    (#"{ "wyoming": "http://x" }"#, "must be a server, such as"), (#"{ "wyoming": "tcp://x" }"#, "must be a server"),
    (#"{ "wyoming": [] }"#, "must have 1 to 100 words"), (#"{ "name": "x" }"#, "needs \"wyoming\" beside it"),
    (#"{ "engine": "wyoming" }"#, "needs \"wyoming\" beside it"),
    (#"{ "wyoming": "tcp://a:1", "command": "b" }"#, "choose one of the two with \"engine\""),
    (#"{ "languages": { "?": { "wyoming": "tcp://a:1" } } }"#, "the language"),
    (#"{ "languages": { "de": {} } }"#, "needs \"wyoming\" or \"command\""),
  ]

  @Test(arguments: mistakes)
  func `is named in the settings by an address or a program`(voice: String, message: String) throws {
    let home = try home(voice)
    let config = try home.cuebell("config")
    #expect(config.code == 65 && config.err.contains(message), "\(config)")
  }

  @Test(arguments: [
    #"{ "wyoming": "tcp://[::1]:10200" }"#, #"{ "wyoming": ["piper", "--x"], "name": "n", "speaker": null }"#,
    #"{ "languages": { "de": { "wyoming": "unix:///run/p.sock" }, "en-GB": { "command": "say" } } }"#,
  ])
  func `is printed by config as it was written`(voice: String) throws {
    let home = try home(voice)
    let config = try home.cuebell("config", "--json")
    #expect(config.code == 0, "\(config.err)")
    try home.write(#"{ "voice": { "engine": "espeak-ng" } }"#, to: home.config + "/config.json")
    #expect(try home.cuebell("config", "--json").code == 0)
  }
}
