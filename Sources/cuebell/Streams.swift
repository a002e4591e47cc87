import ArgumentParser
import FoundationEssentials
import Glibc

/// The two streams of the command: results on stdout, diagnostics on stderr.
enum Streams {
  /// Writes a result. A reader that has gone away is no error; a full disk is, for it leaves half a result.
  static func out(_ text: String) throws {
    let failure = write(text + "\n", to: STDOUT_FILENO)
    guard failure == 0 || failure == EPIPE else {
      throw Exit.fail(Exit.cannotWrite, "stdout: \(unsafe String(cString: strerror(failure)))")
    }
  }

  /// Writes a diagnostic, as far as that can be done.
  static func err(_ text: String) { _ = write(text + "\n", to: STDERR_FILENO) }

  /// Writes it all; returns the number of the error that keeps it from that, or 0.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? EIO : errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// How many columns the terminal has; 100 where there is none.
  static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return min(Int(size.ws_col), 200)
  }
}

/// How the command ends; the numbers are those of sysexits.h where it has one.
enum Exit {
  /// A scenario failed, or two traces differ.
  static let notAsItMust = ExitCode(1)
  static let stoppedEarly = ExitCode(4)
  static let badInput = ExitCode(65)
  static let noInput = ExitCode(66)
  static let unavailable = ExitCode(69)
  static let cannotWrite = ExitCode(73)
  static let held = ExitCode(75)

  /// Ends the command with a message on stderr.
  static func fail(_ code: ExitCode, _ message: String) -> ExitCode {
    Streams.err(message)
    return code
  }
}

/// Whether output has colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// What holds for stdout here.
  var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}
