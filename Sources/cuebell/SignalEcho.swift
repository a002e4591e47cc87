/// Tells a signal that comes twice for one wish from a second wish.
///
/// Whoever ends a job often signals the process and then its group (GNU timeout does), a terminal that goes on with a
/// job does likewise.
struct SignalEcho: Sendable {
  /// What comes again so soon is no second wish; on the boot clock.
  static let span = Duration.milliseconds(500)

  let signal: Int32
  private let instant = ContinuousClock.now

  /// The signal has come now.
  init(of signal: Int32) { self.signal = signal }

  /// Whether a signal that comes now is the same wish once more.
  func isEchoed(by signal: Int32) -> Bool { signal == self.signal && instant.duration(to: .now) < Self.span }
}
