/// Whether a sound server can be reached, through which several programs are heard at once.
public struct ServerCheck: Equatable, Sendable {
  /// What a call at the door of a server came to.
  public enum Answer: Equatable, Sendable {
    case answers
    /// There is a door and nobody opens, and why.
    case refuses(String)
    /// There is no door.
    case absent
    /// It is on another machine, or one of several; nobody has called there.
    case elsewhere
  }

  /// A place at which a server may listen.
  public struct Door: Equatable, Sendable {
    /// The server's name.
    public var server: String
    /// The path of its socket, or the address of one elsewhere.
    public var path: String
    /// What a call there came to.
    public var answer: Answer

    /// A place at `path`.
    public init(server: String, path: String, answer: Answer) {
      self.server = server
      self.path = path
      self.answer = answer
    }
  }

  /// All places where servers listen.
  public var doors: [Door]

  /// A look at `doors`.
  public init(doors: [Door]) { self.doors = doors }

  /// Whether one answers, or may answer elsewhere.
  public var isReachable: Bool { doors.contains { [.answers, .elsewhere].contains($0.answer) } }

  /// The cure for a server that hangs.
  static let restart =
    "start the sound server again: systemctl --user restart pipewire pipewire-pulse, "
    + "or: pulseaudio --kill; pulseaudio --start"

  /// The judgement.
  public var finding: Finding {
    let open = doors.filter { $0.answer == .answers }
    if !open.isEmpty {
      return .ok("sound server", open.map { "\($0.server) answers at \($0.path)" }.joined(separator: "; "))
    }
    for door in doors {
      guard case .refuses(let reason) = door.answer else { continue }
      return .warning(
        "sound server", "\(door.server) doesn't answer at \(door.path): \(reason)",
        cure: Self.restart)
    }
    if let door = doors.first(where: { $0.answer == .elsewhere }) {
      return .ok("sound server", "\(door.server) is to be found at \(door.path), which hasn't been tried")
    }
    return .ok("sound server", "none; ALSA speaks to the card itself")
  }
}
