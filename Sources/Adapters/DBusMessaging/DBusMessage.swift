package struct DBusMessage {
  package enum Kind: Equatable {
    case call
    case signal
    /// The reply to the call with that serial number; `error` is the error's name, if it is one.
    case reply(to: UInt64, error: String?)
  }

  package let kind: Kind
  /// The sender's unique name; `nil` if the bus gave none.
  package let sender: String?
  package let path: String
  package let interface: String
  package let member: String
  package let body: [DBusValue]

  package func isSignal(_ interface: String, _ member: String) -> Bool {
    kind == .signal && self.interface == interface && self.member == member
  }
}

package enum DBusReply: Equatable, Sendable {
  case values([DBusValue])
  case error(DBusError)
  /// The reply to the call follows by `DBusLink.reply` with this number.
  case later(Int)
}

package struct DBusCall {
  package var destination: String
  package var path: String
  package var interface: String
  package var member: String
  package var body: [DBusValue]

  package init(destination: String, path: String, interface: String, member: String, body: [DBusValue] = []) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.body = body
  }
}

package struct DBusError: Error, Equatable {
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The connection is missing or was lost.
  package static let disconnected = DBusError(name: "org.freedesktop.DBus.Error.Disconnected", text: "there is no bus")
  package static let noReply = DBusError(name: "org.freedesktop.DBus.Error.NoReply", text: "no answer came in time")

  package static func unknown(_ what: String, _ name: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.Unknown\(what)", text: "there is no \(name)")
  }

  package static func invalid(_ text: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.InvalidArgs", text: text)
  }
}
