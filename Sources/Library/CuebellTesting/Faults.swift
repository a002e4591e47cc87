public import DriftSimulation

/// What may happen to a session and its host while it is judged.
public struct Faults: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// The kinds of faults.
  public let kinds: [Fault.Kind]

  /// These kinds of faults.
  public init(arrayLiteral kinds: Fault.Kind...) { self.kinds = kinds }

  private init(kinds: [Fault.Kind]) { self.kinds = kinds }

  /// Everything that the simulation knows.
  public static let all = Faults(kinds: Fault.Kind.allCases)
  /// What the machine does: it sleeps, stalls, wakes late or twice, steps and skews its clocks, loses its sound, and
  /// kills the process.
  public static let machine: Faults = [
    .suspend, .stall, .coalesce, .jitter, .drop, .duplicate, .early, .wallStep, .skew, .audioSkew, .deviceLost,
    .deviceBack, .speechSlow, .speechHang, .speechCrash, .kill, .interrupt, .interruptEnd, .background, .foreground,
  ]
  /// What the user does: pauses, moves, extensions, and the volume.
  public static let user: Faults = [
    .pause, .resume, .toggle, .skip, .back, .restartPhase, .done, .stop, .undo, .redo, .extend, .jump, .jumpToSet,
    .seek, .volume, .mute, .abort,
  ]
}
