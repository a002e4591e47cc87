import ControlSocket
import Glibc
import HostSystem
package import StrictJSON
import Synchronization

/// Connects pages with live runs: one thread, with one connection per run that has consumers.
package final class LiveRunHub: Sendable {
  /// A message to the thread.
  enum Message: Sendable {
    /// A page subscribes to a run, or to the run that the wall shows.
    case join(page: Int, run: String?, last: Int?, EventStream)
    case leave(page: Int)
    /// An event for all pages, whatever they show.
    case announce(ServerSentEvent)
    /// A program follows all runs.
    case follow(follower: Int, LiveRunNews.Receiver)
    /// A query for the state of a run, or of all.
    case ask(question: Int, run: String?, @Sendable ([LiveRunReport]) -> Void)
    /// A request to a run: the fields of its object.
    case request(number: Int, run: String, fields: JSONFields, @Sendable (LiveRunReply) -> Void)
    case stop
  }

  private let mailbox: Mailbox<Message>
  private let numbers = Atomic<Int>(0)

  /// A hub for the runs whose sockets are in a folder; unless `isAhead`, events come when they are heard.
  ///
  /// - Throws: If the system has no thread or descriptor.
  package init(_ folder: String, isAhead: Bool = true) throws {
    let waking = try WakeDescriptor()
    let mailbox = Mailbox<Message>(capacity: .max, waking: waking)
    self.mailbox = mailbox
    try HostThread {
      var loop = HubLoop(folder, isAhead: isAhead, mailbox, waking)
      loop.run()
    }.detach()
  }

  deinit { mailbox.put(.stop) }

  private var nextNumber: Int { numbers.add(1, ordering: .relaxed).newValue }

  /// The events after `last` of a run, or of the audio session's owner if `run` is `nil`.
  package func events(of run: String?, after last: Int?) -> EventStream {
    let (page, mailbox) = (nextNumber, mailbox)
    let stream = EventStream { mailbox.put(.leave(page: page)) }
    mailbox.put(.join(page: page, run: run, last: last, stream))
    return stream
  }

  /// Sends an event to all pages, whatever they show.
  package func announce(_ event: ServerSentEvent) { mailbox.put(.announce(event)) }

  /// The state of a run, or of all if `run` is `nil`, by name; for a run that doesn't reply, the last known state.
  package func reports(of run: String? = nil) async -> [LiveRunReport] {
    let question = nextNumber
    return await withCheckedContinuation { continuation in
      mailbox.put(.ask(question: question, run: run) { continuation.resume(returning: $0) })
    }
  }

  package func request(_ fields: JSONFields, to run: String) async -> LiveRunReply {
    await withCheckedContinuation { continuation in request(fields, to: run) { continuation.resume(returning: $0) } }
  }

  /// Sends a request to a run, after earlier ones.
  package func request(_ fields: JSONFields, to run: String, _ answer: @escaping @Sendable (LiveRunReply) -> Void) {
    mailbox.put(.request(number: nextNumber, run: run, fields: fields, answer))
  }

  /// Follows all runs until the end of the process.
  package func follow(_ receive: @escaping LiveRunNews.Receiver) {
    mailbox.put(.follow(follower: nextNumber, receive))
  }
}

package enum LiveRunNews: Sendable {
  case state(LiveRunReport)
  /// An event of a run, as a line of JSON, when it is heard.
  case event(run: String, line: String)
  /// A run has ended, or can't be followed any more.
  case left(run: String)

  package typealias Receiver = @Sendable (LiveRunNews) -> Void
}
