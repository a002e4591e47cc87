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

/// Tones that are told apart by their pitch, 6 % from one to the next.
private enum Tone {
  private static let rate = 48_000.0
  private static let (lowest, step) = (200.0, 1.06)

  private static func frequency(_ number: Int) -> Double { lowest * pow(step, Double(number)) }

  /// A WAV file of 80 ms.
  static func file(_ number: Int) -> Data {
    let samples = (0..<3_840).map { frame in
      UInt16(bitPattern: Int16(12_000 * sin(2 * .pi * frequency(number) * Double(frame) / rate)))
    }
    func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    // PCM, one side, 48 kHz, 16 bits.
    let sizes = [(16, 4), (1, 2), (1, 2), (48_000, 4), (96_000, 4), (2, 2), (16, 2)]
    let format = sizes.flatMap { bytes($0.0, $0.1) }
    let data = samples.flatMap { bytes(Int($0), 2) }
    return Data(
      Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
        + bytes(data.count, 4) + data)
  }

  /// The numbers of the tones in raw sound, 16 bits and two sides; one that is cut off after less than two periods
  /// isn't known.
  static func heard(in sound: Data) -> [Int] {
    let sides: [Int16] = numbers(in: sound)
    let samples = (0..<sides.count / 2).map { Double(sides[2 * $0]) }
    var (tones, last): ([Int], Int) = ([], -48_000)
    for (frame, sample) in samples.enumerated() where abs(sample) > 300 {
      if frame - last > 1_920, let tone = number(in: samples[frame..<min(frame + 3_000, samples.count)]) {
        tones.append(tone)
      }
      last = frame
    }
    return tones
  }

  /// The number of the tone with which a stretch of sound begins, by the moments at which it rises through zero.
  private static func number(in samples: ArraySlice<Double>) -> Int? {
    var rises: [Double] = []
    for frame in samples.indices.dropFirst() where samples[frame - 1] < 0 && samples[frame] >= 0 {
      rises.append(Double(frame) - samples[frame] / (samples[frame] - samples[frame - 1]))
    }
    guard rises.count > 2 else { return nil }
    let period = (rises[rises.count - 1] - rises[0]) / Double(rises.count - 1)
    return Int((log(rate / period / lowest) / log(step)).rounded())
  }
}
