/// A message that has come over a bus.
struct DBusMessage {
  /// What a message is.
  enum Kind: Equatable {
    case call
    case signal
    /// The answer to the call of that number; `error` is the name of the error, where it is one.
    case reply(to: UInt64, error: String?)
  }

  let kind: Kind
  /// The unique name of the program that sent it; `nil` where the bus gave none.
  let sender: String?
  let path: String
  let interface: String
  let member: String
  let body: [DBusValue]

  /// Whether it is the signal of that name.
  func isSignal(_ interface: String, _ member: String) -> Bool {
    kind == .signal && self.interface == interface && self.member == member
  }
}

/// The answer to a call that another program has made.
enum DBusReply: Equatable, Sendable {
  case values([DBusValue])
  case error(DBusError)
}

/// What is to be called.
struct DBusCall {
  var destination: String
  var path: String
  var interface: String
  var member: String
  var body: [DBusValue] = []
}

/// Why something isn't to be had over a bus.
struct DBusError: Error, Equatable {
  /// The name of the error as D-Bus has it.
  let name: String
  let text: String

  /// There is no bus, or none any more.
  static let disconnected = DBusError(name: "org.freedesktop.DBus.Error.Disconnected", text: "there is no bus")
  static let noReply = DBusError(name: "org.freedesktop.DBus.Error.NoReply", text: "no answer came in time")

  static func unknown(_ what: String, _ name: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.Unknown\(what)", text: "there is no \(name)")
  }

  static func invalid(_ text: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.InvalidArgs", text: text)
  }
}
