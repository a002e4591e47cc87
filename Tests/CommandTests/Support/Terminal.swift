import FoundationEssentials
import Glibc
import SessionReporting
import TestSupport

/// A line of shell in a pseudo-terminal with a screen and a keyboard.
///
/// Each wait has two minutes. A shell that takes longer is killed, and fails the test with the contents of the screen.
final class Terminal {
  /// TIOCGPTN and TIOCSPTLCK of the kernel's interface: which terminal belongs to this end, and whether it is locked.
  private static let getNumber: UInt = 0x8004_5430
  private static let setLock: UInt = 0x4004_5431

  private let line: String
  // Its folder lives as long as the shell does.
  private let home: TemporaryHome
  private var primary: Descriptor?
  /// The shell.
  let shell: pid_t
  private var isReaped = false
  private var size: (columns: Int, rows: Int)
  /// Everything that was written, and how much of it before the size changed.
  private var bytes: [UInt8] = []
  private var before = 0

  /// Starts `line` in the working folder of `home`, with `variables` besides the environment there.
  init(_ line: String, in home: TemporaryHome, _ variables: [String] = [], columns: Int = 80, rows: Int = 24) throws {
    self.line = line
    self.home = home
    size = (columns, rows)
    // As openpty does it, but so that no process started meanwhile inherits an end.
    let primary = Descriptor(unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC))
    var number: Int32 = -1
    var isLocked: Int32 = 0
    var window = Self.window(columns, rows)
    guard unsafe ioctl(primary.number, Self.getNumber, &number) == 0,
      unsafe ioctl(primary.number, Self.setLock, &isLocked) == 0,
      unsafe ioctl(primary.number, UInt(TIOCSWINSZ), &window) == 0
    else { throw Failure("no terminal: error \(errno)") }
    let path = "/dev/pts/\(number)"
    // Open until the shell has it open, too: a terminal without a process looks hung up.
    let secondary = Descriptor(unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
    defer { withExtendedLifetime(secondary) {} }
    let environment = home.environment.filter { entry in
      !variables.contains { $0.prefix { $0 != "=" } == entry.prefix { $0 != "=" } }
    }
    // No core is left where a test makes it crash.
    let words = ["/bin/sh", "-c", "ulimit -c 0; cd '\(home.folder)'; \(line)"]
    shell = try ProcessLauncher.start(words, environment + variables, terminal: path)
    self.primary = primary
  }

  deinit {
    guard !isReaped else { return }
    for process in [shell] + ((try? jobs()) ?? []) { kill(process, SIGKILL) }
    waitpid(shell, nil, 0)
  }

  /// All that was written, escape sequences too.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What the output since the last change of size shows.
  var screen: TerminalEmulator {
    var screen = TerminalEmulator(columns: size.columns, rows: size.rows) { ColumnWidth.of($0) }
    screen.write(String(decoding: bytes[before...], as: UTF8.self))
    return screen
  }

  /// The processes that the shell waits for.
  func jobs() throws -> [pid_t] {
    try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8).split(separator: " ")
      .compactMap { pid_t($0) }
  }

  func type(_ keys: String) {
    guard let primary else { return }
    let bytes = Array(keys.utf8)
    _ = unsafe write(primary.number, bytes, bytes.count)
  }

  func resize(_ columns: Int, _ rows: Int) {
    guard let primary else { return }
    before = bytes.count
    size = (columns, rows)
    var window = Self.window(columns, rows)
    _ = unsafe ioctl(primary.number, UInt(TIOCSWINSZ), &window)
  }

  /// Closes the terminal.
  func hangUp() { primary = nil }

  /// Waits until the screen meets a condition.
  @discardableResult
  func wait(until isMeant: (TerminalEmulator) -> Bool) throws -> TerminalEmulator {
    let deadline = ContinuousClock().now + Timeout.limit
    while true {
      let screen = screen
      if isMeant(screen) { return screen }
      guard try readMore(by: deadline) else { throw failure("the screen never met the condition") }
    }
  }

  /// Resumes a run that the screen shows as paused; a second toggle within half a second would be refused.
  func resume(key: String = " ") throws {
    usleep(600_000)
    type(key)
    try wait { screen in !screen.lines.contains("  Paused") }
  }

  /// Waits until a row of the screen holds a text.
  @discardableResult
  func wait(for text: String) throws -> TerminalEmulator {
    try wait { screen in screen.lines.contains { $0.contains(text) } }
  }

  /// Waits for the end of the shell; what is on the screen then.
  @discardableResult
  func finish() throws -> TerminalEmulator {
    let deadline = ContinuousClock().now + Timeout.limit
    while try readMore(by: deadline) {}
    while waitpid(shell, nil, 0) < 0, errno == EINTR {}
    isReaped = true
    return screen
  }

  func failure(_ why: String) -> Failure {
    Failure("\(line): \(why)\n\(screen.lines.joined(separator: "\n"))")
  }

  /// Reads output; returns `false` at the end of the output.
  private func readMore(by deadline: ContinuousClock.Instant) throws -> Bool {
    guard let primary else { return false }
    var waiting = [pollfd(fd: primary.number, events: Int16(POLLIN), revents: 0)]
    let left = deadline - ContinuousClock().now
    guard left > .zero else { throw failure("it hangs") }
    let count = unsafe poll(&waiting, 1, Int32(left / .milliseconds(1)))
    guard count > 0 else { return true }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let length = unsafe read(primary.number, &chunk, chunk.count)
    if length > 0 { bytes += chunk[..<length] }
    return length > 0 || (length < 0 && (errno == EINTR || errno == EAGAIN))
  }

  private static func window(_ columns: Int, _ rows: Int) -> winsize {
    winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  }
}
