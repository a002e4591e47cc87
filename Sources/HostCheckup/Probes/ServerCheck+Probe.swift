import Glibc
import LiveHost

extension ServerCheck {
  /// Calls at every door that the environment leads to.
  public static func probe(_ environment: [String: String]) -> ServerCheck {
    ServerCheck(
      doors: places(environment).map { server, path in
        guard path.hasPrefix("/") else { return Door(server: server, path: path, answer: .elsewhere) }
        let answer: Answer =
          switch UnixAddress(path)?.call(isStream: true) {
          case .answers: .answers
          case .absent, nil: .absent
          case .refuses(let code): .refuses(unsafe String(cString: strerror(code)))
          }
        return Door(server: server, path: path, answer: answer)
      })
  }

  /// Where the servers listen: what their own variables say, else their places in the runtime folder. What doesn't
  /// begin with a slash is the address of one on another machine, or a list of them.
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
