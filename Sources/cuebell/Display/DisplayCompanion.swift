import ArgumentParser
import CommandSupport
import Glibc
import HostSystem
import ServerOptions
import Synchronization

/// A page server for the duration of a run: restarted if it ends, and ended with the run.
///
/// Nothing waits for it.
final class DisplayCompanion: Sendable {
  /// The number of restarts, and the running time after which they are counted again.
  private static let (restarts, settled) = (5, Duration.seconds(10))

  /// The maximum wait for the links at the beginning of the run, in milliseconds.
  private static let patience: Int32 = 250

  private struct State {
    var child: ChildProcess?
    var isEnding = false
    /// The first output of the server; `nil` until it arrives.
    var links: String?
    /// Whether the run has begun without the links, which are a message when they arrive.
    var areAwaited = false
  }

  private let state = Mutex(State())
  private let address: ListenAddress
  private let arguments: [String]
  private let notice: @Sendable (String) -> Void
  private let ready = Mailbox<Bool>(capacity: 1)

  /// Starts the server at an address; `notice` receives its errors.
  init(_ server: SeparateProgram, at address: ListenAddress, notice: @escaping @Sendable (String) -> Void) {
    self.address = address
    arguments = [server.path] + server.arguments(["--listen", address.description, "--companion"])
    self.notice = notice
    do throws(NoThread) { try HostThread { [self] in keepServing() }.detach() } catch {
      notice("The display is not available: \(error.explanation).")
    }
  }

  /// Prints the links to the pages, which are a message later if they don't arrive within a moment, and returns the one
  /// to the remote, because a screen hides earlier output.
  func announcement() -> [String] {
    ready.wait(milliseconds: Self.patience)
    let links = state.withLock { state in
      state.areAwaited = state.links == nil
      return state.links
    }
    guard let links else { return [] }
    Streams.err(printed(links))
    if JournalStream.takes(STDERR_FILENO) { return [] }
    return links.split(separator: "\n").first { $0.hasPrefix("Remote") }.map { [String($0)] } ?? []
  }

  /// What is printed of the links: they contain the tokens, and others may read logs later.
  private func printed(_ links: String) -> String {
    guard JournalStream.takes(STDERR_FILENO) else { return links }
    return "Display at \(address); cuebell serve --links --listen \(address) prints the links."
  }

  func end() {
    state.withLock { state in
      state.isEnding = true
      state.child?.signal(SIGTERM)
    }
  }

  private func keepServing() {
    var left = Self.restarts
    while left >= 0 {
      let begin = HostTime.now
      let problem = serveOnce()
      if state.withLock(\.isEnding) { return }
      // A server that has never been reachable isn't restarted.
      guard state.withLock({ $0.links != nil }) else {
        ready.put(false)
        return notice("The display is not available: \(problem ?? "the server has ended").")
      }
      left = HostTime.now - begin >= Self.settled ? Self.restarts : left - 1
    }
    notice("The display has stopped too often and will not be restarted.")
  }

  /// Runs the server until it ends, and returns its last complaint.
  private func serveOnce() -> String? {
    // Sockets, because no other child process may inherit an end of a pipe.
    let ends: (Int32, Int32)
    do throws(Errno) { ends = try SocketPair.make() } catch { return "\(error)" }
    // The server ends when this end is closed: with this process, however that ends.
    defer { close(ends.0) }
    let child: ChildProcess
    do throws(Errno) {
      defer { close(ends.1) }
      let theirs = ChildProcess.Stream.descriptor(ends.1)
      child = try ChildProcess(arguments, input: theirs, output: theirs, errors: theirs)
    } catch {
      return "\(error)"
    }
    state.withLock { state in
      state.child = child
      if state.isEnding { child.signal(SIGTERM) }
    }
    let last = listen(to: ends.0)
    // The process number may be reused from here on, so it must get no signal.
    state.withLock { $0.child = nil }
    child.wait()
    return last
  }

  /// Reads the server's output to its end, and returns the last line.
  private func listen(to output: Int32) -> String? {
    var text = ""
    while let bytes = try? FileDescriptor(rawValue: output).read(atMost: 16_384), !bytes.isEmpty {
      text += String(decoding: bytes, as: UTF8.self)
      // An empty line ends the links.
      guard let end = text.firstRange(of: "\n\n") else { continue }
      let links = String(text[..<end.upperBound])
      let (isFirst, isLate) = state.withLock { state in
        defer { state.links = state.links ?? links }
        return (state.links == nil, state.areAwaited)
      }
      if isFirst { ready.put(true) }
      if isFirst, isLate {
        for line in printed(links).split(separator: "\n") { notice(String(line)) }
      }
      text = ""
    }
    return text.split(separator: "\n").last.map(String.init)
  }
}
