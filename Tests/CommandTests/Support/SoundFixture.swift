import Glibc
import TestSupport
import Testing

/// A sound server, and a home whose commands play on it.
struct SoundFixture {
  let server: SoundServer
  let home: TemporaryHome

  /// Starts a server. With `faults`, variables of `Shims/alsa.c` as `NAME=value`, the commands preload that shim; files
  /// named there are in the working folder of `home`.
  init(_ sink: SoundServer.Sink = .prompt, faults: [String] = []) throws {
    server = try SoundServer(sink)
    let folder = server.configuration.path
    var variables = ["ALSA_CONFIG_PATH=\(folder)/alsa.conf", "PULSE_SERVER=unix:\(folder)/pulse/native"] + faults
    if !faults.isEmpty { variables.append("LD_PRELOAD=\(try Shim.alsa.build(inFolder: folder))") }
    home = try TemporaryHome(variables)
  }

  /// Writes a workout with a click every 300 ms.
  func writeClicks(_ clicks: Int) throws {
    try home.write(
      """
      { "name": "Clicks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "woodblock" } ],
        "phases": [ { "sets": \(clicks), "phases": [ { "name": "A", "duration": "300ms" } ] } ] }
      """, to: "clicks.json")
  }

  /// Starts a run of clicks.
  func start(clicks: Int, _ options: String...) throws -> Child { try start(clicks: clicks, options) }

  /// Starts a run of clicks.
  func start(clicks: Int, _ options: [String]) throws -> Child {
    try writeClicks(clicks)
    let words = [Project.command, "run", "clicks.json", "--json"] + options
    return try Child(words, in: home)
  }

  /// Waits until a recording has more than `count` clicks after its first two seconds, and expects them at most 50 ms
  /// off the 300 ms grid. Before that, a late click plays at once, and a sink may still play what it had rendered
  /// ahead.
  func expectClicksOnGrid(_ recording: Recording, moreThan count: Int) throws {
    var onsets = Onsets([])
    var first = 0
    let isRecorded = try Timeout.wait {
      usleep(200_000)
      onsets = Onsets(try recording.soFar())
      first = onsets.moments.firstIndex { $0 > 2 } ?? onsets.moments.count
      return onsets.moments.count - first > count
    }
    #expect(isRecorded && onsets.worstOffGrid(0.3, after: first) <= 50, "\(onsets.moments)")
  }
}

extension ProcessResult {
  /// The states of the audio device in the events, in order; a state that follows itself reports an underrun.
  func audioStates() throws -> [String] {
    var states: [String] = []
    for state in try events.filter({ $0.event == "audio" }).compactMap(\.state) where states.last != state {
      states.append(state)
    }
    return states
  }

  /// Expects that each cue was reported once.
  func expectUniqueCues() throws {
    let cues = try EventRecord.cues(in: out)
    #expect(Set(cues.map(\.cue)).count == cues.count)
  }

  /// Expects that a workout of clicks has completed after exactly its length, and that each cue was reported once.
  func expectCompleted(clicks: Int) throws {
    #expect(code == 0)
    // The event itself may be late if a device had to be given up first.
    let end = try #require(try events.last { $0.event == "finished" })
    #expect(end.elapsed == clicks * 300_000_000)
    try expectUniqueCues()
  }
}

extension Child {
  /// Waits for the event that a phase begins, and returns its line.
  @discardableResult
  func waitForPhase() throws -> String { try line { $0.contains(#""event": "phase""#) } }

  /// Waits for the event that a phase begins, at least `time` after the event of an earlier line.
  func waitForPhase(_ time: Duration, after earlier: String) throws {
    let start = try EventRecord.all(in: earlier)[0].t
    try line { text in
      guard let event = try? EventRecord.all(in: text).first, event.event == "phase" else { return false }
      return Duration.nanoseconds(event.t - start) >= time
    }
  }

  /// Waits for an event that reports a state of the audio device, and returns its line.
  @discardableResult
  func wait(forAudio state: String) throws -> String { try line { $0.contains(#""state": "\#(state)""#) } }

  /// Ends the run by SIGTERM.
  func stop() throws -> ProcessResult {
    signal(SIGTERM)
    let result = try finish()
    #expect(result.code == 143, "\(result)")
    return result
  }
}
