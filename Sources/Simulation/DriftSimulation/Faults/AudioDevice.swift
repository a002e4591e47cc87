import WorkoutEngine

/// The audio device is lost.
struct DeviceLost: SessionAction {
  static let name = "deviceLost"
  var action: Action { .audioLost }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 10, to: 60_000), .deviceBack)
  }
}

/// The audio device is back.
struct DeviceBack: SessionAction {
  static let name = "deviceBack"
  var action: Action { .audioRestored }
}

extension Fault {
  /// The audio device is lost.
  public static let deviceLost = Fault(DeviceLost())
  /// The audio device is back.
  public static let deviceBack = Fault(DeviceBack())
}

extension Fault.Kind {
  /// The kind named `deviceLost`.
  public static let deviceLost = Self(DeviceLost.self)
  /// The kind named `deviceBack`.
  public static let deviceBack = Self(DeviceBack.self)
}
