import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

/// The real command, recorded through a FIFO, killed with SIGKILL around its cues and resumed, on a disk that is slow
/// to sync: what has sounded once never sounds again.
@Suite(.serialized) struct `A cue that has begun when its process is killed` {
  private static let (chains, killsEach) = (8, 8)

  @Test func `is not heard again after the resume`() async throws {
    let chains = Mutex<[KilledChain]>([])
    try await concurrently(1...UInt64(Self.chains)) { seed in
      let chain = KilledChain.run(seed: seed, kills: Self.killsEach)
      chains.withLock { $0.append(chain) }
    }
    let ended = chains.withLock { $0 }
    let failures = ended.flatMap(\.failures)
    #expect(failures.isEmpty, "\(failures.prefix(20).joined(separator: "\n"))")
    let (kills, heard) = (ended.reduce(0) { $0 + $1.kills }, ended.reduce(0) { $0 + $1.heard.count })
    let leftOut = ended.reduce(0) { $0 + $1.leftOut.count }
    #expect(kills == Self.chains * Self.killsEach && heard > kills / 2)
    // The disk was late often enough for the test to mean something.
    #expect(leftOut > 0)
    print("\(kills) kills, \(heard) cues heard, \(leftOut) left out because they may have been heard")
  }
}

/// A session of tones of different pitch, and what was heard of it.
private struct KilledChain: Sendable {
  private(set) var failures: [String] = []
  private(set) var kills = 0
  /// The tones that were heard, by their numbers.
  private(set) var heard: Set<Int> = []
  /// The tones that the resumed runs reported as doubtful.
  private(set) var leftOut: Set<String> = []
  private let seed: UInt64
  private var random: SplitMix64

  /// Five tones a second, at the start of a phase of a second and within it.
  private static let tones = 50

  private init(seed: UInt64) {
    self.seed = seed
    random = SplitMix64(seed: seed)
  }

  /// Kills and resumes a session `kills` times.
  static func run(seed: UInt64, kills: Int) -> KilledChain {
    var chain = KilledChain(seed: seed)
    do {
      let folder = try TemporaryFolder()
      let shim = try Shim.commitLog.build(inFolder: folder.path)
      let home = try TemporaryHome(["LD_PRELOAD=\(shim)", "SYNC_TIME=120000"])
      try chain.write(in: home)
      for _ in 0..<kills { try chain.leg(in: home) }
    } catch {
      chain.failures.append("seed \(seed), kill \(chain.kills): \(error)")
    }
    return chain
  }

  private func write(in home: TemporaryHome) throws {
    var cues: [String] = []
    for number in 0..<Self.tones {
      try home.write(Tone.file(number), to: "tones/\(number).wav")
      cues.append(#"{ "on": "workout", "at": "start+\#(number * 200)ms", "sound": "t\#(number)" }"#)
    }
    let names = (0..<Self.tones).map { #""t\#($0)": "tones/\#($0).wav""# }.joined(separator: ", ")
    try home.write(
      """
      { "name": "Tones", "style": "silent", "sounds": { \(names) }, "cues": [ \(cues.joined(separator: ", ")) ],
        "phases": [ { "sets": 25, "phases": [ { "name": "Second", "duration": "1s" } ] } ] }
      """, to: "w.json")
    guard unsafe mkfifo(home.path("f"), 0o600) == 0 else { throw Failure("no FIFO: error \(errno)") }
  }

  private mutating func leg(in home: TemporaryHome) throws {
    let isNew = (try? HistoryFile(of: home).rows("SELECT 1 FROM standing").isEmpty) ?? true
    let words = isNew ? ["run", "w.json"] : ["resume", "--go-on-after", "0s"]
    let reader = try home.start(words: ["/bin/sh", "-c", "cat f > recording"])
    let run = try Child([Project.command] + words + ["--fifo", "f", "--latency", "low", "--json"], in: home)
    try run.line { $0.contains(isNew ? #""action": "prepared""# : #""event": "resumed""#) }
    usleep(UInt32(random.below(400_000)))
    run.signal(SIGKILL)
    let out = try run.finish().out
    _ = try reader.finish()
    kills += 1
    if isNew {
      // A session that was killed before its first commit can't be resumed: it begins again.
      let isRecorded = (try? HistoryFile(of: home).rows("SELECT 1 FROM standing").isEmpty == false) ?? false
      if !isRecorded { return }
    }
    for tone in try Tone.heard(in: home.bytes(of: "recording")) where !heard.insert(tone).inserted {
      failures.append("seed \(seed), kill \(kills): tone \(tone) was heard twice")
    }
    for line in out.split(separator: "\n") where line.contains("may have been heard before the interruption") {
      let cue = line.firstMatch(of: #/"cue": "([^"]+)"/#)?.output.1 ?? ""
      if !leftOut.insert(String(cue)).inserted { failures.append("seed \(seed): \(cue) was left out twice") }
    }
  }
}
