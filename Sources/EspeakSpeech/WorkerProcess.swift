import AudioMixing
internal import CEspeak
import Glibc

/// A running speech worker, seen from the host: it lives as long as this value.
///
/// Both directions go over one socket pair, which the worker has as its stdin and stdout. A pipe would raise SIGPIPE
/// in the host when the worker is gone; `send` on a socket can be told not to (`MSG_NOSIGNAL`), whatever the host
/// does with its signals. Every descriptor is close-on-exec, so no other child holds the conversation open.
struct WorkerProcess: ~Copyable {
  /// What can go wrong with a worker as a process.
  enum Fault: Error {
    /// It ended or closed its side.
    case ended
    /// It did not take or answer a message in time.
    case late
    /// It sent what no worker sends.
    case babble
  }

  let identifier: pid_t
  private let socket: Int32

  /// Starts `executable`, a path, with `arguments` after its name.
  init(executable: String, arguments: [String]) throws(SpeechError) {
    guard let (ours, theirs) = SocketPair.make() else {
      throw Self.failure("no socket for the speech worker", errno)
    }
    defer { close(theirs) }
    do {
      identifier = try Self.spawn(executable, arguments, conversation: theirs)
    } catch {
      close(ours)
      throw error
    }
    socket = ours
  }

  deinit {
    kill(identifier, SIGKILL)
    close(socket)
    // After SIGKILL this returns at once. Where the host ignores SIGCHLD there is nothing left to wait for.
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// Sends one message.
  func send(_ message: [UInt8], by deadline: SuspendingClock.Instant) throws(Fault) {
    var writer = WireWriter()
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
    var header = WireReader(try read(4, by: deadline))
    guard let length = header.number(UInt32.self), length > 0, length <= WorkerAnswer.maximumBytes else {
      throw .babble
    }
    return try read(Int(length), by: deadline)
  }

  /// Lets the worker end by itself, for a moment; what still runs is killed when this value goes.
  consuming func dismiss() {
    shutdown(socket, Int32(SHUT_WR))
    var watched = pollfd(fd: socket, events: 0, revents: 0)
    _ = unsafe poll(&watched, 1, Self.dismissalMilliseconds)
  }

  private static let dismissalMilliseconds: Int32 = 200
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

  /// Called after a failed call: waits where that failed for want of room or bytes, and gives up where it did not.
  private func wait(for event: Int32, by deadline: SuspendingClock.Instant) throws(Fault) {
    guard [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) else { throw .ended }
    let left = SuspendingClock().now.duration(to: deadline).milliseconds
    guard left > 0 else { throw .late }
    var watched = pollfd(fd: socket, events: Int16(event), revents: 0)
    if unsafe poll(&watched, 1, Int32(clamping: left)) == 0 { throw .late }
  }
}
