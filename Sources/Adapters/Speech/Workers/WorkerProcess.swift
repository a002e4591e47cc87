import AudioMixing
import Glibc
import HostSystem

/// A running speech worker, as its host sees it; it ends when this value is destroyed.
///
/// Both directions go over one socket pair, which the worker has as its stdin and stdout. A pipe would raise SIGPIPE in
/// the host when the worker is gone; `send` on a socket can suppress it (`MSG_NOSIGNAL`), whatever the host does with
/// its signals. Every descriptor is close-on-exec, so no other child keeps the connection open.
struct WorkerProcess: ~Copyable {
  /// The reason why a message was not sent or received.
  enum Fault: Error {
    case ended
    /// The worker did not read or answer a message in time.
    case late
    /// The message has an invalid length or content.
    case malformed

    fileprivate init(_ failure: SocketReader.Failure) { self = failure == .system(.timedOut) ? .late : .ended }
  }

  private let process: ChildProcess
  private let socket: FileDescriptor
  private var reader: SocketReader

  var identifier: pid_t { process.identifier }

  /// Starts `executable`, a path, with `arguments` after its name.
  init(executable: String, arguments: [String], errors: ChildProcess.Stream) throws(SpeechError) {
    let ends: (own: Int32, worker: Int32)
    do throws(Errno) { ends = try SocketPair.make() } catch {
      throw .unavailable("can't create a socket for the speech worker: \(error)")
    }
    defer { Glibc.close(ends.worker) }
    let child: ChildProcess
    do throws(Errno) {
      let stream = ChildProcess.Stream.descriptor(ends.worker)
      // A separate session, because keys such as Ctrl-C would reach it before it can ignore them.
      child = try ChildProcess(
        [executable] + arguments, input: stream, output: stream, errors: errors, inSession: true)
    } catch {
      Glibc.close(ends.own)
      throw .unavailable("can't start the speech worker \(executable): \(error)")
    }
    (process, socket, reader) = (child, FileDescriptor(rawValue: ends.own), SocketReader(ends.own))
  }

  deinit {
    // First the signal that ends what the worker itself has started.
    process.signal(SIGTERM)
    waitForEnd()
    process.signal(SIGKILL)
    Glibc.close(socket.rawValue)
    process.wait()
  }

  func send(_ message: [UInt8], by deadline: SuspendingClock.Instant) throws(Fault) {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
    do throws(Errno) { try socket.send(length + message, by: deadline) } catch { throw Fault(.system(error)) }
  }

  mutating func receive(by deadline: SuspendingClock.Instant) throws(Fault) -> [UInt8] {
    let length = try read(4, by: deadline).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (1...WorkerAnswer.maximumBytes).contains(length) else { throw .malformed }
    return try read(length, by: deadline)
  }

  /// Closes the connection and waits up to 200 ms for the worker to end; after that it is killed.
  consuming func close() {
    shutdown(socket.rawValue, Int32(SHUT_WR))
    waitForEnd()
  }

  private func waitForEnd() { _ = process.hasEnded(within: .milliseconds(200)) }

  private mutating func read(_ count: Int, by deadline: SuspendingClock.Instant) throws(Fault) -> [UInt8] {
    do throws(SocketReader.Failure) { return try reader.read(count, by: deadline) } catch { throw Fault(error) }
  }
}
