/// The session's process ends and restarts after this length: restored from the last save, paused, and resumed.
struct Kill: TimedFault {
  static let name = "kill"
  var length = Duration.zero
  var delay: Duration { length }

  func apply(to host: inout some FaultHost) { host.kill(for: length) }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(length: script.size(from: 10, to: 60_000)) }
}

extension Fault {
  /// The session's process ends and restarts after a length of true time.
  public static func kill(length: Duration) -> Fault { Fault(Kill(length: length)) }
}

extension Fault.Kind {
  /// The kind named `kill`.
  public static let kill = Self(Kill.self)
}
