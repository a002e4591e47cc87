import Glibc
import SessionControl

/// A client of the socket: what it has sent, what waits for it, and what it has asked for.
struct ClientConnection {
  /// Distinguishes clients, also those that have gone.
  let number: Int
  let descriptor: Int32
  var input = LineBuffer()
  var output = OutgoingQueue()
  /// What it calls itself.
  var name: String?
  var watched = SessionPropertySet()
  /// The names of the events that it gets; none where it asked for none.
  var events: Set<String> = []
  /// Whether events come as they are decided.
  var isAhead = false
  /// Limits the requests that are carried out, and the lines that are refused.
  var requests: TokenBucket
  var refusals: TokenBucket
  /// The commands that have no answer yet.
  var unanswered: [ControlRequest.ID?] = []
  /// Whether its next request waits until all together ask less.
  var isWaiting = false
  /// Whether it won't send any more.
  var hasEnded = false
  /// Whether it doesn't take replies any more; what it has sent still counts.
  var isDeaf = false
  /// Whether the connection is over.
  var isGone = false
  /// Whether it is to be closed as soon as nothing waits for it.
  var isClosing = false
  /// Since when it has read nothing although something waits.
  var blockedSince: Duration?

  init(number: Int, descriptor: Int32, at now: Duration) {
    self.number = number
    self.descriptor = descriptor
    requests = TokenBucket(rate: ControlLimits.requestsPerSecond, capacity: ControlLimits.requestsAtOnce, at: now)
    refusals = TokenBucket(rate: ControlLimits.refusalsPerSecond, capacity: ControlLimits.refusalsAtOnce, at: now)
  }

  /// Whether events or changes come to it unasked.
  var isSubscribed: Bool { !watched.isEmpty || !events.isEmpty }

  /// Whether its next request could be answered now, be it with a refusal.
  mutating func canAsk(at now: Duration) -> Bool {
    !isClosing && !output.isFull && (requests.available(at: now) > 0 || refusals.available(at: now) > 0)
  }

  /// Whether more is to be read from it.
  mutating func takesInput(at now: Duration) -> Bool { !hasEnded && !isGone && !isWaiting && canAsk(at: now) }

  /// Whether nothing is left to do for it.
  var isDone: Bool {
    if isGone || isDeaf && hasEnded && input.isEmpty { return true }
    guard output.isEmpty else { return false }
    return isClosing || hasEnded && input.isEmpty && unanswered.isEmpty && !isSubscribed
  }

  /// Reads what it has sent, at most so much that others aren't kept waiting.
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

  /// Sends what waits, as far as it is read.
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

/// The limits of the socket.
enum ControlLimits {
  static let clients = 64
  static let requestsPerSecond = 20
  static let requestsAtOnce = 40
  /// The requests of all clients.
  static let allRequestsPerSecond = 100
  static let allRequestsAtOnce = 100
  /// A client that could ask so often at once has asked little: it waits its turn where all together ask too much.
  static let patientFrom = 36
  /// How often a client is told that it asks too much before it isn't read any more for a while.
  static let refusalsPerSecond = 1_000
  static let refusalsAtOnce = 2_000
  /// So many bytes of a line count as one refusal.
  static let refusedBytes = 256
  /// The most commands without an answer: the session's mailbox takes many more.
  static let unanswered = 256
  /// How much is read of a client before it is the others' turn.
  static let bytesAtOnce = 16 * 1024
  /// How long a session that is over waits for its clients.
  static let farewell = Duration.milliseconds(250)
  /// How long nobody is accepted after the system gave no descriptor.
  static let pause = Duration.milliseconds(100)
}
