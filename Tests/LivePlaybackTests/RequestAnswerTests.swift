import AudioMixing
import CueAudio
import HostSystem
import LivePlayback
import SessionControl
import SessionReporting
import StrictJSON
import Synchronization
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A request to a live session` {
  private final class RecordedAnswers: Sendable {
    /// What was decided about each request, and when.
    let all = Mutex<[String]>([])

    func record(_ event: EngineEvent?) {
      let words: String
      if let event, case .actionTaken(let report) = event.kind {
        let origin = event.origin?.source.rawValue ?? "-"
        words = "\(report.action.name) \(report.result) by \(origin) to \(report.to.name)"
      } else {
        words = event == nil ? "over" : "another event"
      }
      all.withLock { $0.append(words) }
    }
  }

  private let answers = RecordedAnswers()

  private func workout(_ seconds: Int) -> Workout {
    let beep = CueRule(on: .phase, at: .every(.seconds(10)), sound: CueSound("beep"))
    return Workout(
      name: "Beeps", style: .silent, cues: [beep], nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(seconds)))))]
    )
  }

  private func isFinished(_ report: LiveSession.Report) -> Bool {
    if case .session(.event(let event)) = report, case .finished = event.kind { true } else { false }
  }

  @Test func `is answered once, in order, with what the engine has decided, or with nothing at the end`() throws {
    let clock = FakeClock()
    let onsets = FakeDevice.Onsets()
    var harness = LiveSessionHarness(workout: workout(3_600))
    harness.script = [
      (
        .seconds(2),
        { [answers] session in
          session.send(.pause, by: .from(.socket, name: nil)) { answers.record($0) }
          session.send(.pause, by: .from(.key, name: nil)) { answers.record($0) }
          session.send(.undo) { answers.record($0) }
          session.send(.resume, by: .from(.mpris, name: nil)) { answers.record($0) }
        }
      ), (.seconds(4), { $0.send(.stop) }),
    ]
    harness.follow = { [answers, isFinished] report, session in
      if isFinished(report) { session.send(.pause) { answers.record($0) } }
    }
    _ = try harness.run(clock, into: FakeDevice(clock, periodErrorPPB: 0, onsets))
    #expect(
      answers.all.withLock { $0 } == [
        "pause accepted by socket to fadingOut",
        "pause refused(it is paused already) by key to fadingOut",
        "undo refused(there is nothing to undo) by - to fadingOut",
        "resume accepted by mpris to fadingIn", "over",
      ])
  }

  /// What a request may ask for.
  private static let requests: [Action] = [
    .pause, .resume, .skip, .extend(by: .seconds(15)), .undo, .redo, .back, .setVolume(-9), .setVolume(-60),
    .jump(to: .seconds(7)), .seek(by: .seconds(3)), .seek(by: .seconds(-2)), .skip, .done, .restartPhase, .undo,
    .jumpToSet(3), .extend(by: .seconds(-5)), .pause, .toggle, .stop,
  ]

  /// The device holds 120 ms, all of which is decided before it is heard.
  @Test func `is answered after everybody sees what was decided, while time alone is seen when it is heard`() throws {
    let workout = Workout(
      name: "W", style: .silent,
      nodes: [
        .phase(Phase("Ready", .prepare, .after(.fixed(.seconds(5))))),
        .group(
          SetGroup(
            .sets(3),
            nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(20))))), .phase(Phase("B", .high, .open()))])),
      ])
    let clock = FakeClock()
    let decided = Mutex<Engine?>(nil)
    let session = Mutex(ObservedSession(try Timeline(workout)))
    let compared = Mutex<[String]>([])
    let early = Mutex<[String]>([])
    var harness = LiveSessionHarness(workout: workout)
    harness.store = { engine in decided.withLock { $0 = engine } }
    harness.observe = { events, isRequested in
      for event in events {
        session.withLock { $0.observe(SessionEvent(event)) }
        // Half a block early at most.
        if !isRequested, event.at > clock.now() + .milliseconds(20) { early.withLock { $0.append("\(event)") } }
      }
    }
    for (index, action) in Self.requests.enumerated() {
      harness.script.append(
        (
          .seconds(2 + 2 * index),
          { live in
            live.send(action, by: .from(.socket, name: nil)) { answer in
              guard let engine = decided.withLock(\.self), answer?.kind.acceptedAction != nil else {
                return compared.withLock { $0.append("\(action.name) refused") }
              }
              let properties = SessionPropertySet.watchable.subtracting([.lastCue])
              let seen = session.withLock { $0.values(of: properties, at: engine.now).line() }
              let known = ObservedSession(engine).values(of: properties, at: engine.now).line()
              compared.withLock { $0.append(seen == known ? action.name : "\(action.name):\n\(seen)\n\(known)") }
            }
          }
        ))
    }
    _ = try harness.run(clock, into: FakeDevice(clock, periodErrorPPB: 0, FakeDevice.Onsets()))
    #expect(compared.withLock(\.self) == Self.requests.map(\.name))
    #expect(early.withLock(\.self) == [])
  }

  /// What the device of each profile holds, and its period, in frames.
  @Test(arguments: [(1_920, 480), (5_760, 1_440), (24_000, 3_000)])
  func `to pause is heard before what the device holds and a period have been played`(held: Int, period: Int) throws {
    let clock = FakeClock()
    let delays = Mutex<[Duration]>([])
    var harness = LiveSessionHarness(workout: workout(3_600))
    harness.script = (0..<40).map { press in
      let moment = Duration.milliseconds(2_000 + 1_037 * press)
      return (
        moment,
        { session in
          let pressed = clock.now()
          session.send(press % 2 == 0 ? .pause : .resume) { answer in
            if let answer { delays.withLock { $0.append(answer.at - pressed) } }
          }
        }
      )
    }
    harness.script.append((.seconds(60), { $0.send(.stop) }))
    var device = FakeDevice(clock, periodErrorPPB: 0, FakeDevice.Onsets())
    (device.held, device.blockFrames) = (held, period)
    _ = try harness.run(clock, into: device)
    let limit = FrameClock.duration(of: held + period)
    let all = delays.withLock(\.self)
    #expect(all.count == 40 && all.allSatisfy { (.zero...limit).contains($0) }, "\(all), at most \(limit)")
  }

  /// A session that is kept on time without a sound.
  private func quiet(_ workout: Workout) throws -> LiveSessionHarness {
    var harness = LiveSessionHarness(workout: workout)
    harness.wakeDescriptor = try WakeDescriptor()
    return harness
  }

  @Test func `finds a session that is kept on time without sound asleep between its deadlines`() throws {
    let beats = Atomic(0)
    let stores = Atomic(0)
    var harness = try quiet(workout(120))
    harness.speed = 100
    harness.beat = { beats.add(1, ordering: .relaxed) }
    harness.store = { _ in stores.add(1, ordering: .relaxed) }
    let reports = try harness.run(BootClock(speed: 100))
    let cues = reports.count { report in
      guard case .session(.event(let event)) = report, case .cueSettled = event.kind else { return false }
      return true
    }
    #expect(cues == 11 && reports.last == .over)
    // One wake-up for each duty and each report, some for the beginning; each block would be 3 000.
    let limit = 2 * (stores.load(ordering: .relaxed) + reports.count) + 100
    #expect(beats.load(ordering: .relaxed) < limit && limit < 1_000, "\(beats.load(ordering: .relaxed)) of \(limit)")
  }

  @Test func `wakes a session that is kept on time without sound`() throws {
    let clock = BootClock(speed: 1)
    let waited = Mutex(Duration.zero)
    let asked = Mutex(0)
    let count = 70
    var harness = try quiet(workout(3_600))
    harness.follow = { report, session in
      guard case .session(.event(let event)) = report else { return }
      let isVolume = if case .actionTaken(let report) = event.kind { report.action.name == "setVolume" } else { false }
      switch event.kind {
      case .phaseStarted: session.send(.pause)
      // Nothing is due then for seconds; one that isn't woken sleeps for one each time, longer than a minute in all.
      case .paused,
        .actionTaken where isVolume:
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        guard number <= count else { return session.send(.stop) }
        let sent = clock.now()
        session.send(.setVolume(Double(-number))) { _ in waited.withLock { $0 += clock.now() - sent } }
      default: break
      }
    }
    #expect(try harness.run(clock).last == .over)
    #expect(waited.withLock(\.self) < Timeout.limit, "\(waited.withLock(\.self))")
  }
}
