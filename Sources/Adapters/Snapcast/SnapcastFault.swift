import HostSystem

/// Why a Snapcast server can't be asked, or can't take the sound of a run.
package struct SnapcastFault: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Wait: the server isn't there, or doesn't answer as it should.
    case unavailable
    /// Say which one is meant.
    case ambiguous
    /// Name another room or stream.
    case unknown
    /// Change the server's configuration.
    case unsuitable
  }

  /// What the user can do about it.
  package let kind: Kind
  /// The reason in words, without a full stop.
  package let reason: String

  init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// The server at `address` isn't there, or has gone.
  static func absent(_ address: SnapcastAddress, _ reason: String) -> SnapcastFault {
    SnapcastFault(.unavailable, "the Snapcast server at \(address) is not available: \(reason)")
  }

  static func malformed(_ address: SnapcastAddress, _ reason: String) -> SnapcastFault {
    SnapcastFault(.unavailable, "the answer of \(address) is not that of a Snapcast server: \(reason)")
  }

  init(_ failure: SocketReader.Failure, of address: SnapcastAddress) {
    self =
      switch failure {
      case .system(.timedOut): SnapcastFault(.unavailable, "the Snapcast server at \(address) doesn't answer")
      case .system(let error): .absent(address, "\(error)")
      case .ended: .absent(address, "it closed the connection")
      case .longLine: .malformed(address, "a line has no end")
      }
  }
}
