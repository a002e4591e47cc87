struct DBusMessage {
  enum Kind: Equatable {
    case call
    case signal
    /// The reply to the call with that serial number; `error` is the error's name, if it is one.
    case reply(to: UInt64, error: String?)
  }

  let kind: Kind
  /// The sender's unique name; `nil` if the bus gave none.
  let sender: String?
  let path: String
  let interface: String
  let member: String
  let body: [DBusValue]

  func isSignal(_ interface: String, _ member: String) -> Bool {
    kind == .signal && self.interface == interface && self.member == member
  }
}

enum DBusReply: Equatable, Sendable {
  case values([DBusValue])
  case error(DBusError)
  /// The reply to the call follows by `DBusLink.reply` with this number.
  case later(Int)
}

struct DBusCall {
  var destination: String
  var path: String
  var interface: String
  var member: String
  var body: [DBusValue] = []
}

struct DBusError: Error, Equatable {
  let name: String
  let text: String

  /// The connection is missing or was lost.
  static let disconnected = DBusError(name: "org.freedesktop.DBus.Error.Disconnected", text: "there is no bus")
  static let noReply = DBusError(name: "org.freedesktop.DBus.Error.NoReply", text: "no answer came in time")

  static func unknown(_ what: String, _ name: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.Unknown\(what)", text: "there is no \(name)")
  }

  static func invalid(_ text: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.InvalidArgs", text: text)
  }
}
