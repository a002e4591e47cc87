import Glibc
package import HostSystem
package import SessionControl
package import SessionReporting
package import WorkoutEngine

/// Serves the control socket of a run: passes requests to the session, and replies, values and events to clients.
///
/// One thread handles all clients. The session's calls return immediately: without clients they only update the
/// observed session and wake no thread.
package final class ControlServer: SessionFollower {
  package struct Session: Sendable {
    package var greeting: @Sendable () -> ControlReply.Greeting
    /// The session before its first event.
    package var observed: ObservedSession
    package var clock: @Sendable () -> Duration
    /// Returns the plan as a JSON object, as `show --json` prints it; called once, at a client's first request for
    /// it.
    package var plan: @Sendable () -> String
    /// The frame of an instant, for events that are sent when they are decided.
    package var frameOf: @Sendable (Duration) -> Int?
    /// The time for which a client may leave its output unread.
    package var patience = Duration.seconds(10)

    package init(
      greeting: @escaping @Sendable () -> ControlReply.Greeting, observed: ObservedSession,
      clock: @escaping @Sendable () -> Duration, plan: @escaping @Sendable () -> String,
      frameOf: @escaping @Sendable (Duration) -> Int?
    ) {
      self.greeting = greeting
      self.observed = observed
      self.clock = clock
      self.plan = plan
      self.frameOf = frameOf
    }
  }

  private let endpoint: ControlEndpoint
  private let session: Session
  private let perform: CommandPerformer
  private let mailbox: NoticeMailbox

  /// A server for `endpoint`, which `start` starts; without a descriptor the socket is removed.
  package init(
    _ endpoint: ControlEndpoint, _ session: Session, perform: @escaping CommandPerformer
  ) throws(NoDescriptor) {
    (self.endpoint, self.session, self.perform) = (endpoint, session, perform)
    do throws(NoDescriptor) {
      mailbox = NoticeMailbox(session.observed, session.clock, waking: try WakeDescriptor())
    } catch {
      endpoint.remove()
      throw error
    }
  }

  /// Starts the server; without a thread the socket is removed.
  package func start() throws(NoThread) {
    do throws(NoThread) {
      try HostThread { [endpoint, session, perform, mailbox] in
        // Below the priority of the audio and terminal threads.
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

  package func observe(_ events: [SessionEvent]) { mailbox.observe(events) }

  package func follow(_ event: SessionEvent, line: String) { mailbox.follow(event, line: line) }

  package func followAhead(_ event: EngineEvent) { mailbox.followAhead(event) }

  package func setInhibits(_ inhibits: [String]) { mailbox.setInhibits(inhibits) }

  /// Begins to shut down: clients get a short time to read their output, then the socket is removed.
  package func finish() { mailbox.finish() }

  package func close() { mailbox.wait(milliseconds: Int32(ControlLimits.farewell / .milliseconds(1)) + 100) }
}
