import Glibc
import HostSystem

/// The addresses of the buses in the environment; a bus is never started.
package struct BusAddresses: Equatable, Sendable {
  package let session: String?
  package let system: String

  package init(_ environment: [String: String]) {
    let runtime = UserFolders(environment).runtime.map { "unix:path=\(Self.escaped($0))/bus" }
    session = Self.sockets(environment["DBUS_SESSION_BUS_ADDRESS"]) ?? runtime
    system = Self.sockets(environment["DBUS_SYSTEM_BUS_ADDRESS"]) ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// Whether the socket of the session bus exists; the bus may still not answer.
  package var hasSession: Bool {
    (session ?? "").split(separator: ";").contains { address in
      let parts = address.dropFirst("unix:".count).split(separator: ",")
      guard let path = parts.first(where: { $0.hasPrefix("path=") })?.dropFirst("path=".count) else { return true }
      return unsafe access(String(path), F_OK) == 0
    }
  }

  /// The addresses that are sockets; other kinds would start a program or look up a name.
  private static func sockets(_ addresses: String?) -> String? {
    let sockets = (addresses ?? "").split(separator: ";").filter { $0.hasPrefix("unix:") }
    return sockets.isEmpty ? nil : sockets.joined(separator: ";")
  }

  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber) || "-_/.*\\".contains(character)
      if isPlain { return String(character) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
