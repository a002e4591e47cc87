import AudioMixing
import CueAudio
package import DriftSimulation
import Synchronization
import WorkoutEngine
import WorkoutModel

/// What a live session does, as the laws of the simulator read it: a second engine gets what the session's own is told,
/// on a clock that goes on from process to process.
package final class LiveTrace {
  /// A sound that the engine has asked for.
  struct Sound {
    let cue: CueKey
    /// Where in the plan its moment is.
    let mark: Duration
    /// When its clicks begin: those of a phrase are two.
    let clicks: [Duration]
    let isSpoken: Bool
    /// When it was asked for.
    let asked: Duration
    let process: Int
  }

  package private(set) var trace = Trace()
  private(set) var sounds: [Sound] = []
  /// When sounds are cut short, and which.
  private(set) var cuts: [(at: Duration, scope: Effect.SilenceScope)] = []
  /// What the session was told besides the time.
  private(set) var inputs: [(at: Duration, action: Action, process: Int)] = []
  /// The volume from an instant on.
  private(set) var volumes: [(at: Duration, gain: Double)] = []
  private(set) var engine: Engine
  /// The cues that have become facts in each process, also those that moves have made forget.
  private(set) var facts: [[CueKey]] = [[]]
  private var lastFact = 0
  /// What the session itself has told of its cues, in order.
  package private(set) var told: [String] = []
  /// The instant at which the present process began, and its number.
  private var (start, process) = (Duration.zero, 0)
  private var restoration: Restoration?
  private var previous = Duration.zero
  private var isStored = false
  private let machine: VirtualMachine

  init(_ engine: Engine, on machine: VirtualMachine) {
    self.engine = engine
    self.machine = machine
  }

  var step: Int { trace.steps.count - 1 }

  /// Another process continues with an engine that is paused where it was restored.
  func restore(_ engine: Engine, _ restoration: Restoration, at instant: Duration) {
    (self.engine, self.restoration) = (engine, restoration)
    (start, process, lastFact) = (instant, process + 1, engine.state.facts.count)
    facts.append([])
  }

  /// The present state was stored: nothing is added to the last step any more.
  func store() { isStored = true }

  func tell(_ event: EngineEvent) {
    // How many are cancelled depends on how far the plan reaches.
    guard case .cueSettled(let cue) = event.kind, cue.outcome != .cancelled else { return }
    told.append("\(cue.cue) \(cue.outcome) due \(start + cue.due)")
  }

  /// Follows what the session's engine was told.
  func follow(_ action: Action, at instant: Duration, soundsFrom: Duration) {
    learn()
    var (now, from) = (start + instant, start + soundsFrom)
    // Until it is prepared, a restored session stands still.
    if restoration != nil, action != .prepared { return }
    var input = TraceStep.Input.action(action)
    if let restoration {
      input = .restored(restoration)
      // Its clock is at zero where it is restored, and nothing happens until it is prepared.
      (now, from) = (start, start)
      engine = engine.paused(clock: start) ?? engine
      trace.restoredStates[trace.steps.count] = engine.state
      previous = restoration.storedAt
    }
    let reaction = engine.send(action, at: now, soundsFrom: from)
    restoration = nil
    facts[process] += engine.state.facts.entries(after: lastFact).map(\.key)
    lastFact = engine.state.facts.count
    note(reaction.effects, at: now)
    if action != .tick { inputs.append((now, action, process)) }
    append(
      TraceStep(
        input, at: machine.now, now: now, soundsFrom: from, previous: previous, reaction.events, reaction.effects,
        of: engine))
    previous = now
    trace.finalState = engine.state
    if case .prepared = action { machine.becomeReady() }
  }

  /// Adds a step; several of which nothing comes are one.
  private func append(_ step: TraceStep) {
    var step = step
    if let last = trace.steps.last, last.isIdle, step.isIdle, !isStored {
      step.previous = last.previous
      step.wakes = last.wakes + 1
      trace.steps.removeLast()
    }
    isStored = false
    trace.steps.append(step)
  }

  /// Phrases that had failed may have been made since.
  private func learn() {
    let made = machine.state.withLock { state in
      defer { state.made = [] }
      return state.made
    }
    for phrase in made where engine.durations.failures[phrase] != nil {
      trace.learned[step, default: []].append(phrase)
      engine.updateDurations { $0.record(phrase, length: $0.length(of: phrase)) }
    }
  }

  private func note(_ effects: [Effect], at now: Duration) {
    let click = FrameClock.duration(of: VirtualVoice.click)
    for effect in effects {
      switch effect.kind {
      case .playSound(let strike):
        let (sound, cue) = (strike.sound, strike.cue)
        let first = strike.align == .end ? effect.due - sound.strikesLength - click : effect.due
        for strike in 0..<sound.strikes {
          add(cue, [first + sound.spacing * strike], isSpoken: false, asked: now)
        }
      case .speak(let words):
        let (cue, align) = (words.cue, words.align)
        let length = engine.durations.length(of: words.phrase)
        let first = align == .end ? effect.due - length : effect.due
        add(cue, [first, first + length - click], isSpoken: true, asked: now)
        // What can't be spoken is a beep.
        if align == .end { add(cue, [effect.due], isSpoken: true, asked: now) }
      case .silence(let scope, _): cuts.append((effect.due, scope))
      case .volume(let gain): volumes.append((max(effect.due, machine.now), gain))
      default: break
      }
    }
  }

  private func add(_ cue: CueKey, _ clicks: [Duration], isSpoken: Bool, asked: Duration) {
    let mark = engine.state.facts.entries.last { $0.key == cue }?.mark ?? .zero
    sounds.append(
      Sound(cue: cue, mark: mark, clicks: clicks, isSpoken: isSpoken, asked: asked, process: process))
  }
}
