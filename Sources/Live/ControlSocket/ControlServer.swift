import Glibc
public import HostSystem
public import SessionControl
public import SessionReporting
import Synchronization
public import WorkoutEngine

/// Serves a run's socket: requests from clients to the session, replies, values and events to clients.
///
/// One thread does all work with clients. The calls of the session return at once: with nobody connected they only
/// update the properties, and nothing is woken.
public final class ControlServer: SessionFollower {
  /// What a server needs of its run.
  public struct Session: Sendable {
    /// Makes what it says of itself to a client.
    public var greeting: @Sendable () -> ControlReply.Greeting
    /// The properties at the beginning.
    public var properties: SessionProperties
    /// The session time now.
    public var clock: @Sendable () -> Duration
    /// The plan as an object of JSON, as `show --json` prints it; called once, when a client asks for it.
    public var plan: @Sendable () -> String
    /// The frame of an instant, for events that are sent ahead.
    public var frameOf: @Sendable (Duration) -> Int?
    /// How long a client may read nothing although something waits for it.
    package var patience = Duration.seconds(10)

    /// What a server needs of its run.
    public init(
      greeting: @escaping @Sendable () -> ControlReply.Greeting, properties: SessionProperties,
      clock: @escaping @Sendable () -> Duration, plan: @escaping @Sendable () -> String,
      frameOf: @escaping @Sendable (Duration) -> Int?
    ) {
      self.greeting = greeting
      self.properties = properties
      self.clock = clock
      self.plan = plan
      self.frameOf = frameOf
    }
  }

  /// How long a session that is over waits for its clients, in milliseconds.
  private static let patience: Int32 = 250

  private let endpoint: ControlEndpoint
  private let session: Session
  private let perform: CommandPerformer
  private let mailbox: NoticeMailbox

  /// A server of `endpoint`, which serves once it is started.
  ///
  /// - Parameters:
  ///   - endpoint: The socket, which is removed in the end.
  ///   - session: The run.
  ///   - perform: What carries out commands.
  /// - Throws: `NoDescriptor` where the system gives none; the socket is removed then.
  public init(
    _ endpoint: ControlEndpoint, _ session: Session, perform: @escaping CommandPerformer
  ) throws(NoDescriptor) {
    (self.endpoint, self.session, self.perform) = (endpoint, session, perform)
    do throws(NoDescriptor) {
      mailbox = NoticeMailbox(session.properties, session.clock, waking: try WakeDescriptor())
    } catch {
      endpoint.remove()
      throw error
    }
  }

  /// Serves from now on.
  ///
  /// - Throws: `NoThread` where the system gives none; the socket is removed then.
  public func start() throws(NoThread) {
    do throws(NoThread) {
      try HostThread { [endpoint, session, perform, mailbox] in
        // Below the sound, and below the screen.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        var loop = ControlLoop(endpoint, session, mailbox, perform: perform)
        loop.run()
        endpoint.remove()
        mailbox.end()
      }.detach()
    } catch {
      endpoint.remove()
      mailbox.end()
      throw error
    }
  }

  /// Takes an event that is heard.
  public func follow(_ event: SessionEvent, line: String) { mailbox.follow(event, line: line) }

  /// Takes an event that is decided.
  public func followAhead(_ event: EngineEvent) { mailbox.followAhead(event) }

  /// Sets what keeps the machine awake.
  public func setInhibits(_ inhibits: [String]) { mailbox.setInhibits(inhibits) }

  /// Begins to end: clients get what waits for them, for no longer than 250 ms, and the socket is removed.
  public func finish() { mailbox.finish() }

  /// Waits until that is done.
  public func close() { mailbox.wait(milliseconds: Self.patience + 100) }
}
