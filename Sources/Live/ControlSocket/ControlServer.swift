import Glibc
public import HostSystem
public import SessionControl
public import SessionReporting
import Synchronization
public import WorkoutEngine
import WorkoutModel

/// Lets clients control and follow a session through a socket, on one thread of its own.
///
/// The session never waits for it: what the session reports is put into bounded queues, and nothing is put there while
/// no client is connected. Requests go to the session's own queue; the engine's answers come back through a queue.
public final class ControlServer: SessionFollower {
  /// What the thread is told.
  enum Message: Sendable {
    case event(name: String, line: String, isEngines: Bool)
    case ahead(EngineEvent)
    case change(Set<SessionProperty>)
    case finish
  }

  /// An answer of the session, for the client that asked.
  struct Answer: Sendable {
    let client: Int
    let id: String?
    let answer: ControlAnswer
  }

  /// What the server needs of the session.
  public struct Session: Sendable {
    /// What the run tells of itself when a client connects.
    public var greeting: @Sendable () -> ControlReply.Greeting
    /// The properties at the beginning.
    public var properties: SessionProperties
    /// The plan, as `show --json` has it.
    public var plan: @Sendable () -> String
    /// Session time.
    public var now: @Sendable () -> Duration
    /// The frame of an instant, for cues that are told ahead.
    public var frameOf: @Sendable (Duration) -> Int?
    /// Makes the session do what a client asks for.
    public var perform: CommandPerformer

    /// A session.
    public init(
      greeting: @escaping @Sendable () -> ControlReply.Greeting, properties: SessionProperties,
      plan: @escaping @Sendable () -> String, now: @escaping @Sendable () -> Duration,
      frameOf: @escaping @Sendable (Duration) -> Int?, perform: @escaping CommandPerformer
    ) {
      (self.greeting, self.properties, self.plan) = (greeting, properties, plan)
      (self.now, self.frameOf, self.perform) = (now, frameOf, perform)
    }
  }

  let session: Session
  let endpoint: ControlEndpoint
  let waking: WakeDescriptor
  let inbox: Mailbox<Message>
  let answers: Mailbox<Answer>
  let properties: Mutex<SessionProperties>
  /// How many clients are connected, and how many of them follow events ahead.
  let clients = Atomic(0)
  let clientsAhead = Atomic(0)
  private let done = Mailbox<Bool>(capacity: 1)

  /// How long clients may hold up the end, in milliseconds.
  static let endPatience: Int32 = 250

  /// A server of a session at an endpoint, which serves once it is started.
  ///
  /// - Throws: `NoDescriptor` where the system gives none.
  public init(_ session: Session, at endpoint: consuming ControlEndpoint) throws(NoDescriptor) {
    self.session = session
    self.endpoint = endpoint
    properties = Mutex(session.properties)
    let waking = try WakeDescriptor()
    self.waking = waking
    inbox = Mailbox(capacity: 4_096, waking: waking)
    // More than the limit on requests lets be asked in ten seconds.
    answers = Mailbox(capacity: 1_024, waking: waking)
  }

  /// Serves from now on, on a thread of its own.
  ///
  /// - Throws: `NoThread` where the system gives none; the socket is removed then.
  public func start() throws(NoThread) {
    do throws(NoThread) {
      try HostThread { [self] in
        HostThread.yieldPriority()
        var loop = ControlLoop(self)
        loop.run()
        endpoint.remove()
        done.put(true)
      }.detach()
    } catch {
      endpoint.remove()
      done.put(true)
      throw error
    }
  }

  /// The name by which clients find the run.
  public var name: String { endpoint.name }

  /// Tells clients what is heard.
  public func follow(_ event: SessionEvent, line: String) {
    let changed = properties.withLock { $0.follow(event) }
    guard clients.load(ordering: .relaxed) > 0 else { return }
    if !changed.isEmpty { inbox.put(.change(changed)) }
    inbox.put(.event(name: event.kind.name, line: line, isEngines: event.kind.isEngines))
  }

  /// Tells clients what is decided, where one wants to know.
  public func followAhead(_ event: EngineEvent) {
    guard clientsAhead.load(ordering: .relaxed) > 0 else { return }
    inbox.put(.ahead(event))
  }

  /// Tells clients what holds the machine awake.
  public func setInhibits(_ inhibits: [String]) {
    let changed = properties.withLock { $0.setInhibits(inhibits) }
    if !changed.isEmpty, clients.load(ordering: .relaxed) > 0 { inbox.put(.change(changed)) }
  }

  /// Begins to hang up on all clients, each once it has read what waits for it.
  public func finish() { inbox.put(.finish) }

  /// Waits until all clients have been hung up on and the socket is removed, 350 ms at most.
  public func close() { done.wait(milliseconds: Self.endPatience + 100) }
}

extension SessionEvent.Kind {
  /// The name that events use.
  fileprivate var name: String {
    switch self {
    case .hello: "hello"
    case .audio: "audio"
    case .session: "session"
    case .engine(let kind, _): kind.name
    }
  }

  fileprivate var isEngines: Bool { if case .engine = self { true } else { false } }
}
