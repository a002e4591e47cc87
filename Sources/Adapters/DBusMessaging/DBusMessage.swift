/// A message that has come over a bus.
package struct DBusMessage {
  /// What a message is.
  package enum Kind: Equatable {
    case call
    case signal
    /// The answer to the call of that number; `error` is the name of the error, where it is one.
    case reply(to: UInt64, error: String?)
  }

  package let kind: Kind
  /// The unique name of the program that sent it; `nil` where the bus gave none.
  package let sender: String?
  package let path: String
  package let interface: String
  package let member: String
  package let body: [DBusValue]

  /// Whether it is the signal of that name.
  package func isSignal(_ interface: String, _ member: String) -> Bool {
    kind == .signal && self.interface == interface && self.member == member
  }
}

/// The answer to a call that another program has made.
package enum DBusReply: Equatable, Sendable {
  case values([DBusValue])
  case error(DBusError)
}

/// What is to be called.
package struct DBusCall {
  package var destination: String
  package var path: String
  package var interface: String
  package var member: String
  package var body: [DBusValue]

  /// A call with its arguments.
  package init(destination: String, path: String, interface: String, member: String, body: [DBusValue] = []) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.body = body
  }
}

/// Why something isn't to be had over a bus.
package struct DBusError: Error, Equatable {
  /// The name of the error as D-Bus has it.
  package let name: String
  package let text: String

  /// An error of that name, and what it says.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// There is no bus, or none any more.
  package static let disconnected = DBusError(name: "org.freedesktop.DBus.Error.Disconnected", text: "there is no bus")
  package static let noReply = DBusError(name: "org.freedesktop.DBus.Error.NoReply", text: "no answer came in time")

  package static func unknown(_ what: String, _ name: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.Unknown\(what)", text: "there is no \(name)")
  }

  package static func invalid(_ text: String) -> DBusError {
    DBusError(name: "org.freedesktop.DBus.Error.InvalidArgs", text: text)
  }
}
