import ControlSocket

/// The folder with the control sockets.
struct RunFolder: Sendable {
  let path: String

  /// The names of the sockets, including stale ones of killed runs.
  var names: [String] { ControlClient.sockets(in: path).map(\.name) }

  /// A connection to a run; `nil` if nothing listens.
  func connect(to name: String) -> ControlClient? { try? ControlClient("\(path)/\(name).sock") }
}
