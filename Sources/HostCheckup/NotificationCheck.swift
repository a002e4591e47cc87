/// Whether the desktop can be told that a workout is complete.
public struct NotificationCheck: Equatable, Sendable {
  /// Whether there is a desktop that the command could reach.
  public var hasDesktop: Bool
  /// The path of `notify-send`, which shows the notification; `nil` where it isn't installed.
  public var program: String?

  /// What there is.
  public init(hasDesktop: Bool, program: String?) {
    self.hasDesktop = hasDesktop
    self.program = program
  }

  /// The judgement: without a desktop nothing is missing.
  public var finding: Finding {
    switch (hasDesktop, program) {
    case (true, let program?): .ok("notifications", "\(program) tells the desktop when a workout is complete")
    case (true, nil):
      .warning(
        "notifications", "notify-send isn't installed: the desktop isn't told when a workout is complete",
        cure: "apt-get install libnotify-bin")
    case (false, let program): .ok("notifications", "no desktop here\(program == nil ? "" : ", though notify-send is")")
    }
  }
}
