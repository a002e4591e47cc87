import Glibc
import Synchronization
import TestSupport
import Testing

/// The real command, killed with SIGKILL at seeded moments and resumed, again and again.
@Suite(.serialized) struct `A session whose process is killed` {
  private static let (chains, quietChains, killsEach) = (10, 3, 8)

  @Test func `loses less than a second, repeats nothing, and leaves a whole database, at every moment`() async throws {
    let reports = Mutex<[KilledSession]>([])
    try await concurrently(1...Self.chains + Self.quietChains) { seed in
      let session = KilledSession.run(seed: UInt64(seed), kills: Self.killsEach, isQuiet: seed > Self.chains)
      reports.withLock { $0.append(session) }
    }
    let ended = reports.withLock { $0 }
    let failures = ended.flatMap(\.failures)
    #expect(failures.isEmpty, "\(failures.prefix(20).joined(separator: "\n"))")
    let losses = ended.flatMap(\.losses).sorted()
    #expect(ended.map(\.kills).reduce(0, +) >= 100 && losses.count >= 60)
    print(
      "\(ended.map(\.kills).reduce(0, +)) kills; of the place were lost: median \(losses[losses.count / 2]) ms,",
      "p99 \(losses[losses.count * 99 / 100]) ms, most \(losses[losses.count - 1]) ms")
  }

  /// Its place is kept in memory, and on the disk every ten seconds.
  @Test func `loses less than a second where nobody follows it, too`() async throws {
    try await concurrently(1...4 as ClosedRange<UInt64>, atMost: 2) { seed in
      var random = SplitMix64(seed: seed)
      let home = try TemporaryHome()
      try home.write(KilledSession.quietWorkout, to: "w.json")
      let start = BootTime.now
      let run = try home.start("run", "--silent", "w.json")
      try run.line { $0.contains("Long") }
      let begin = ReportedPlace(beginningAfter: start)
      // The fade at its beginning is the last that is stored at once.
      usleep(UInt32(2_000_000 + random.below(3_000_000)))
      let place = try begin.kill(run).place
      let kept = try #require(HistoryFile(of: home).rows("SELECT position FROM standing").first.flatMap { Double($0) })
      #expect(kept < 2e9)
      let resumed = try home.start("resume", "--silent", "--json", "--go-on-after", "1h")
      let paused = try EventRecord.all(in: resumed.line { $0.contains(#""event": "paused""#) })
      resumed.signal(SIGKILL)
      _ = try resumed.finish()
      let restored = Double(try #require(paused.first?.elapsed)) / 1e6
      #expect(place.loss(at: restored).isAllowed, "seed \(seed): at \(place), restored at \(restored)")
    }
  }
}

/// One session and its results, which are reported at the end, from the thread of the test.
private struct KilledSession: Sendable {
  private(set) var failures: [String] = []
  /// By how many milliseconds the place was behind what had been heard, for each kill while it played.
  private(set) var losses: [Int] = []
  private(set) var kills = 0
  private var random: SplitMix64
  private let seed: UInt64
  private let isQuiet: Bool
  private var heard: Set<String> = []

  /// Four cues a second for ten minutes.
  private static let workout = """
    { "name": "Ticks", "style": "silent",
      "cues": [
        { "on": "phase", "at": "start", "sound": "tick" }, { "on": "phase", "at": "start+250ms", "sound": "tick" },
        { "on": "phase", "at": "start+500ms", "sound": "tick" }, { "on": "phase", "at": "start+750ms", "sound": "tick" }
      ],
      "phases": [ { "sets": 600, "phases": [ { "name": "Second", "duration": "1s" } ] } ] }
    """

  /// One phase and no cue: no event is recorded, and only its position advances.
  static let quietWorkout = """
    { "name": "Quiet", "style": "silent", "phases": [ { "name": "Long", "duration": "10m" } ] }
    """

  private init(seed: UInt64, isQuiet: Bool) {
    self.seed = seed
    self.isQuiet = isQuiet
    random = SplitMix64(seed: seed)
  }

  /// Kills and resumes a session `kills` times.
  static func run(seed: UInt64, kills: Int, isQuiet: Bool) -> KilledSession {
    var session = KilledSession(seed: seed, isQuiet: isQuiet)
    session.run(kills: kills)
    return session
  }

  private mutating func run(kills: Int) {
    do {
      let home = try TemporaryHome()
      try home.write(isQuiet ? Self.quietWorkout : Self.workout, to: "w.json")
      var place = 0.0...0.0
      for _ in 0..<kills { place = try leg(in: home, from: place) }
    } catch {
      failures.append("seed \(seed), kill \(self.kills): \(error)")
    }
  }

  /// Starts or resumes the session, kills it, and returns where it was then, in milliseconds: between what it had
  /// reached when the signal was about to be sent, and when it had been.
  private mutating func leg(in home: TemporaryHome, from place: ClosedRange<Double>) throws -> ClosedRange<Double> {
    let isNew = (try? HistoryFile(of: home).rows("SELECT 1 FROM standing").isEmpty) ?? true
    let words = isNew ? ["run", "w.json"] : ["resume", "--go-on-after", "0s"]
    var place = place
    if isNew {
      // Of a session that is killed before its first record nothing can be resumed: it is run again from its beginning.
      if place.lowerBound >= 1_000 { failures.append("seed \(seed), kill \(kills): nothing was stored in \(place)") }
      (place, heard) = (0...0, [])
    }
    // The buffer is as long as a device's: what is reported as heard was given to the journal that long before.
    let options = ["--silent", "--latency", "power", "--json"]
    let start = BootTime.now
    let child = try Child([Project.command] + words + options, in: home)
    // One in eight is killed while it is being made ready, or soon after that.
    if random.below(8) == 0 {
      usleep(UInt32(random.below(250_000)))
      child.signal(SIGKILL)
      let end = BootTime.now
      try check(child.finish(), in: home)
      return place.lowerBound...place.upperBound + end - start
    }
    if !isNew {
      let paused = try EventRecord.all(in: child.line { $0.contains(#""event": "paused""#) })
      let resumedAt = Double(paused[0].elapsed ?? 0) / 1e6
      if place.upperBound > 0 { check(resumedAt, against: place) }
    }
    let line = try child.line { $0.contains(isNew ? #""action": "prepared""# : #""event": "resumed""#) }
    let begin = try ReportedPlace(line, startedAt: start)
    // Long enough to be kept, and for the last of it to be long ago.
    usleep(UInt32(random.below(isQuiet ? 2_200_000 : 1_100_000)))
    let (reached, result) = try begin.kill(child)
    try check(result, in: home)
    return reached
  }

  /// What a killed process has left.
  private mutating func check(_ result: ProcessResult, in home: TemporaryHome) throws {
    kills += 1
    for cue in try EventRecord.cues(in: wholeLines(result.out)) where cue.isHeard {
      if !heard.insert(cue.cue).inserted { failures.append("seed \(seed), kill \(kills): \(cue.cue) was heard twice") }
    }
    // Killed early, there may be none yet.
    let history = HistoryFile(of: home)
    if history.exists { failures += try history.integrityErrors().map { "seed \(seed), kill \(kills): \($0)" } }
  }

  private mutating func check(_ resumedAt: Double, against place: ClosedRange<Double>) {
    let loss = place.loss(at: resumedAt)
    losses.append(Int(loss.least))
    if !loss.isAllowed {
      failures.append("seed \(seed), kill \(kills): was at \(place) ms, resumed at \(resumedAt) ms")
    }
  }

  /// What was cut off in the midst of a line is no line.
  private func wholeLines(_ text: String) -> String {
    text.lastIndex(of: "\n").map { String(text[...$0]) } ?? ""
  }
}
