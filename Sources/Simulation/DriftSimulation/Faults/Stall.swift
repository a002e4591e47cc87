/// The host is held up: all clocks advance, nothing wakes the session.
struct Stall: TimedFault {
  static let name = "stall"
  var length = Duration.zero
  var delay: Duration { length }

  func apply(to host: inout some FaultHost) { host.stall(for: length) }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(length: script.size(from: 5, to: 120_000)) }
}

extension Fault {
  /// The host is held up for a length of true time.
  public static func stall(length: Duration) -> Fault { Fault(Stall(length: length)) }
}

extension Fault.Kind {
  /// The kind named `stall`.
  public static let stall = Self(Stall.self)
}
