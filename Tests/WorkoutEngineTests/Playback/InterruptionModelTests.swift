import Testing
import WorkoutEngine
import WorkoutModel

/// Every short sequence of what may happen to a session that is interrupted, against a model of the law.
@Suite struct `Interruptions nest` {
  enum Input: CaseIterable {
    case began, ended, endedForGood, pause, resume, toggle, stop, tick, suspended

    var action: Action {
      switch self {
      case .began: .interruptionBegan
      case .ended: .interruptionEnded(shouldResume: true)
      case .endedForGood: .interruptionEnded(shouldResume: false)
      case .pause: .pause
      case .resume: .resume
      case .toggle: .toggle
      case .stop: .stop
      case .tick: .tick
      case .suspended: .suspended(gap: .seconds(90))
      }
    }
  }

  /// The law: it resumes by itself when the last one ends, says so, the user hasn't paused and it played before.
  struct Model {
    enum Mode { case playing, paused, over }
    let isGated: Bool
    var isPreparing = false
    var mode = Mode.playing
    var calls = 0
    var resumes = false
    var fadeEnd = Duration.zero
    var lastToggle = Duration.seconds(-1)

    mutating func apply(_ input: Input, at now: Duration) {
      guard mode != .over else { return }
      let isKeptOut = isGated && now < fadeEnd
      switch input {
      case .began:
        if calls == 0 { resumes = mode == .playing }
        calls += 1
        turn(.paused, until: now)
      case .ended, .endedForGood:
        guard calls > 0 else { return }
        calls -= 1
        if calls == 0, resumes, input == .ended { turn(.playing, until: fade(now)) }
      case .pause: if !isKeptOut { pause(now) }
      case .resume: if !isKeptOut, mode == .paused { resume(now) }
      case .toggle:
        guard !isKeptOut, now - lastToggle >= .milliseconds(500) else { return }
        if mode == .playing { pause(now) } else { resume(now) }
        lastToggle = now
      case .stop: mode = .over
      case .tick: break
      case .suspended: if mode == .playing, !isPreparing { turn(.paused, until: now) }
      }
      if calls == 0 { resumes = false }
    }

    private mutating func pause(_ now: Duration) {
      resumes = false
      if mode == .playing { turn(.paused, until: fade(now)) }
    }

    private mutating func resume(_ now: Duration) {
      calls = 0
      turn(.playing, until: fade(now))
    }

    private mutating func turn(_ mode: Mode, until end: Duration) { (self.mode, fadeEnd) = (mode, end) }
    private func fade(_ now: Duration) -> Duration { isPreparing ? now : now + Ambient.standardFade }
  }

  /// Tries all sequences of `depth` inputs; the first that differs from the model is returned.
  private static func search(
    _ depth: Int, _ engine: Engine, _ model: Model, at now: Duration, every spacing: Duration, after path: [Input] = []
  ) -> String? {
    guard depth > 0 else { return nil }
    for input in Input.allCases {
      let gap = input == .suspended ? Duration.seconds(90) : .zero
      var (engine, model) = (engine, model)
      model.apply(input, at: now + gap)
      _ = engine.send(input.action, at: now + gap)
      var shown = engine
      if model.isPreparing { _ = shown.send(.prepared, at: now + gap) }
      if mode(of: shown.state) != model.mode || engine.state.interruptions.count != model.calls, model.mode != .over {
        return "\(path + [input]): \(shown.state.playback), \(engine.state.interruptions), expected \(model)"
      }
      if mode(of: shown.state) != model.mode { return "\(path + [input]): \(shown.state.playback), expected over" }
      let next = now + gap + spacing
      if let found = search(depth - 1, engine, model, at: next, every: spacing, after: path + [input]) { return found }
    }
    return nil
  }

  private static func mode(of state: EngineState) -> Model.Mode {
    switch state.playback {
    case .completed, .stopped, .failed, .fadingOut(_, .stopped): .over
    default: state.timer.isRunning ? .playing : .paused
    }
  }

  @Test(arguments: [InputPolicy.reverse, .gate])
  func `in every sequence of five events as the law says`(policy: InputPolicy) throws {
    let timeline = try Timeline(Sample.silent([], Sample.phase("A", .high, 600)))
    var engine = Engine(timeline, policies: Policies(input: policy))
    _ = engine.send(.start, at: .zero)
    _ = engine.send(.prepared, at: .zero)
    _ = engine.send(.tick, at: .seconds(5))
    let model = Model(isGated: policy == .gate)
    #expect(Self.search(5, engine, model, at: .seconds(5), every: .seconds(2)) == nil)
    #expect(Self.search(4, engine, model, at: .seconds(5), every: .milliseconds(400)) == nil)
  }

  @Test func `in every sequence of four events before the playback has begun`() throws {
    var engine = Engine(try Timeline(Sample.silent([], Sample.phase("A", .high, 600))))
    _ = engine.send(.start, at: .zero)
    let model = Model(isGated: false, isPreparing: true)
    #expect(Self.search(4, engine, model, at: .seconds(5), every: .seconds(1)) == nil)
  }

  @Test func `and are remembered by a session that is stored and restored`() throws {
    var harness = try EngineHarness(Sample.quiet)
    harness.run(to: 3)
    harness.send(.interruptionBegan, at: 3)
    harness.send(.interruptionBegan, at: 4)
    try harness.replay()
    harness.send(.interruptionEnded(shouldResume: true), at: 5)
    #expect(!harness.engine.state.timer.isRunning)
    try harness.replay()
    harness.send(.interruptionEnded(shouldResume: true), at: 6)
    #expect(harness.engine.state.timer.isRunning)
  }
}
