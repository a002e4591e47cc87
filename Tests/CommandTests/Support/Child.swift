import FoundationEssentials
import Glibc
import TestSupport

/// A process that is started as by a user, with its streams connected to the test.
///
/// Each wait has two minutes, as has each output until the end. A process that takes longer is killed, and fails the
/// test with all its output.
final class Child {
  /// What a process finds on its stdin.
  enum Input {
    case nothing
    case text(String)
    /// Written by `type`, until `endInput`.
    case open
  }

  private let name: String
  // Its folder lives as long as the process does.
  private let home: TemporaryHome
  let identifier: pid_t
  private var input: Descriptor?
  private var out: LineReader
  private var err: LineReader
  private var isReaped = false

  /// Starts `words`, a path and its arguments, in the working folder and environment of `home`.
  init(_ words: [String], in home: TemporaryHome, input: Input = .nothing) throws {
    name = words.joined(separator: " ")
    self.home = home
    let (outEnd, theirOut) = try Descriptor.pair()
    let (errEnd, theirErr) = try Descriptor.pair()
    var theirInput: Descriptor?
    if case .nothing = input {
    } else {
      let (end, theirs) = try Descriptor.pair()
      self.input = end
      theirInput = theirs
    }
    identifier = try ProcessLauncher.start(
      ["/usr/bin/env", "-C", home.folder] + words, home.environment,
      ProcessLauncher.Streams(input: theirInput?.number, out: theirOut.number, err: theirErr.number))
    out = LineReader(outEnd)
    err = LineReader(errEnd)
    if case .text(let text) = input {
      type(text)
      endInput()
    }
  }

  deinit {
    if !isReaped {
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
    }
  }

  /// Writes to its stdin; one that doesn't read any more is no error.
  func type(_ text: String) {
    guard let input else { return }
    let bytes = Array(text.utf8)
    _ = unsafe send(input.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func endInput() { input = nil }

  /// Closes the reading end of its stdout.
  func closeOutput() { out.close() }

  func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits for the next line on stdout that `isMeant`.
  @discardableResult
  func line(where isMeant: (String) -> Bool) throws -> String {
    let deadline = ContinuousClock().now + Timeout.limit
    while true {
      while let line = out.nextLine() { if isMeant(line) { return line } }
      guard out.isOpen else { throw Failure("\(name): no such line in\n\(out.text)\n\(err.text)") }
      try readMore(by: deadline)
    }
  }

  /// Whether the process has ended; what it wrote may still be waiting.
  var hasEnded: Bool {
    var information = unsafe siginfo_t()
    let code = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe code == 0 && information.si_signo == SIGCHLD
  }

  /// Waits for its end.
  func finish() throws -> ProcessResult {
    while out.isOpen || err.isOpen { try readMore(by: ContinuousClock().now + Timeout.limit) }
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
    isReaped = true
    let signal = status & 0x7F
    let time = [usage.ru_utime, usage.ru_stime].reduce(Duration.zero) {
      $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
    }
    return ProcessResult(
      code: signal == 0 ? status >> 8 & 0xFF : -signal, out: out.text, err: err.text, processorTime: time)
  }

  /// Waits for an effect of the process that it does not report.
  func wait(until isDone: () throws -> Bool) throws {
    guard try Timeout.wait(until: isDone) else { throw Failure("\(name) hangs") }
  }

  /// Waits until it has written a text to stderr.
  func wait(forError text: String) throws {
    let deadline = ContinuousClock().now + Timeout.limit
    while !err.text.contains(text) { try readMore(by: deadline) }
  }

  private func readMore(by deadline: ContinuousClock.Instant) throws {
    var waiting = [out.waiting, err.waiting]
    let left = max(.zero, deadline - ContinuousClock().now)
    let count = unsafe poll(&waiting, 2, Int32(left / .milliseconds(1)))
    if count < 0, errno == EINTR { return }
    guard count > 0 else { throw Failure("\(name) hangs; it wrote\n\(out.text)\n\(err.text)") }
    if waiting[0].revents != 0 { out.readOnce() }
    if waiting[1].revents != 0 { err.readOnce() }
  }
}

extension Child {
  /// The most memory it has held so far, in KiB; it must still run.
  func peakKilobytes() throws -> Int {
    // A report after its end would count the memory of the process it was started by, too.
    guard let figure = try status("VmHWM").dropLast().last.flatMap({ Int($0) }) else {
      throw Failure("\(identifier) has no peak of memory")
    }
    return figure
  }

  /// Whether it catches a signal, or waits for it, as it does as soon as it has started.
  func expects(_ signal: Int32) throws -> Bool {
    try ["SigBlk", "SigCgt"].contains { field in
      guard let mask = try status(field).last.flatMap({ UInt64($0, radix: 16) }) else { return false }
      return mask >> (signal - 1) & 1 == 1
    }
  }

  /// The words of a field of what the system tells of it.
  private func status(_ field: String) throws -> [Substring] {
    let text = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(field):") }
    return line.map { $0.split { $0 == " " || $0 == "\t" } } ?? []
  }
}
