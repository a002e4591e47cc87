import Glibc
import HostSystem

/// A connection to a bus that may be absent, hang or disappear. `open` reconnects.
final class DBusLink {
  /// Receives the result of a call, exactly once.
  typealias Outcome = (Result<[DBusValue], DBusError>) -> Void

  /// The time limit for a bus to accept this program, and to accept messages.
  private static let patience = Duration.seconds(10)
  /// The pause between two attempts to connect.
  private static let pause = Duration.seconds(1)

  private let address: String?
  private var connection: DBusConnection?
  private var isReady = false
  private var openedAt = Duration.zero
  private var nextAttempt = Duration.zero
  private var blockedSince: Duration?
  private var waiting: [UInt64: (deadline: Duration, outcome: Outcome)] = [:]

  /// Called when the bus has accepted this program. Register names and match rules here.
  var begin: () -> Void = {}
  /// Called when the connection is lost, and with it the names and match rules.
  var lose: () -> Void = {}
  var follow: (DBusMessage) -> Void = { _ in }
  /// Answers calls; `nil` if the object or method doesn't exist.
  var answer: (DBusMessage) -> DBusReply? = { _ in nil }

  /// A link to the bus at `address`; without an address it never connects.
  init(to address: String?) { self.address = address }

  var isOpen: Bool { isReady }

  var isComing: Bool { connection != nil }

  var isWaiting: Bool { !waiting.isEmpty }

  var identity: String? { connection?.identity }

  /// Connects if there is no connection and the last attempt is at least `pause` ago.
  func open(at now: Duration = .monotonic) {
    guard connection == nil, now >= nextAttempt, let address else { return }
    nextAttempt = now + Self.pause
    openedAt = now
    connection = try? DBusConnection(address: address)
  }

  /// Sends a call; `outcome` receives its result within `limit`.
  func call(_ call: DBusCall, within limit: Duration = .seconds(5), _ outcome: @escaping Outcome = { _ in }) {
    guard isReady, let number = try? connection?.send(call) else { return outcome(.failure(.disconnected)) }
    waiting[number] = (.monotonic + limit, outcome)
  }

  /// Sends the reply to a call that was answered with `.later`; does nothing if the connection was lost since.
  func reply(to number: Int, _ reply: DBusReply) { connection?.reply(to: number, reply) }

  func match(_ rule: String) { call(.toBus("AddMatch", [.string(rule)])) }

  /// Broadcasts a signal; does nothing without a bus.
  func emit(_ member: String, of interface: String, at path: String, _ body: [DBusValue]) {
    if isReady { try? connection?.emit(member, of: interface, at: path, body) }
  }

  var poll: pollfd? { connection?.poll }

  /// The latest time to call `process`.
  var deadline: Duration? {
    guard let connection else { return nil }
    let opened = isReady ? nil : openedAt + Self.patience
    let blocked = blockedSince.map { $0 + Self.patience }
    return [connection.deadline, opened, blocked, waiting.values.map(\.deadline).min()].compactMap(\.self).min()
  }

  /// Processes received messages, and fails calls that have timed out.
  func process() {
    guard let connection else { return }
    do throws(DBusConnection.Failure) {
      // Limited, so that a flood of messages can't block the thread.
      for _ in 0..<64 {
        let isMore = try connection.process { [weak self] in self?.handle($0) }
        guard self.connection === connection else { return }
        if !isReady, connection.isReady {
          isReady = true
          begin()
        }
        if !isMore { break }
      }
    } catch {
      return drop()
    }
    expire(at: .monotonic)
  }

  private func handle(_ message: DBusMessage) -> DBusReply? {
    switch message.kind {
    case .call: return answer(message)
    case .signal: follow(message)
    case .reply(let number, let error):
      guard let (_, outcome) = waiting.removeValue(forKey: number) else { return nil }
      let failure = error.map { DBusError(name: $0, text: message.body.first?.text ?? $0) }
      outcome(failure.map(Result.failure) ?? .success(message.body))
    }
    return nil
  }

  private func expire(at now: Duration) {
    let overdue = waiting.filter { $0.value.deadline <= now }.keys.sorted()
    for number in overdue { waiting.removeValue(forKey: number)?.outcome(.failure(.noReply)) }
    guard let poll else { return drop() }
    let isBlocked = poll.events & Int16(POLLOUT) != 0
    blockedSince = isBlocked ? blockedSince ?? now : nil
    let isLate = !isReady && now >= openedAt + Self.patience
    if isLate || blockedSince.map({ now >= $0 + Self.patience }) == true { drop() }
  }

  /// Closes the connection; `open` makes another one.
  func drop() {
    guard connection != nil else { return }
    (connection, isReady, blockedSince) = (nil, false, nil)
    nextAttempt = .monotonic + Self.pause
    let failed = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, call) in failed { call.outcome(.failure(.disconnected)) }
    lose()
  }
}

extension DBusCall {
  static func toBus(_ member: String, _ body: [DBusValue] = []) -> DBusCall {
    DBusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: member, body: body)
  }
}
