import ArgumentParser
import Glibc
import HostSystem
import ServerOptions
import Synchronization

/// A server of pages for the time of a run: started again where it dies, and ended with the run. Nothing waits for it.
final class DisplayCompanion: Sendable {
  /// How often it is started again, unless it has lived for a while.
  private static let (restarts, settled) = (5, Duration.seconds(10))

  /// How long, in milliseconds, the beginning of the run may wait for the links.
  private static let patience: Int32 = 250

  private struct State {
    var child: ChildProcess?
    var isEnding = false
    /// What it has said first; `nil` until it has.
    var links: String?
  }

  private let state = Mutex(State())
  private let address: ListenAddress
  private let words: [String]
  private let notice: @Sendable (String) -> Void
  private let ready = Mailbox<Bool>(capacity: 1)

  /// Starts the server at an address; `notice` gets what goes wrong.
  init(at address: ListenAddress, notice: @escaping @Sendable (String) -> Void) throws {
    self.address = address
    words = try ServerProgram().words(ServeArguments.parse(["--listen", address.description])) + ["--companion"]
    self.notice = notice
    do throws(NoThread) { try HostThread { [self] in keepServing() }.detach() } catch {
      notice("There is no display: \(error.explanation).")
    }
  }

  /// Prints the links to the pages, unless they aren't there within a moment, and returns the one to the remote: a
  /// screen hides what was printed before it.
  func announcement() -> [String] {
    ready.wait(milliseconds: Self.patience)
    guard let links = state.withLock(\.links) else { return [] }
    // The links hold the tokens, and logs are read by others, later.
    if JournalStream.takes(STDERR_FILENO) {
      Streams.err("Display at \(address); cuebell serve --links --listen \(address) prints the links.")
      return []
    }
    Streams.err(links)
    return links.split(separator: "\n").first { $0.hasPrefix("Remote") }.map { [String($0)] } ?? []
  }

  /// Ends the server.
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
      // One that has never been reached won't be by trying again.
      guard state.withLock({ $0.links != nil }) else {
        ready.put(false)
        return notice("There is no display: \(problem ?? "the server has ended").")
      }
      left = HostTime.now - begin >= Self.settled ? Self.restarts : left - 1
    }
    notice("The display has ended too often and isn't started again.")
  }

  /// Serves until the server ends, and answers what it has complained of last.
  private func serveOnce() -> String? {
    // Sockets, as no other process that is started meanwhile may have an end of a pipe.
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return OutputWriter.explanation(of: errno) }
    // The server ends where nobody holds our end: with this process, however that ends.
    defer { close(ends[0]) }
    let child: ChildProcess
    do throws(ChildProcess.Failure) {
      let theirs = ChildProcess.Stream.descriptor(ends[1])
      child = try ChildProcess(words, input: theirs, output: theirs, errors: theirs)
    } catch {
      close(ends[1])
      return error.explanation
    }
    close(ends[1])
    state.withLock { state in
      state.child = child
      if state.isEnding { child.signal(SIGTERM) }
    }
    let last = listen(to: ends[0])
    // Nobody must be sent a signal that has another's number by then.
    state.withLock { $0.child = nil }
    _ = child.wait()
    return last
  }

  /// Reads what the server says to its end, and answers the last line.
  private func listen(to output: Int32) -> String? {
    var text = ""
    while true {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = unsafe read(output, &bytes, bytes.count)
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return text.split(separator: "\n").last.map(String.init)
      }
      text += String(decoding: bytes[..<count], as: UTF8.self)
      // An empty line ends the links.
      guard let end = text.firstRange(of: "\n\n") else { continue }
      let isFirst = state.withLock { state in
        defer { state.links = state.links ?? String(text[..<end.upperBound]) }
        return state.links == nil
      }
      if isFirst { ready.put(true) }
      text = ""
    }
  }
}
