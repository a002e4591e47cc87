/// Who asked for an action; stored indirectly, so that events that have none are cheap to copy.
public indirect enum ActionOrigin: Equatable, Sendable {
  /// The way in, and what the client calls itself.
  case from(Source, name: String?)

  /// The ways into a running session.
  public enum Source: String, CaseIterable, Equatable, Sendable {
    case key, signal, socket, mpris, system
  }

  /// The way in.
  public var source: Source {
    switch self {
    case .from(let source, _): source
    }
  }

  /// What the client calls itself, such as "Kitchen tablet"; nothing is filtered for a terminal.
  public var name: String? {
    switch self {
    case .from(_, let name): name
    }
  }
}
