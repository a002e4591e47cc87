public import WorkoutModel

/// Everything that a session is, as one value: it can be compared, saved, restored and printed.
public struct EngineState: Equatable, Sendable, Codable {
  /// Whether it plays, fades, pauses or is over.
  public internal(set) var playback = PlaybackState.idle
  /// The instant up to which the session has advanced.
  public internal(set) var now = Duration.zero
  /// Active time and the place in the plan.
  public internal(set) var timer = SessionTimer()
  /// The place in the plan; `nil` before the start and when all is done.
  public internal(set) var cursor: Cursor?
  /// The bed and the place of its fade.
  public internal(set) var ambient = AmbientState()
  /// The warnings settled so far, so that none is repeated.
  public internal(set) var ledger = WarningLedger()
  /// What the user did to the lengths of phases, in the order of the plan.
  public internal(set) var edits: [PhaseEdit] = []
  /// dB relative to the normal level.
  public internal(set) var volume = 0.0
  /// Whether anybody looks at the session.
  public internal(set) var lifecycle = Lifecycle.active
  /// Whether there is a device to be heard on.
  public internal(set) var isAudible = true
  /// The moves that can be undone and redone.
  public internal(set) var history = MoveHistory()
  /// The interruptions that last.
  public internal(set) var interruptions = Interruptions()
  /// When a toggle was last accepted.
  var lastToggle: Duration?

  init() {}

  /// Active time: what was spent working out, pauses left out.
  public var elapsed: Duration { timer.elapsed(at: now) }

  /// The place in the plan.
  public var position: Duration { timer.position(at: now) }

  /// Whether a toggle of the user would take effect now.
  public func canAcceptUserInput(_ policy: InputPolicy) -> Bool {
    switch playback {
    case .completed, .stopped, .failed, .fadingOut(_, .stopped): return false
    case .fadingIn, .fadingOut: if policy == .gate { return false }
    // A workout that lasts no time can't be started.
    case .idle: if cursor == nil { return false }
    case .preparingToPlay, .preparingToPause, .playing, .paused: break
    }
    guard let lastToggle else { return true }
    return now - lastToggle >= EngineState.toggleDebounce
  }

  /// A toggle within this time after an accepted one is taken for a bounce of the key.
  public static let toggleDebounce = Duration.milliseconds(500)
}

/// What the user did to the length of one phase.
public struct PhaseEdit: Equatable, Sendable, Codable {
  /// The phase, and the sets in which it is done.
  public let id: SegmentID
  /// How much longer it was made.
  public internal(set) var extended = Duration.zero
  /// How long it had lasted when the user ended it.
  public internal(set) var ended: Duration?
  /// By how much that moved the ends of the phase and of what encloses it, as far as they were known.
  var shifts: [Shift] = []

  init(id: SegmentID) { self.id = id }

  /// How much later something ends, by its place in the file; 0 is the workout.
  struct Shift: Equatable, Sendable, Codable {
    let node: Int
    var by: Duration
  }

  /// Adds what moved the ends from those around one spot to those around another at the same place.
  mutating func note(from old: Spot, to new: Spot) {
    add(old.cursor.end, new.cursor.end, of: id.node)
    for (old, new) in zip(old.sets, new.sets) { add(old.end, new.end, of: old.group) }
  }

  private mutating func add(_ old: Duration?, _ new: Duration?, of node: Int) {
    guard let old, let new, old != new else { return }
    let index = shifts.firstIndex { $0.node == node } ?? shifts.endIndex
    if index == shifts.endIndex { shifts.append(Shift(node: node, by: .zero)) }
    shifts[index].by += new - old
    if shifts[index].by == .zero { shifts.remove(at: index) }
  }

  /// By how much the end of a phase, set or workout was moved, if the phase belongs to it; `sets` are those of the
  /// groups around it, counted from 1.
  func shift(of node: Int, in sets: [Int]) -> Duration {
    guard id.sets.prefix(sets.count).elementsEqual(sets.map { $0 - 1 }) else { return .zero }
    return shifts.first { $0.node == node }?.by ?? .zero
  }
}
