import CuebellTesting
import Testing

/// A model of a screen, which may have one of the faults that apps have.
private struct Screen: EngineHost {
  enum Flaw { case none, forgetsPhases, addsTime, saysTwice }

  var engine: Engine
  private let flaw: Flaw
  private var name: String?
  private var lag = Duration.zero

  init(_ engine: Engine, _ flaw: Flaw) {
    (self.engine, self.flaw) = (engine, flaw)
    name = engine.place.phase?.name
  }

  mutating func send(_ action: Action, at now: Duration, soundsFrom: Duration) -> Engine.Reaction {
    if flaw == .addsTime, case .resume = action { lag += .seconds(1) }
    var reaction = engine.send(action, at: now + lag, soundsFrom: soundsFrom + lag)
    if flaw == .saysTwice {
      reaction.events += reaction.events.filter { if case .cueSettled = $0.kind { true } else { false } }
    }
    for case .phaseStarted(let phase) in reaction.events.map(\.kind) where flaw != .forgetsPhases || phase.set != 3 {
      name = phase.name
    }
    return reaction
  }

  var complaint: String? {
    guard let phase = engine.place.phase, engine.place.hasBegun, phase.name != name else { return nil }
    return "\(name ?? "nothing") is shown in \(phase.name)"
  }
}

@Suite struct `A model of an app` {
  @Test func `that is right survives whatever may happen`() throws {
    let failures = try judge({ Screen($0, .none) }, of: tabata(), seeds: 0..<100, faults: .all)
    #expect(failures == [])
  }

  @Test func `that shows an old phase, loses time or speaks twice is caught, and says on which day`() throws {
    let shown = try judge({ Screen($0, .forgetsPhases) }, of: tabata(), seeds: 0..<4, faults: .machine)
    #expect(shown.first?.description.contains("Rest is shown in Work at ") == true, "\(shown)")
    for flaw in [Screen.Flaw.addsTime, .saysTwice] {
      let found = try judge({ Screen($0, flaw) }, of: tabata(), seeds: 0..<20, faults: [.pause])
      #expect(!found.isEmpty, "\(flaw)")
    }
  }

  @Test func `meets the same day again by its seed`() throws {
    let days = try judge({ Screen($0, .forgetsPhases) }, of: tabata(), seeds: 0..<8)
    let day = try #require(days.last)
    #expect(try judge({ Screen($0, .forgetsPhases) }, of: tabata(), seeds: day.seed..<day.seed + 1) == [day])
  }

  @Test func `can be given the faults by who causes them`() {
    let shared = Set(Faults.machine.kinds).intersection(Faults.user.kinds)
    #expect(shared.isEmpty)
    #expect(Faults.all.kinds.count > Faults.machine.kinds.count + Faults.user.kinds.count)
  }
}
