import WorkoutModel

/// The sounds that a host has handed over ahead of time: to an audio queue, or to a system that plays them while the
/// host isn't woken.
///
/// ```swift
/// var queue = SoundQueue(ahead: .seconds(6))             // A wake-up comes every five seconds, or sooner.
/// let wake = queue.wake(&engine, at: now)
/// for effect in wake.withdraw { cancel(effect) }
/// for effect in wake.queue { schedule(effect, at: effect.due) }
/// for event in wake.events { report(event) }
/// ```
///
/// The engine isn't ahead of its host: its place is that of the moment. What lies ahead is a forecast, which holds
/// until something happens; then `wake` tells what of it is withdrawn. Wake-ups that are no further apart than `ahead`
/// lose nothing: each sound is handed over before it is due, once, and at its exact instant. What was due beyond that
/// is late, and treated by the grace of its cue. Words of the coach, which follow from measurements, are no part of a
/// forecast: they come when the session is woken.
public struct SoundQueue: Equatable, Sendable {
  /// What a wake-up brings, in the order in which it is to be done.
  public struct Wake: Equatable, Sendable {
    /// Sounds and words that were handed over and mustn't be heard.
    public var withdraw: [Effect] = []
    /// Sounds and words to hand over, each with its instant; one that is past means at once.
    public var queue: [Effect] = []
    /// What else must happen, such as a fade of the bed, or of what sounds: it has been due since its instant.
    public var effects: [Effect] = []
    /// What has happened.
    public var events: [EngineEvent] = []

    /// Creates the result of a wake-up.
    public init() {}

    fileprivate mutating func withdraw(_ sounds: [Effect]) {
      for sound in sounds {
        if let index = queue.firstIndex(of: sound) { queue.remove(at: index) } else { withdraw.append(sound) }
      }
    }
  }

  /// The time by which sounds are handed over before they are due, at most 20 s: no plan need reach further.
  public let ahead: Duration
  /// The sounds and words that were handed over and whose cues are yet to begin.
  public private(set) var sounds: [Effect] = []
  /// The words of cues that have begun, which are due later.
  private var begun: [Effect] = []
  /// The instant up to which everything has been handed over; `nil` before the first wake-up.
  private var horizon: Duration?

  /// An empty queue of a host that is woken at least every `ahead`.
  public init(ahead: Duration) { self.ahead = min(max(ahead, .zero), WarningScheduler.lookAhead) }

  /// Advances a session to `now` and sends it an action, which may be one of the user or a sleep of the machine.
  ///
  /// All that happens to the session passes through here, from its start on.
  ///
  /// - Parameters:
  ///   - engine: The session.
  ///   - now: The instant, in session time.
  ///   - action: The action; by default only time has passed.
  ///   - origin: The source of the action.
  ///   - isReady: Whether a sound can be handed over. One that isn't ready is offered again at the next wake-up.
  /// - Returns: What to withdraw, to queue and to do, and what has happened.
  public mutating func wake(
    _ engine: inout Engine, at now: Duration, sending action: Action = .tick, by origin: ActionOrigin? = nil,
    if isReady: (Effect) -> Bool = { _ in true }
  ) -> Wake {
    var wake = Wake()
    let now = now.withinCentury
    // What was handed over has been heard on time, but not while the machine slept.
    var heard = min(now, horizon ?? engine.now)
    if case .suspended(let gap) = action { heard = min(heard, now - max(gap.withinCentury, .zero)) }
    if heard > engine.now { follow(engine.send(.tick, at: heard, soundsFrom: engine.now), into: &wake) }
    if action != .tick || heard < now { follow(engine.send(action, by: origin, at: now), into: &wake) }
    let change = follow(engine.forecast(until: now + ahead), if: isReady)
    wake.withdraw(change.withdrawn)
    wake.queue += change.queued
    begun.removeAll { $0.due <= now }
    horizon = engine.planEnd(until: now + ahead)
    return wake
  }

  private mutating func follow(_ reaction: Engine.Reaction, into wake: inout Wake) {
    wake.events += reaction.events
    for effect in reaction.effects {
      guard effect.cuePart != nil else {
        if case .silence(let scope, _) = effect.kind { wake.withdraw(silence(scope, at: effect.due)) }
        wake.effects.append(effect)
        continue
      }
      switch begin(effect) {
      case .asQueued: break
      case .unannounced: wake.queue.append(effect)
      case .insteadOf(let other):
        wake.withdraw([other])
        wake.queue.append(effect)
      }
      begun.append(effect)
    }
  }

  /// Withdraws what is silenced at an instant and has not been heard before.
  private mutating func silence(_ scope: Effect.SilenceScope, at instant: Duration) -> [Effect] {
    let unheard = begun.filter { $0.due > instant && scope.includes($0) }
    begun.removeAll { scope.includes($0) }
    return unheard + silence(scope)
  }
}

// What the sounds of a plan are, in any host that places them ahead.
extension SoundQueue {
  /// How a cue begins to sound.
  package enum Beginning: Equatable {
    /// As it was handed over.
    case asQueued
    /// Nothing of it was handed over.
    case unannounced
    /// Otherwise than it was handed over.
    case insteadOf(Effect)
  }

  /// Follows a forecast: withdraws what is no longer forecast or has changed, and hands over what is new and ready.
  package mutating func follow(
    _ forecast: [Effect], if isReady: (Effect) -> Bool
  ) -> (withdrawn: [Effect], queued: [Effect]) {
    var (withdrawn, queued): ([Effect], [Effect]) = ([], [])
    sounds.removeAll { sound in
      if forecast.first(where: { $0.cuePart == sound.cuePart }) == sound { return false }
      withdrawn.append(sound)
      return true
    }
    for effect in forecast where !sounds.contains(where: { $0.cuePart == effect.cuePart }) && isReady(effect) {
      sounds.append(effect)
      queued.append(effect)
    }
    return (withdrawn, queued)
  }

  /// A part of a cue begins: it isn't in the queue any more.
  package mutating func begin(_ effect: Effect) -> Beginning {
    guard let index = sounds.firstIndex(where: { $0.cuePart == effect.cuePart }) else { return .unannounced }
    let queued = sounds.remove(at: index)
    return queued == effect ? .asQueued : .insteadOf(queued)
  }

  /// Withdraws what is silenced; the next forecast withdraws the rest.
  package mutating func silence(_ scope: Effect.SilenceScope) -> [Effect] {
    let silenced = sounds.filter(scope.includes)
    sounds.removeAll { scope.includes($0) }
    return silenced
  }

  /// Withdraws a sound, so that the next forecast hands it over again.
  package mutating func remove(_ sound: Effect) { sounds.removeAll { $0 == sound } }

  /// Withdraws everything.
  package mutating func removeAll() -> [Effect] {
    defer { sounds = [] }
    return sounds
  }
}

extension Effect.SilenceScope {
  /// Whether a sound or words stop.
  fileprivate func includes(_ effect: Effect) -> Bool {
    if self == .everything { return true }
    guard case .speak(let words) = effect.kind else { return false }
    return includes(wordsOf: words.cue)
  }
}
