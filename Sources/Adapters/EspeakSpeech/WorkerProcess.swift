import AudioMixing
internal import CEspeak
import Glibc

/// A running speech worker, as its host sees it; it ends when this value is destroyed.
///
/// Both directions go over one socket pair, which the worker has as its stdin and stdout. A pipe would raise SIGPIPE in
/// the host when the worker is gone; `send` on a socket can suppress it (`MSG_NOSIGNAL`), whatever the host does with
/// its signals. Every descriptor is close-on-exec, so no other child keeps the connection open.
struct WorkerProcess: ~Copyable {
  /// The reason why a message was not sent or received.
  enum Fault: Error {
    /// The worker has ended or closed its end.
    case ended
    /// The worker did not read or answer a message in time.
    case late
    /// The message has an invalid length or content.
    case malformed
  }

  let identifier: pid_t
  private let socket: Int32

  /// Starts `executable`, a path, with `arguments` after its name.
  init(executable: String, arguments: [String]) throws(SpeechError) {
    guard let (ownEnd, workerEnd) = SocketPair.make() else {
      throw Self.failure("can't create a socket for the speech worker", errno)
    }
    defer { Glibc.close(workerEnd) }
    do {
      identifier = try Self.spawn(executable, arguments, connection: workerEnd)
    } catch {
      Glibc.close(ownEnd)
      throw error
    }
    socket = ownEnd
  }

  deinit {
    // First the signal that ends what the worker itself has started.
    kill(identifier, SIGTERM)
    waitForEnd()
    kill(identifier, SIGKILL)
    Glibc.close(socket)
    // After SIGKILL this returns at once. Where the host ignores SIGCHLD there is nothing left to wait for.
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// Sends one message.
  func send(_ message: [UInt8], by deadline: SuspendingClock.Instant) throws(Fault) {
    var writer = MessageWriter()
    writer.put(UInt32(clamping: message.count))
    let bytes = writer.bytes + message
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe Glibc.send(socket, rest.baseAddress, rest.count, Self.sending)
      }
      if count > 0 { done += count } else { try wait(for: POLLOUT, by: deadline) }
    }
  }

  /// Receives one message.
  func receive(by deadline: SuspendingClock.Instant) throws(Fault) -> [UInt8] {
    var header = MessageReader(try read(4, by: deadline))
    guard let length = header.number(UInt32.self), length > 0, length <= WorkerAnswer.maximumBytes else {
      throw .malformed
    }
    return try read(Int(length), by: deadline)
  }

  /// Closes the connection and waits up to 200 ms for the worker to end; after that it is killed.
  consuming func close() {
    shutdown(socket, Int32(SHUT_WR))
    waitForEnd()
  }

  private func waitForEnd() {
    var watched = pollfd(fd: socket, events: 0, revents: 0)
    _ = unsafe poll(&watched, 1, Self.closingMilliseconds)
  }

  private static let closingMilliseconds: Int32 = 200
  private static let sending = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)

  private func read(_ count: Int, by deadline: SuspendingClock.Instant) throws(Fault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        return unsafe recv(socket, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT))
      }
      if got == 0 { throw .ended }
      if got > 0 { done += got } else { try wait(for: POLLIN, by: deadline) }
    }
    return bytes
  }

  /// Waits for `event` where the last call failed because it would have blocked, and throws if it failed otherwise.
  private func wait(for event: Int32, by deadline: SuspendingClock.Instant) throws(Fault) {
    guard [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) else { throw .ended }
    let left = SuspendingClock().now.duration(to: deadline).milliseconds
    guard left > 0 else { throw .late }
    var watched = pollfd(fd: socket, events: Int16(event), revents: 0)
    if unsafe poll(&watched, 1, Int32(clamping: left)) == 0 { throw .late }
  }
}

extension WorkerProcess {
  /// Starts the process with the connection as its stdin and stdout, /dev/null as stderr, and default signal handling,
  /// because blocked and ignored signals are inherited. Only SIGTSTP stays blocked: a child that Ctrl-Z stops before it
  /// executes the worker would suspend its parent, which waits for that.
  static func spawn(_ executable: String, _ arguments: [String], connection: Int32) throws(SpeechError) -> pid_t {
    var attributes = posix_spawnattr_t()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe posix_spawn_file_actions_destroy(&actions)
    }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTSTP)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // A separate process group, because keys such as Ctrl-C would reach it before it can ignore them.
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    unsafe posix_spawn_file_actions_adddup2(&actions, connection, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, connection, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // No other descriptor of the host, such as a lock on the sound device, may stay open in the worker.
    unsafe cuebell_close_from(&actions, STDERR_FILENO + 1)

    var identifier: pid_t = 0
    var argumentList = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe argumentList.forEach { unsafe free($0) } }
    let status = unsafe posix_spawn(
      &identifier, executable, &actions, &attributes, &argumentList, cuebell_environment())
    guard status == 0 else { throw failure("can't start the speech worker \(executable)", status) }
    return identifier
  }

  static func failure(_ text: String, _ code: Int32) -> SpeechError {
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return .unavailable("\(text): \(reason)")
  }
}

/// Two connected sockets that are closed in programs started later.
enum SocketPair {
  /// Makes a pair of descriptors above stderr, even where the process has closed the standard ones; `nil` if that
  /// fails, with the reason in `errno`.
  static func make() -> (Int32, Int32)? {
    var pair: (Int32, Int32) = (-1, -1)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let made = unsafe withUnsafeMutableBytes(of: &pair) {
      unsafe socketpair(AF_UNIX, kind, 0, $0.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard made == 0 else { return nil }
    let moved = (moveAboveStandard(pair.0), moveAboveStandard(pair.1))
    guard moved.0 >= 0, moved.1 >= 0 else {
      let code = errno
      close(moved.0)
      close(moved.1)
      errno = code
      return nil
    }
    return moved
  }

  private static func moveAboveStandard(_ descriptor: Int32) -> Int32 {
    guard descriptor <= STDERR_FILENO else { return descriptor }
    defer { close(descriptor) }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
  }
}

extension Duration {
  /// Whole milliseconds, rounded up so that a wait never ends before its time.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let perMillisecond: Int64 = 1_000_000_000_000_000
    return seconds * 1_000 + (attoseconds + perMillisecond - 1) / perMillisecond
  }
}
