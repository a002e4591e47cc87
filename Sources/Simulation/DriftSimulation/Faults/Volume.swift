import WorkoutEngine
import WorkoutModel

/// The user sets the volume.
struct Volume: SessionAction {
  static let name = "volume"
  static let parameters: [FaultParameterBinding<Self>] = [
    .number("db", \.level, in: ScenarioLimits.volume, hint: "to how many dB above or below the normal level")
  ]
  var level = 0.0

  var action: Action { .setVolume(level) }
  var mayDelayCues: Bool { false }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(level: Double(script.random.below(73) - 60)) }
  var smaller: [Self] { level == 0 ? [] : [Self()] }
}

/// The user mutes the session: its volume is the lowest.
struct Mute: SessionAction {
  static let name = "mute"
  var action: Action { .setVolume(ScenarioLimits.volume.lowerBound) }
  var mayDelayCues: Bool { false }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 100, to: 60_000), .volume(0))
  }
}

extension Fault {
  /// The user sets the volume, in dB relative to the normal level.
  public static func volume(_ level: Double) -> Fault { Fault(Volume(level: level)) }
  /// The user mutes the session.
  public static let mute = Fault(Mute())
}

extension Fault.Kind {
  /// The kind named `volume`.
  public static let volume = Self(Volume.self)
  /// The kind named `mute`.
  public static let mute = Self(Mute.self)
}
