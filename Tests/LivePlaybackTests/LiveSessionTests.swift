import AudioMixing
import CueAudio
import Dispatch
import Glibc
import HostSystem
import LivePlayback
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// A voice that says nothing before `moment`.
private struct SlowSpeech: SpeechBackend {
  let clock: FakeClock
  let moment: Duration

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    clock.block(until: moment)
    return SpokenAudio(samples: Array(repeating: 8_000, count: 4_410), sampleRate: 22_050)
  }
}

/// A voice that says nothing until the end.
private final class HangingSpeech: SpeechBackend {
  private let hang = DispatchSemaphore(value: 0)

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    hang.wait()
    throw .unavailable("it has ended")
  }

  func end() { hang.signal() }
}

/// A voice that says everything in two seconds, at once.
private struct QuickSpeech: SpeechBackend {
  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    SpokenAudio(samples: Array(repeating: 8_000, count: 44_100), sampleRate: 22_050)
  }
}

@Suite struct `A live session` {
  private func events(_ reports: [LiveSession.Report]) -> [EngineEvent] {
    reports.compactMap { report in
      if case .session(.event(let event)) = report { event } else { nil }
    }
  }

  /// Playback as it changed, with the elapsed time.
  private func score(_ reports: [LiveSession.Report]) -> [String] {
    events(reports).compactMap { event in
      switch event.kind {
      case .paused(let pause): "paused at \(pause.elapsed) by \(pause.reason)"
      case .finished(let end): "\(end.reason) after \(end.elapsed), at \(event.at - begin(reports))"
      default: nil
      }
    }
  }

  private func begin(_ reports: [LiveSession.Report]) -> Duration {
    for event in events(reports) { if case .phaseStarted = event.kind { return event.at } }
    return .zero
  }

  @Test(arguments: [100_000, -100_000])
  func `keeps its cues within a millisecond of their moments for a quarter of an hour on a card that is 100 ppm off`(
    periodErrorPPB: Int
  ) throws {
    let clock = FakeClock()
    let onsets = FakeDevice.Onsets()
    let device = FakeDevice(clock, periodErrorPPB: periodErrorPPB, onsets)
    let reports = try LiveSessionHarness(workout: .beeps(.seconds(900))).run(clock, into: device)
    let due = events(reports).compactMap { event -> Duration? in
      if case .cueSettled(let cue) = event.kind, cue.outcome == .onTime { cue.due } else { nil }
    }
    let heard = onsets.frames.withLock { $0 }.map { device.heard($0) }
    try #require(due.count == 899 && heard.count == due.count, "\(due.count) due, \(heard.count) heard")
    let worst = zip(heard, due).map { max($0 - $1, $1 - $0) }.max() ?? .zero
    #expect(worst <= .milliseconds(1))
    #expect(score(reports) == ["completed after 900.0 seconds, at 900.0 seconds"])
  }

  @Test(arguments: [
    (SuspendPolicy.continue, ["completed after 120.0 seconds, at 120.0 seconds"]),
    (.freeze, ["completed after 120.0 seconds, at 210.0 seconds"]),
    (.pauseIfOver(.seconds(100)), ["completed after 120.0 seconds, at 120.0 seconds"]),
  ])
  func `notices that the machine slept, and does what the policy says`(policy: SuspendPolicy, score: [String]) throws {
    let clock = FakeClock(sleepingAt: .seconds(20), for: .seconds(90))
    let reports = try LiveSessionHarness(workout: .beeps(.seconds(120)), policies: Policies(whenSuspended: policy)).run(
      clock)
    #expect(self.score(reports) == score)
    let late = events(reports).count { event in
      if case .cueSettled(let cue) = event.kind { cue.outcome == .late } else { false }
    }
    // What was missed is reported, and at most one of it sounds.
    #expect(late <= 1)
  }

  @Test func `sends its sound earlier by what the speakers add`() throws {
    let clock = FakeClock()
    let onsets = FakeDevice.Onsets()
    let device = FakeDevice(clock, periodErrorPPB: 0, onsets)
    let harness = LiveSessionHarness(workout: .beeps(.seconds(10)), latencyOffset: .milliseconds(150))
    let reports = try harness.run(clock, into: device)
    let due = events(reports).compactMap { event -> Duration? in
      if case .cueSettled(let cue) = event.kind { cue.due } else { nil }
    }
    let heard = onsets.frames.withLock { $0 }.map { device.heard($0) }
    let early = zip(due, heard).map { $0 - $1 }
    #expect(early.count == 9 && early.allSatisfy { (Duration.milliseconds(149)...(.milliseconds(151))).contains($0) })
  }

  @Test func `wakes the speakers before its very first sound, and begins when they are awake`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("beep"))
    let workout = Workout(
      name: "Beep", style: .silent, cues: [rule], nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(2)))))])
    let clock = FakeClock()
    let onsets = FakeDevice.Onsets()
    let device = FakeDevice(clock, periodErrorPPB: 0, onsets)
    let reports = try LiveSessionHarness(workout: workout, leadIn: .milliseconds(400)).run(clock, into: device)
    let due = try #require(
      events(reports).lazy.compactMap { event in
        if case .cueSettled(let cue) = event.kind { cue.due } else { nil }
      }.first)
    // The noise goes over into the beep, so that both are one.
    let heard = onsets.frames.withLock { $0 }.map { device.heard($0) }
    let lead = due - (try #require(heard.first))
    #expect(heard.count == 1 && (Duration.milliseconds(400)...(.milliseconds(440))).contains(lead), "\(lead)")
  }

  @Test func `that is hurried begins when what it will say has been made`() throws {
    let rule = CueRule(on: .phase, at: .every(.seconds(100)), say: CueText(pieces: [.words("Breathe")]))
    let late = CueRule(on: .phase, at: .start(offset: .seconds(450)), say: CueText(pieces: [.words("Soon over")]))
    let nodes = [Node.phase(Phase("A", .high, .after(.fixed(.seconds(500)))))]
    let workout = Workout(name: "Talk", style: .silent, cues: [rule, late], nodes: nodes)
    // A session that doesn't wait for its words is over when the voice begins to speak.
    let clock = FakeClock()
    let speech = SlowSpeech(clock: clock, moment: .seconds(600))
    let reports = try LiveSessionHarness(workout: workout, speed: 50, speech: speech).run(clock)
    let complaints = reports.filter { if case .session(.complaint) = $0 { true } else { false } }
    #expect(reports.last == .over && complaints.isEmpty, "\(complaints)")
  }

  @Test func `waits one second for a voice that hangs where another can stand in for it`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("{phase}"))
    let phase = Node.phase(Phase("A", .high, .after(.fixed(.seconds(3)))))
    let workout = Workout(name: "Talk", style: .silent, cues: [rule], nodes: [phase])
    let voice = HangingSpeech()
    let standIn = PhraseSynthesizer(QuickSpeech(), named: "another")
    let phrases = SpeechCache(voice, voice: workout.voice, standIn: standIn)
    var harness = LiveSessionHarness(workout: workout, phrases: phrases)
    harness.observe = { events, _ in
      for event in events { if case .phaseStarted = event.kind { voice.end() } }
    }
    let asked = Mutex<[Duration]>([])
    let clock = FakeClock()
    harness.script = [
      (.milliseconds(500), { $0.send(.setVolume(-1)) { _ in asked.withLock { $0.append(clock.now()) } } })
    ]
    let reports = try harness.run(clock)
    let complaints = reports.compactMap { if case .session(.complaint(let text)) = $0 { text } else { nil } }
    #expect(complaints == ["The voice isn't ready: another speaks until it is."] && begin(reports) >= .seconds(1))
    // It is controlled meanwhile.
    #expect(asked.withLock { $0.count == 1 && $0[0] < .seconds(1) })
  }

  @Test func `has what it says in each of many sets in time, and holds little of it`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("Set {set} of many"))
    let nodes = [Node.phase(Phase("A", .high, .after(.fixed(.seconds(5)))))]
    let workout = Workout(
      name: "Talk", style: .silent, cues: [rule], nodes: [.group(SetGroup(.sets(120), nodes: nodes))])
    let phrases = SpeechCache(QuickSpeech(), voice: workout.voice)
    let reports = try LiveSessionHarness(workout: workout, speed: 60, phrases: phrases).run(BootClock(speed: 60))
    let complaints = reports.filter { if case .session(.complaint) = $0 { true } else { false } }
    let said = events(reports).count { if case .cueSettled = $0.kind { true } else { false } }
    #expect(reports.last == .over && said == 120 && complaints.isEmpty, "\(said) said; \(complaints)")
    // Four minutes are said in all.
    print("of 240 s of speech \(phrases.frames / 48_000) s are held at the end")
    #expect(phrases.frames <= 90 * 48_000)
  }

  @Test func `has what follows a long phase in time when the user leaves that at its beginning`() throws {
    let nodes = ["Rest", "Push-ups", "Squats"].map { Node.phase(Phase($0, .high, .after(.fixed(.seconds(600))))) }
    let rule = CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("{phase}"))
    let workout = Workout(name: "Long", style: .silent, cues: [rule], nodes: nodes)
    let phrases = SpeechCache(QuickSpeech(), voice: workout.voice)
    var harness = LiveSessionHarness(workout: workout, phrases: phrases)
    harness.keys = [(.skip, once: "Push-ups"), (.skip, once: "Squats"), (.stop, once: "Push-ups")]
    let reports = try harness.run(BootClock(speed: 1))
    let complaints = reports.filter { if case .session(.complaint) = $0 { true } else { false } }
    let said = events(reports).compactMap { event in
      if case .cueSettled(let cue) = event.kind, [.onTime, .late].contains(cue.outcome) { cue.say } else { nil }
    }
    #expect(said == ["Rest", "Push-ups", "Squats"] && complaints.isEmpty, "\(said) \(complaints)")
  }

  @Test func `sends the failure of a phrase to the engine once, and its cues fail with that reason`() throws {
    let rule = CueRule(on: .phase, at: .every(.seconds(1)), say: try CueText("Breathe"))
    let nodes = [Node.phase(Phase("A", .high, .after(.fixed(.seconds(3)))))]
    let workout = Workout(name: "Talk", style: .silent, cues: [rule], nodes: nodes)
    let events = events(try LiveSessionHarness(workout: workout).run(FakeClock()))
    let failures = events.compactMap { event -> Action? in
      event.kind.acceptedAction.flatMap { $0.name == "speechFailed" ? $0 : nil }
    }
    let reason = "speech is not available on this machine: there is no voice here"
    #expect(failures == [.speechFailed("Breathe", reason: reason)])
    let outcomes = events.compactMap { event in
      if case .cueSettled(let cue) = event.kind { "\(cue.outcome) \(cue.cause?.description ?? "")" } else { nil }
    }
    #expect(!outcomes.isEmpty && outcomes.allSatisfy { $0 == "failed \(reason)" }, "\(outcomes)")
  }

  @Test func `activates the audio session as it starts, and deactivates it as it is over`() throws {
    let commands = Mutex<[Effect.SessionCommand]>([])
    var harness = LiveSessionHarness(workout: .beeps(.seconds(3)))
    harness.audioSession = { command throws(AudioSessionError) in commands.withLock { $0.append(command) } }
    #expect(score(try harness.run(FakeClock())).last?.hasPrefix("completed") == true)
    #expect(commands.withLock { $0 } == [.activate, .deactivate])
  }

  @Test func `fails where the audio session is not available`() throws {
    var harness = LiveSessionHarness(workout: .beeps(.seconds(3)))
    harness.audioSession = { command throws(AudioSessionError) in
      if command == .activate { throw AudioSessionError.busy(.preview) }
    }
    let reports = try harness.run(FakeClock())
    #expect(failure(in: reports) == "preview holds the audio session")
    #expect(reports.last == .over)
  }

  @Test func `fails where the device that it needs is lost before the workout begins`() throws {
    let clock = FakeClock()
    var device = FakeDevice(clock, periodErrorPPB: 0, FakeDevice.Onsets())
    device.isLost = true
    var harness = LiveSessionHarness(workout: .beeps(.seconds(3)))
    harness.needsDevice = true
    #expect(failure(in: try harness.run(clock, into: device)) == "unplugged")
    harness.needsDevice = false
    #expect(failure(in: try harness.run(clock, into: device)) == nil)
  }

  /// Why a session failed, if it did and finished so.
  private func failure(in reports: [LiveSession.Report]) -> String? {
    guard score(reports).last?.hasPrefix("failed") == true else { return nil }
    return events(reports).lazy.compactMap { event in
      if case .stateChanged(let report) = event.kind, case .failed(let reason) = report.to { reason } else { nil }
    }.first
  }

  @Test func `sends silence before it begins, for players that open their devices late`() throws {
    let clock = FakeClock()
    let onsets = FakeDevice.Onsets()
    var harness = LiveSessionHarness(workout: .beeps(.seconds(2)))
    harness.openingSilence = .seconds(3)
    _ = try harness.run(clock, into: FakeDevice(clock, periodErrorPPB: 0, onsets))
    let frames = onsets.frames.withLock(\.self)
    #expect(try #require(frames.first) >= 3 * 48_000, "\(frames)")
  }

  @Test func `passes on what it has mixed before it waits for a device that takes everything at once`() throws {
    let clock = FakeClock()
    let onsets = FakeDevice.Onsets()
    var device = FakeDevice(clock, periodErrorPPB: 0, onsets)
    device.keepsFrames = true
    _ = try LiveSessionHarness(workout: .beeps(.seconds(5))).run(clock, into: device)
    #expect(onsets.longestKept.withLock(\.self) == .zero)
  }

  @Test func `reports everything when it is heard, in order, and last that it is over`() throws {
    let clock = FakeClock()
    let onsets = FakeDevice.Onsets()
    let reports = try LiveSessionHarness(workout: .beeps(.seconds(5))).run(
      clock, into: FakeDevice(clock, periodErrorPPB: 0, onsets))
    let instants = events(reports).map(\.at)
    #expect(instants == instants.sorted() && !instants.isEmpty)
    #expect(reports.last == .over && reports.count { $0 == .over } == 1)
  }
}
