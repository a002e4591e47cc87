/// The host is suspended: boot and wall clock advance, the monotonic clock is stopped, nothing wakes the session.
struct Suspend: TimedFault {
  static let name = "suspend"
  var length = Duration.zero
  var delay: Duration { length }

  func apply(to host: inout some FaultHost) { host.suspend(for: length) }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(length: script.size(from: 5, to: 400_000)) }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 1000, to: 500_000), .resume)
  }
}

extension Fault {
  /// The host is suspended for a length of true time.
  public static func suspend(length: Duration) -> Fault { Fault(Suspend(length: length)) }
}

extension Fault.Kind {
  /// The kind named `suspend`.
  public static let suspend = Self(Suspend.self)
}
