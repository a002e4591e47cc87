import ControlSocket

/// The folder in which runs have their sockets.
struct RunFolder: Sendable {
  let path: String

  /// The names of the sockets that are there, of living runs and of those that were killed.
  var names: [String] { ControlClient.sockets(in: path).map(\.name) }

  /// A connection to a run; `nil` where nobody listens.
  func connect(to name: String) -> ControlClient? { try? ControlClient("\(path)/\(name).sock") }
}
