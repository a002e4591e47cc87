import HostSystem

/// A speech engine that is kept running and speaks the Wyoming protocol: a server, or a program on its standard
/// streams.
///
/// ```swift
/// let service = WyomingService(address: "tcp://127.0.0.1:10200", voice: "en_US-joe-medium")
/// ```
package struct WyomingService: Equatable, Hashable, Sendable {
  package enum Address: Equatable, Hashable, Sendable {
    case tcp(host: String, port: UInt16)
    case unix(String)
    /// A program and its arguments, which is started when it is needed.
    case program([String])
  }

  package let address: Address
  /// The name of its voice; `nil` for one that speaks the language.
  package let voice: String?
  /// The speaker of a voice with several; `nil` for the first.
  package let speaker: String?

  package init(at address: Address, voice: String? = nil, speaker: String? = nil) {
    self.address = address
    self.voice = voice
    self.speaker = speaker
  }

  /// Makes a service at `tcp://HOST:PORT` or `unix:///PATH`; `nil` for any other text.
  package init?(address: String, voice: String? = nil, speaker: String? = nil) {
    if let path = Self.rest(of: address, after: "unix://"), path.hasPrefix("/"), path.utf8.count < 108 {
      self.init(at: .unix(path), voice: voice, speaker: speaker)
      return
    }
    guard let place = Self.rest(of: address, after: "tcp://").flatMap({ HostPorts($0) }), place.ports.count == 1 else {
      return nil
    }
    self.init(at: .tcp(host: place.host, port: place.ports[0]), voice: voice, speaker: speaker)
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }

  package var name: String {
    switch address {
    case .tcp(let host, let port): "tcp://\(HostPorts.written(host)):\(port)"
    case .unix(let path): "unix://\(path)"
    case .program(let arguments): arguments.first ?? ""
    }
  }

  var arguments: [String] {
    let place = if case .program(let arguments) = address { ["--"] + arguments } else { [name] }
    return [voice ?? "", speaker ?? ""] + place
  }

  init?(arguments: [String]) {
    guard arguments.count >= 3 else { return nil }
    let names = arguments.prefix(2).map { $0.isEmpty ? nil : $0 }
    if arguments[2] == "--" {
      self.init(at: .program(Array(arguments.dropFirst(3))), voice: names[0], speaker: names[1])
    } else {
      self.init(address: arguments[2], voice: names[0], speaker: names[1])
    }
  }
}
