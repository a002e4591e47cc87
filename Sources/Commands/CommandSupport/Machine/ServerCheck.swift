import Glibc
import HostSystem

/// Checks whether a sound server, which mixes the sound of several programs, can be reached.
package struct ServerCheck: Equatable, Sendable {
  package enum Answer: Equatable, Sendable {
    case answers
    /// The socket exists but refuses the connection, with the reason.
    case refuses(String)
    case absent
    /// The server is on another machine, or one in a list; no connection was tried.
    case elsewhere
  }

  package struct Endpoint: Equatable, Sendable {
    package let server: String
    package let path: String
    package let answer: Answer

    package init(server: String, path: String, answer: Answer) {
      self.server = server
      self.path = path
      self.answer = answer
    }
  }

  package let endpoints: [Endpoint]

  package init(endpoints: [Endpoint]) { self.endpoints = endpoints }

  package var isReachable: Bool { endpoints.contains { [.answers, .elsewhere].contains($0.answer) } }

  static let restart =
    "restart the sound server: systemctl --user restart pipewire pipewire-pulse, "
    + "or: pulseaudio --kill; pulseaudio --start"

  package var diagnostic: Diagnostic {
    let open = endpoints.filter { $0.answer == .answers }
    if !open.isEmpty {
      return .ok("sound server", open.map { "\($0.server) answers at \($0.path)" }.joined(separator: "; "))
    }
    for endpoint in endpoints {
      guard case .refuses(let reason) = endpoint.answer else { continue }
      return .warning(
        "sound server", "\(endpoint.server) doesn't answer at \(endpoint.path): \(reason)",
        fix: Self.restart)
    }
    if let endpoint = endpoints.first(where: { $0.answer == .elsewhere }) {
      return .ok("sound server", "\(endpoint.server) is configured at \(endpoint.path), not tested")
    }
    return .ok("sound server", "none; ALSA plays on the card directly")
  }
}

extension ServerCheck {
  /// Connects to every server address that the environment names.
  package static func probe(_ environment: [String: String]) -> ServerCheck {
    ServerCheck(
      endpoints: places(environment).map { server, path in
        guard path.hasPrefix("/") else { return Endpoint(server: server, path: path, answer: .elsewhere) }
        let answer: Answer =
          switch UnixAddress(path)?.call(isStream: true) {
          case .answers: .answers
          case .absent, nil: .absent
          case .refuses(let error): .refuses("\(error)")
          }
        return Endpoint(server: server, path: path, answer: answer)
      })
  }

  /// The addresses of the servers: from their own variables, else in the runtime folder.
  ///
  /// An address that doesn't begin with a slash is remote, or a list of addresses.
  package static func places(_ environment: [String: String]) -> [(server: String, path: String)] {
    var places: [(server: String, path: String)] = []
    let runtime = environment["XDG_RUNTIME_DIR"]
    if let named = environment["PULSE_SERVER"], !named.isEmpty {
      let path = named.hasPrefix("unix:") ? String(named.dropFirst(5)) : named
      places.append(("PulseAudio", path))
    } else if let runtime {
      places.append(("PulseAudio", runtime + "/pulse/native"))
    }
    let remote = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
    if remote.hasPrefix("/") {
      places.append(("PipeWire", remote))
    } else if let runtime = environment["PIPEWIRE_RUNTIME_DIR"] ?? runtime {
      places.append(("PipeWire", "\(runtime)/\(remote)"))
    }
    return places
  }
}
