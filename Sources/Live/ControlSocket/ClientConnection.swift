import Glibc
import SessionControl

/// The state of a client: its input, its queued output and its subscriptions.
struct ClientConnection {
  /// Identifies the client; numbers are never reused.
  let number: Int
  let descriptor: Int32
  var input = LineBuffer()
  var output = OutgoingQueue()
  var name: String?
  var watched = SessionPropertySet()
  var events: Set<String> = []
  /// Whether it receives events as soon as they are decided.
  var isAhead = false
  /// Limits accepted requests and rejected lines.
  var requests: TokenBucket
  var refusals: TokenBucket
  /// The IDs of commands without an answer.
  var unanswered: [ControlRequest.ID?] = []
  /// Whether its next request is delayed by the limit for all clients.
  var isWaiting = false
  /// Whether it has shut down its sending side.
  var hasEnded = false
  /// Whether it can't receive replies; requests that it has sent are still processed.
  var isDeaf = false
  var isGone = false
  /// Whether to close it as soon as its output is sent.
  var isClosing = false
  /// The start of the time in which it has read nothing although output is queued.
  var blockedSince: Duration?

  init(number: Int, descriptor: Int32, at now: Duration) {
    self.number = number
    self.descriptor = descriptor
    requests = TokenBucket(rate: ControlLimits.requestsPerSecond, capacity: ControlLimits.requestsAtOnce, at: now)
    refusals = TokenBucket(rate: ControlLimits.refusalsPerSecond, capacity: ControlLimits.refusalsAtOnce, at: now)
  }

  var isSubscribed: Bool { !watched.isEmpty || !events.isEmpty }

  mutating func canAsk(at now: Duration) -> Bool {
    !isClosing && !output.isFull && (requests.available(at: now) > 0 || refusals.available(at: now) > 0)
  }

  mutating func acceptsInput(at now: Duration) -> Bool { !hasEnded && !isGone && !isWaiting && canAsk(at: now) }

  var isDone: Bool {
    if isGone || isDeaf && hasEnded && input.isEmpty { return true }
    guard output.isEmpty else { return false }
    return isClosing || hasEnded && input.isEmpty && unanswered.isEmpty && !isSubscribed
  }

  /// Reads available input, up to a limit so that other clients aren't delayed.
  mutating func read() {
    var bytes = [UInt8](repeating: 0, count: ControlLimits.bytesAtOnce)
    let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      input.append(bytes[..<count])
    } else if count == 0 {
      hasEnded = true
    } else if errno != EAGAIN, errno != EINTR {
      isGone = true
    }
  }

  /// Sends queued output until the socket is full.
  mutating func write(at now: Duration) {
    guard !output.isEmpty, !isGone else { return }
    var failure: Int32 = 0
    let hasSent = output.send { [isDeaf, descriptor] bytes in
      if isDeaf { return nil }
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 { return count }
      failure = errno
      return nil
    }
    if isDeaf || ![0, EAGAIN, EINTR].contains(failure) {
      isDeaf = true
      output = OutgoingQueue()
    }
    if output.isEmpty {
      blockedSince = nil
    } else if hasSent || blockedSince == nil {
      blockedSince = now
    }
  }
}

enum ControlLimits {
  static let clients = 64
  static let requestsPerSecond = 20
  static let requestsAtOnce = 40
  static let allRequestsPerSecond = 100
  static let allRequestsAtOnce = 100
  /// A client with at least this many requests left is delayed by the limit for all clients instead of rejected.
  static let patientFrom = 36
  /// The number of rejected requests per second after which a client isn't read for a while.
  static let refusalsPerSecond = 1_000
  static let refusalsAtOnce = 2_000
  /// The bytes of a rejected line that count as one rejection.
  static let refusedBytes = 256
  /// The maximum number of pending commands per client; the session's mailbox holds many more.
  static let unanswered = 256
  /// The maximum number of bytes read from a client in one turn.
  static let bytesAtOnce = 16 * 1024
  /// The time for clients to read their output after the session ends.
  static let farewell = Duration.milliseconds(250)
  /// The pause in accepting clients after the process ran out of descriptors.
  static let pause = Duration.milliseconds(100)
}

/// The process at the other end of a socket.
enum Peer {
  /// Whether the process at the other end of a socket belonged to this user or root at the time of connect(2) or
  /// listen(2); `false` if the system doesn't tell.
  static func isTrusted(at descriptor: Int32) -> Bool {
    // struct ucred of unix(7): pid, uid and gid.
    var credentials: [UInt32] = [0, .max, .max]
    let size = MemoryLayout<UInt32>.size * credentials.count
    var length = socklen_t(size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, Int(length) == size
    else { return false }
    return [geteuid(), 0].contains(credentials[1])
  }
}
