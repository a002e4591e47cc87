import Dispatch
import Glibc
import Synchronization
import TestSupport

/// A SOCKS proxy of this machine that holds up what passes by 50 ± 20 ms each way, in order, as a bad radio link does.
///
/// A browser sends through it what it would send to the server itself, so the server sees nothing of it.
final class DelayingProxy: Sendable {
  /// What passes.
  enum Mode: Sendable {
    case open
    /// All connections end, and new ones at once.
    case cut
    /// Nothing passes any more, and neither side is notified.
    case stalled
    case over
  }

  let port: Int
  private let mode = SharedMode()

  /// A proxy whose delays, none where `delay` is 0, are drawn from `seed`.
  init(delay: ClosedRange<Int> = 30...70, seed: UInt64 = 1) throws {
    let (listener, port) = try LoopbackSocket.bound()
    self.port = port
    let number = dup(listener.number)
    let mode = mode
    DispatchQueue(label: "proxy").async {
      var loop = ForwardingLoop(Descriptor(number), delay, seed)
      while loop.turn(mode.value.withLock { $0 }) {}
    }
  }

  deinit { set(.over) }

  func set(_ mode: Mode) { self.mode.value.withLock { $0 = mode } }

  private final class SharedMode: Sendable {
    let value = Mutex(Mode.open)
  }
}

/// The connections through a proxy, on one thread.
private struct ForwardingLoop {
  /// Bytes on their way; none is the end of the stream.
  private struct Packet {
    let due: ContinuousClock.Instant
    let bytes: [UInt8]
  }

  /// One direction of a connection.
  private struct Stream {
    let from: Descriptor
    let to: Descriptor
    var packets: [Packet] = []
    var hasEnded = false
  }

  private let listener: Descriptor
  private let delay: ClosedRange<Int>
  private var random: SplitMix64
  /// Those that have not said yet where they want to go.
  private var newcomers: [Descriptor] = []
  private var streams: [Stream] = []

  init(_ listener: Descriptor, _ delay: ClosedRange<Int>, _ seed: UInt64) {
    (self.listener, self.delay, random) = (listener, delay, SplitMix64(seed: seed))
  }

  /// Passes on what there is, for 20 ms at most; returns `false` when it is over.
  mutating func turn(_ mode: DelayingProxy.Mode) -> Bool {
    switch mode {
    case .over: return false
    case .stalled: usleep(2_000)
    case .cut:
      (newcomers, streams) = ([], [])
      if isReady(listener) { _ = accepted() }
    case .open:
      deliver()
      wait()
      if isReady(listener), let newcomer = accepted() { newcomers.append(newcomer) }
      greet()
      collect()
    }
    return true
  }

  /// Waits until there is something to read, or the next packet is due.
  private func wait() {
    let now = ContinuousClock.now
    let due = streams.compactMap(\.packets.first?.due).min() ?? now + .milliseconds(20)
    let left = min(.milliseconds(20), max(.zero, due - now))
    let sources = [listener] + newcomers + streams.filter { !$0.hasEnded }.map(\.from)
    var waiting = sources.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    _ = unsafe poll(&waiting, nfds_t(waiting.count), Int32((left / .milliseconds(1)).rounded(.up)))
  }

  private func isReady(_ source: Descriptor) -> Bool {
    var waiting = pollfd(fd: source.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, 0) > 0
  }

  private func accepted() -> Descriptor? {
    let number = accept(listener.number, nil, nil)
    guard number >= 0 else { return nil }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return Self.prompt(Descriptor(number))
  }

  /// Without a delay of the system's own.
  private static func prompt(_ socket: Descriptor) -> Descriptor {
    var isOn: Int32 = 1
    unsafe setsockopt(socket.number, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    return socket
  }

  /// Answers those who say hello, and connects those who say where to: the port at the end of what they say.
  private mutating func greet() {
    for newcomer in newcomers where isReady(newcomer) {
      let words = Self.read(newcomer)
      if words.count >= 7, words[0] == 5 {
        newcomers.removeAll { $0 === newcomer }
        let port = Int(words[words.count - 2]) << 8 | Int(words[words.count - 1])
        guard let server = try? LoopbackSocket.connected(to: port) else { continue }
        Self.write([5, 0, 0, 1, 127, 0, 0, 1, 0, 0], to: newcomer)
        streams.append(Stream(from: newcomer, to: Self.prompt(server)))
        streams.append(Stream(from: server, to: newcomer))
      } else if words.first == 5 {
        Self.write([5, 0], to: newcomer)
      } else {
        newcomers.removeAll { $0 === newcomer }
      }
    }
  }

  /// Reads what has arrived; it is forwarded after a delay, behind what came before.
  private mutating func collect() {
    for index in streams.indices where !streams[index].hasEnded && isReady(streams[index].from) {
      let bytes = Self.read(streams[index].from)
      let held = Duration.milliseconds(Int.random(in: delay, using: &random))
      let due = max(ContinuousClock.now + held, streams[index].packets.last?.due ?? .now)
      streams[index].packets.append(Packet(due: due, bytes: bytes))
      streams[index].hasEnded = bytes.isEmpty
    }
  }

  private mutating func deliver() {
    let now = ContinuousClock.now
    for index in streams.indices {
      while let packet = streams[index].packets.first, packet.due <= now {
        streams[index].packets.removeFirst()
        if packet.bytes.isEmpty {
          shutdown(streams[index].to.number, Int32(SHUT_WR))
        } else {
          Self.write(packet.bytes, to: streams[index].to)
        }
      }
    }
    streams.removeAll { $0.hasEnded && $0.packets.isEmpty }
  }

  private static func read(_ source: Descriptor) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(source.number, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes[..<count]) : []
  }

  private static func write(_ bytes: [UInt8], to target: Descriptor) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { raw in
        unsafe send(target.number, raw.baseAddress, raw.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }
}
