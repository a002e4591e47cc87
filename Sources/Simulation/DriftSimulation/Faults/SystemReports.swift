import WorkoutEngine
import WorkoutModel

/// Another program interrupts the session, which pauses. Interruptions nest.
struct Interrupt: SessionAction {
  var kind: Fault.Kind { .interrupt }
  var action: Action { .interruptionBegan }

  /// Adds the sequel of an interruption: its end, or a pause, a nested or a later interruption, and finally a resume by
  /// the user.
  func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    let end = instant + script.size(from: 100, to: 60_000)
    var last = end
    switch script.random.below(5) {
    case 0:
      script.add(at: instant + script.part(of: end - instant), .pause)
      script.add(at: end, .interruptEnd(shouldResume: true))
    case 1:
      script.add(at: end, .interruptEnd(shouldResume: false))
      let second = end + script.size(from: 100, to: 10_000)
      last = second + script.size(from: 100, to: 10_000)
      script.add(at: second, .interrupt)
      script.add(at: last, .interruptEnd(shouldResume: true))
    case 2:
      script.add(at: instant + script.part(of: end - instant), .interrupt)
      script.add(at: end, .interruptEnd(shouldResume: script.random.below(2) == 0))
      last = end + script.size(from: 100, to: 10_000)
      script.add(at: last, .interruptEnd(shouldResume: true))
    default: script.add(at: end, .interruptEnd(shouldResume: script.random.below(2) == 0))
    }
    script.add(at: last + script.size(from: 100, to: 10_000), .resume)
  }
}

struct InterruptEnd: SessionAction {
  var kind: Fault.Kind { .interruptEnd }
  static let parameters: [FaultParameterBinding<Self>] = [.flag("shouldResume", \.shouldResume)]
  var shouldResume = false

  var action: Action { .interruptionEnded(shouldResume: shouldResume) }

  func generated(by script: inout ScriptBuilder) -> Self { Self(shouldResume: script.random.below(2) == 0) }

  func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant - script.size(from: 100, to: 10_000), .interrupt)
  }
}

extension Fault {
  /// The audio device is lost.
  public static let deviceLost = Fault(PlainAction.deviceLost)
  /// The audio device is back.
  public static let deviceBack = Fault(PlainAction.deviceBack)
  /// The session goes to the background.
  public static let background = Fault(PlainAction.background)
  /// The session comes to the foreground.
  public static let foreground = Fault(PlainAction.foreground)
  /// Another program interrupts the session.
  public static let interrupt = Fault(Interrupt())
  /// An interruption ends, and requests that the session resume or not.
  public static func interruptEnd(shouldResume: Bool) -> Fault { Fault(InterruptEnd(shouldResume: shouldResume)) }
}
