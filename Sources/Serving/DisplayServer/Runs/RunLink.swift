import ControlSocket
import HostSystem

/// A connection to a run with what is told of it.
struct RunLink {
  /// Why a connection is over.
  enum Loss {
    /// The run has hung up.
    case closed
    /// The run doesn't speak this protocol, takes no more clients, or doesn't read.
    case unusable
  }

  /// How long a run that nobody wants to know of stays connected, for pages that come back.
  static let patience = Duration.seconds(30)
  /// The lines that are read of a run before it is the others' turn.
  private static let linesAtOnce = 1_000

  private(set) var client: ControlClient
  var feed: RunFeed
  /// Since when nobody wants to know of it.
  private var unwantedSince: Duration?

  init(_ name: String, _ client: ControlClient, at now: Duration) {
    self.client = client
    feed = RunFeed(name, at: now)
  }

  /// Goes on with another connection to what may be the same run.
  mutating func reconnect(_ client: ControlClient, at now: Duration) -> [RunFeed.Effect] {
    self.client = client
    return feed.reconnect(at: now)
  }

  /// Passes on what a step returns; what is for the run is sent to it.
  ///
  /// - Returns: What is left to do.
  mutating func send(_ effects: [RunFeed.Effect]) -> (effects: [RunFeed.Effect], loss: Loss?) {
    var rest: [RunFeed.Effect] = []
    var loss: Loss?
    for effect in effects {
      switch effect {
      case .send(let line):
        // Its buffer takes far more than a run that still answers ever leaves there.
        do throws(ControlClient.Failure) { try client.send(line, by: .now) } catch { loss = .unusable }
      case .leave: loss = .unusable
      default: rest.append(effect)
      }
    }
    return (rest, loss)
  }

  /// Takes the lines that have come.
  mutating func read(at now: Duration) -> (effects: [RunFeed.Effect], loss: Loss?) {
    var all: [RunFeed.Effect] = []
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

  /// Whether nobody has wanted to know of the run for long.
  mutating func isAbandoned(at now: Duration) -> Bool {
    guard !feed.isWanted else {
      unwantedSince = nil
      return false
    }
    let since = unwantedSince ?? now
    unwantedSince = since
    return now - since >= Self.patience
  }

  /// When something is due.
  var deadline: Duration? { feed.deadline ?? unwantedSince.map { $0 + Self.patience } }
}
