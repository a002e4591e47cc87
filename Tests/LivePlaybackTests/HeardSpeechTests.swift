import AudioMixing
import AudioOutput
import CueAudio
import HostSystem
import LivePlayback
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// A voice whose every phrase takes four seconds; some texts it can't speak.
private struct LongSpeech: SpeechBackend {
  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    if request.text.contains("crash") { throw .crashed }
    return SpokenAudio(samples: Array(repeating: 8_000, count: 88_200), sampleRate: 22_050)
  }
}

/// What other players have to be low for: words that are heard, not words that were planned.
@Suite struct `Words of a live session` {
  /// Made in advance: the clock of a test doesn't wait for a voice.
  private static let phrases: SpeechCache = {
    let phrases = SpeechCache(LongSpeech(), voice: Voice())
    phrases.prepare(["Words", "crash"])
    return phrases
  }()

  private typealias Step = (at: Double, what: @Sendable (LiveSession) -> Void)

  private func does(_ action: Action) -> @Sendable (LiveSession) -> Void { { $0.send(action) } }

  /// When words begin and end to be heard in a session of two phases, each with words at some `moments`, in turn.
  private func changes(
    _ steps: [Step] = [], saying words: String = "Words", at moments: [Double] = [4],
    first end: PhaseEnd = .after(.fixed(.seconds(30))), hasDevice: Bool = true
  ) throws -> [Double] {
    let clock = FakeClock()
    let changes = Mutex<[(isHeard: Bool, at: Duration)]>([])
    let rules = try moments.map { CueRule(on: .phase, at: .start(offset: .seconds($0)), say: try CueText(words)) }
    let phases = [Phase("A", .high, end), Phase("B", .high, .after(.fixed(.seconds(30))))]
    var harness = LiveSessionHarness(
      workout: Workout(name: "Words", style: .silent, cues: rules, nodes: phases.map(Node.phase)))
    harness.phrases = Self.phrases
    harness.speak = { isHeard in changes.withLock { $0.append((isHeard, clock.now())) } }
    harness.opener = try DeviceOpener { _, _ throws(SinkError) in throw .unavailable("there is none") }
    harness.script = steps.map { (.seconds($0.at), $0.what) }
    let device = FakeDevice(clock, periodErrorPPB: 0, FakeDevice.Onsets())
    _ = try harness.run(clock, into: hasDevice ? device : nil)
    let all = changes.withLock(\.self)
    #expect(all.enumerated().allSatisfy { $1.isHeard == $0.isMultiple(of: 2) })
    return all.map { $0.at / .seconds(1) }
  }

  /// Expects that words begin at the first moment, that each change follows its moment within a second, and no others.
  private func expect(
    _ changes: [Double], at moments: [Double], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let areSo = changes.count == moments.count && zip(changes, moments).allSatisfy { (-0.2...0.9).contains($0 - $1) }
    #expect(areSo, "\(changes)", sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [
      .skip, .back, .restartPhase, .jump(to: .seconds(30.5)), .seek(by: .seconds(-5.5)), .seek(by: .seconds(30)),
      .pause, .toggle, .stop, .interruptionBegan, .setVolume(-60),
    ] as [Action])
  func `are over when the user leaves or silences them, not when they were to end`(action: Action) throws {
    expect(try changes([(6, does(action)), (9, does(.stop))]), at: [4, 6])
  }

  @Test func `are over when an open phase is done, when a move to them is undone, and when the device is released`()
    throws
  {
    expect(try changes([(6, does(.done)), (9, does(.stop))], first: .open()), at: [4, 6])
    expect(try changes([(2, does(.skip)), (8, does(.undo)), (9, does(.stop))]), at: [6, 8])
    expect(try changes([(6, { $0.releaseDevice {} }), (20, does(.stop))]), at: [4, 6])
  }

  @Test func `are heard to their end otherwise, and by whom turns the volume up again`() throws {
    expect(try changes(), at: [4, 8, 34, 38])
    let turns: [Step] = [(5, does(.setVolume(-60))), (6.5, does(.setVolume(0))), (20, does(.stop))]
    expect(try changes(turns), at: [4, 5, 6.5, 8])
  }

  @Test(arguments: [(8.6, [4, 12.6]), (10, [4, 8, 10, 14])] as [(Double, [Double])])
  func `are heard on through a gap of less than a second`(second: Double, changed: [Double]) throws {
    expect(try changes([(20, does(.stop))], at: [4, second]), at: changed)
  }

  @Test func `aren't heard if the voice fails, the volume is zero, or there is no device`() throws {
    expect(try changes(saying: "crash"), at: [])
    expect(try changes([(0, does(.setVolume(-60)))]), at: [])
    expect(try changes(hasDevice: false), at: [])
  }
}
