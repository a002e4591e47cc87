import HostSystem

/// Where a Snapcast server is reached: its host, and its ports of control and of streams.
package struct SnapcastAddress: Equatable, Sendable, CustomStringConvertible {
  package static let local = SnapcastAddress(host: "localhost")
  private static let (control, stream): (UInt16, UInt16) = (1705, 1704)

  let host: String
  let controlPort: UInt16
  let streamPort: UInt16

  private init(host: String, controlPort: UInt16 = control, streamPort: UInt16 = stream) {
    self.host = host
    self.controlPort = controlPort
    self.streamPort = streamPort
  }

  /// Reads `HOST`, `HOST:CONTROL` or `HOST:CONTROL:STREAM`; `nil` for any other text.
  package init?(_ text: String) {
    guard let place = HostPorts(text), place.ports.count <= 2 else { return nil }
    self.init(
      host: place.host, controlPort: place.ports.first ?? Self.control,
      streamPort: place.ports.dropFirst().first ?? Self.stream)
  }

  package var description: String { "\(HostPorts.written(host)):\(controlPort)" }
}
