import WorkoutEngine

/// The session goes to the background, where cues are planned again.
struct Background: SessionAction {
  static let name = "background"
  var action: Action { .lifecycle(.background) }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 10, to: 60_000), .foreground)
  }
}

/// The session comes to the foreground.
struct Foreground: SessionAction {
  static let name = "foreground"
  var action: Action { .lifecycle(.active) }
}

extension Fault {
  /// The session goes to the background.
  public static let background = Fault(Background())
  /// The session comes to the foreground.
  public static let foreground = Fault(Foreground())
}

extension Fault.Kind {
  /// The kind named `background`.
  public static let background = Self(Background.self)
  /// The kind named `foreground`.
  public static let foreground = Self(Foreground.self)
}
