import ControlSocket
import HostSystem

struct LiveRunLink {
  /// The reason why a connection was closed.
  enum Loss {
    case closed
    /// The run uses another protocol version, accepts no more clients, or doesn't read.
    case unusable
  }

  /// The time for which a run without consumers stays connected, for pages that reconnect.
  static let patience = Duration.seconds(30)
  private static let linesAtOnce = 1_000

  private(set) var client: ControlClient
  var feed: LiveRunFeed
  private var unwantedSince: Duration?

  init(_ name: String, _ client: ControlClient, isAhead: Bool, at now: Duration) {
    self.client = client
    feed = LiveRunFeed(name, isAhead: isAhead, at: now)
  }

  /// Continues with a new connection, possibly to the same run.
  mutating func reconnect(_ client: ControlClient, at now: Duration) -> [LiveRunFeed.Effect] {
    self.client = client
    return feed.reconnect(at: now)
  }

  /// Sends the lines among the effects to the run.
  ///
  /// - Returns: The remaining effects.
  mutating func send(_ effects: [LiveRunFeed.Effect]) -> (effects: [LiveRunFeed.Effect], loss: Loss?) {
    var rest: [LiveRunFeed.Effect] = []
    var loss: Loss?
    for effect in effects {
      switch effect {
      case .send(let line):
        // The socket buffer holds far more than a responsive run leaves unread.
        do throws(ControlClient.Failure) { try client.send(line, by: .now) } catch { loss = .unusable }
      case .leave: loss = .unusable
      default: rest.append(effect)
      }
    }
    return (rest, loss)
  }

  mutating func read(at now: Duration) -> (effects: [LiveRunFeed.Effect], loss: Loss?) {
    var all: [LiveRunFeed.Effect] = []
    for _ in 0..<Self.linesAtOnce {
      let line: String?
      do throws(ControlClient.Failure) { line = try client.readLine(by: .now) } catch {
        return (all, error == .noAnswer ? nil : .closed)
      }
      guard let line else { return (all, .closed) }
      let (effects, loss) = send(feed.receive(line, at: now))
      all += effects
      if let loss { return (all, loss) }
    }
    return (all, nil)
  }

  /// Whether it has had no consumers for `patience`.
  mutating func isAbandoned(at now: Duration) -> Bool {
    guard !feed.isWanted else {
      unwantedSince = nil
      return false
    }
    let since = unwantedSince ?? now
    unwantedSince = since
    return now - since >= Self.patience
  }

  var deadline: Duration? { feed.deadline ?? unwantedSince.map { $0 + Self.patience } }
}
