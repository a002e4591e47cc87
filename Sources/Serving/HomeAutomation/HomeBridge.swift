import Glibc
import HostSystem
import LiveRuns
import StrictJSON

/// A running bridge: the thread that calls it handles what the hub of runs, the connection and the list of workouts
/// report.
package final class HomeBridge: Sendable {
  private enum Message: Sendable {
    case broker(MQTTConnection.News)
    case bridge(Bridge.Input)
    /// The runs that live at the start are known.
    case known
    case stop
  }

  /// The time in which a broker that is required must answer.
  static let patience = Duration.seconds(10)
  /// The time for the last message.
  private static let farewellPatience = Duration.seconds(2)

  let settings: BridgeSettings
  private let mailbox = Mailbox<Message>(capacity: .max)
  private let report: @Sendable (BridgeReport) -> Void

  package init(_ settings: BridgeSettings, report: @escaping @Sendable (BridgeReport) -> Void) {
    (self.settings, self.report) = (settings, report)
  }

  /// Ends the bridge; may be called from any thread.
  package func stop() { mailbox.put(.stop) }

  /// Serves until `stop`, or until there is no broker at the start or it refuses.
  package func run() -> BridgeEnding {
    do {
      let hub = try LiveRunHub(settings.runs, isAhead: false)
      var broker = settings.broker
      broker.will = settings.topics.farewell
      let connection = try MQTTConnection(broker) { [mailbox] in mailbox.put(.broker($0)) }
      var loop = Loop(self, hub, connection)
      hub.follow { [mailbox] in mailbox.put(.bridge(.run($0))) }
      try WorkoutWatch(settings.command, folders: settings.folders, own: settings.own) { [mailbox] in
        mailbox.put(.bridge(.listed($0)))
      }.start()
      Task { [mailbox] in
        _ = await hub.reports()
        mailbox.put(.known)
      }
      return try loop.run()
    } catch let failure as MQTTConnection.Failure {
      return .unavailable(failure.reason)
    } catch {
      return .unavailable("\(error)")
    }
  }

  private struct Loop {
    private let owner: HomeBridge
    private let hub: LiveRunHub
    private let starter: LiveRunStarter
    private let connection: MQTTConnection
    private var bridge: Bridge
    private var isConnected = false
    /// What must be known before the broker gets a state without runs or workouts.
    private var unknown: Set = ["runs", "workouts"]
    /// When a broker must have answered; `nil` once it has.
    private var deadline: Duration?
    private var isLossTold = false

    init(_ owner: HomeBridge, _ hub: LiveRunHub, _ connection: MQTTConnection) {
      let settings = owner.settings
      (self.owner, self.hub, self.connection) = (owner, hub, connection)
      starter = LiveRunStarter(settings.command, logs: settings.logs, hub: hub)
      bridge = Bridge(
        settings.topics, discovered: settings.isDiscovered ? settings.version : nil, runOptions: settings.runOptions,
        at: Self.now)
      deadline = settings.requiresBroker ? HostTime.now + HomeBridge.patience : nil
    }

    private static var now: Bridge.Moment { Bridge.Moment(boot: HostTime.now, wall: HostTime.read(CLOCK_REALTIME)) }

    mutating func run() throws -> BridgeEnding {
      var problem = "it doesn't answer"
      while true {
        let instant = [deadline, bridge.nextStage(after: Self.now)].compactMap { $0 }.min()
        let wait = instant.map { max(.zero, $0 - HostTime.now) / .milliseconds(1) }
        owner.mailbox.wait(milliseconds: wait.map { Int32($0.rounded(.up)) } ?? -1)
        if let instant, instant <= HostTime.now { take(.woken) }
        for message in owner.mailbox.drain().messages {
          switch message {
          case .known: try learn("runs")
          case .stop: return sayFarewell()
          case .bridge(let input):
            take(input)
            if case .listed = input { try learn("workouts") }
          case .broker(.refused(let reason)): return .refused(reason)
          case .broker(.lost(let reason)):
            problem = reason
            lose(reason)
          case .broker(.connected): connect()
          case .broker(.received(let message)): take(.received(message))
          case .broker(.sent): take(.sent)
          }
        }
        if let deadline, HostTime.now >= deadline { return .unavailable(problem) }
      }
    }

    private mutating func learn(_ part: String) throws(NoThread) {
      guard unknown.remove(part) != nil, unknown.isEmpty else { return }
      try connection.start()
    }

    private mutating func connect() {
      (isConnected, isLossTold, deadline) = (true, false, nil)
      owner.report(.connected)
      take(.connected)
    }

    private mutating func lose(_ reason: String) {
      isConnected = false
      if !isLossTold { owner.report(.lost(reason)) }
      isLossTold = true
      take(.lost)
    }

    private mutating func take(_ input: Bridge.Input) {
      for effect in bridge.take(input, at: Self.now) { perform(effect) }
    }

    private mutating func perform(_ effect: Bridge.Effect) {
      let mailbox = owner.mailbox
      switch effect {
      case .subscribe(let topics): connection.subscribe(to: topics)
      case .send(let message):
        if connection.publish(message) == nil { take(.unsent(message)) }
      case .ask(let run, let fields, let question):
        hub.request(fields, to: run) { mailbox.put(.bridge(.replied($0, question))) }
      case .start(let arguments, let log):
        Task { [starter] in
          do throws(CommandFailure) {
            let run = try await starter.start(arguments, log: log)
            mailbox.put(.bridge(.started(.success(run))))
          } catch {
            mailbox.put(.bridge(.started(.failure(error))))
          }
        }
      }
    }

    /// Says that the bridge ends, and waits until the broker knows.
    private func sayFarewell() -> BridgeEnding {
      defer { connection.stop() }
      guard isConnected, let number = connection.publish(owner.settings.topics.farewell) else { return .stopped }
      let deadline = HostTime.now + HomeBridge.farewellPatience
      while HostTime.now < deadline {
        owner.mailbox.wait(milliseconds: Int32((deadline - HostTime.now) / .milliseconds(1)) + 1)
        let isSent = owner.mailbox.drain().messages.contains { message in
          if case .broker(.sent(number)) = message { true } else { false }
        }
        if isSent { break }
      }
      return .stopped
    }
  }
}
