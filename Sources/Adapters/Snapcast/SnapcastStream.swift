import HostSystem
import StrictJSON

/// A stream of a Snapcast server: where it gets its sound from.
package struct SnapcastStream: Equatable, Sendable {
  package let id: String
  /// `playing`, `idle` or another word of the server.
  package let status: String
  /// The path of the FIFO that it reads; `nil` if it reads none.
  package let fifo: String?
  /// The address and the port at which it accepts sound; `nil` if it accepts none.
  package let tcp: String?
  /// The format of its sound: rate, bits and channels.
  package let format: String
  let port: UInt16?
  /// The number of frames that it reads at a time.
  let chunkFrames: Int
  /// Whether it is of a kind that programs such as a run write to.
  let isWritable: Bool
  /// Its line in snapserver.conf, with the format that a run writes.
  let configurationLine: String

  private static let standardPort: UInt16 = 4_953
  /// What a run writes, and what the server expects where its configuration names no format.
  static let writtenFormat = "48000:16:2"

  init?(_ stream: JSONValue) {
    guard let id = stream["id"]?.text, let uri = stream["uri"] else { return nil }
    func text(_ key: String) -> String { uri[key]?.text ?? "" }
    let (scheme, host, path) = (text("scheme"), text("host"), text("path"))
    let members = (uri["query"]?.object?.members ?? []).compactMap { member in
      member.value.text.map { (key: member.key, value: $0) }
    }
    func option(_ key: String) -> String? { members.first { $0.key == key }?.value }
    self.id = id
    status = stream["status"]?.text ?? ""
    fifo = scheme == "pipe" ? path : nil
    format = option("sampleformat") ?? Self.writtenFormat
    let milliseconds = option("chunk_ms").flatMap { Int($0) } ?? 20
    chunkFrames = min(max(milliseconds, 1), 1_000) * 48
    isWritable = ["pipe", "tcp"].contains(scheme)
    // A server of version 0.26 writes the port after the host.
    let place = HostPorts(host)
    let isServer = scheme == "tcp" && option("mode") ?? "server" == "server"
    let named = place?.ports.first ?? uri["port"]?.integer.flatMap { UInt16(exactly: $0) }
    port = isServer ? named ?? option("port").flatMap { UInt16($0) } ?? Self.standardPort : nil
    tcp = port.map { "\(HostPorts.written(place?.host ?? host)):\($0)" }
    let others = members.filter { !["name", "sampleformat"].contains($0.key) }
    let query = [("name", id)] + others.map { ($0.key, $0.value) } + [("sampleformat", Self.writtenFormat)]
    configurationLine =
      "source = \(scheme)://\(host)\(path)?" + query.map { "\($0)=\($1)" }.joined(separator: "&")
  }
}
