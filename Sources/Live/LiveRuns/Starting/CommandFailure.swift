/// Why the command can't be run, or didn't start a run.
package struct CommandFailure: Error, Equatable {
  /// The names are those of errors of the control socket, but for `failed`.
  package enum Kind: String {
    case busy, invalid, refused, failed
  }

  package let kind: Kind
  package let reason: String

  package init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }
}
