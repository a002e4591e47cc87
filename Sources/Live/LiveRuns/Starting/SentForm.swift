/// How a workout is written that somebody has sent to a server, which has the command read it from stdin.
package enum SentForm: String, Sendable {
  case link, short

  private static let option = "--sent-workout"

  /// The arguments of the command, which are no user's.
  package var arguments: [String] { [Self.option, rawValue] }

  /// The form that the command's arguments name; `nil` for others.
  package init?(arguments: [String]) {
    guard arguments.count == 2, arguments[0] == Self.option else { return nil }
    self.init(rawValue: arguments[1])
  }
}
