import Glibc
import HostSystem
import SessionReporting
import WorkoutModel

/// The terminal of a live session: its keys, its screen, and whether the session is what it shows.
struct SessionTerminal {
  /// How often a job in the background checks whether it was brought back: shells notify a job that was stopped, but
  /// not one that runs.
  private static let checkInterval = Duration.seconds(1)
  /// How many messages are kept for when the screen is gone.
  private static let messageLimit = 100

  private let keys: TerminalKeys?
  private(set) var painter: ScreenPainter?
  /// Whether this process was in the terminal's foreground when that was last checked.
  private(set) var isWatched = false
  /// Whether the terminal was hung up, or its user is gone.
  private var isGone = false
  private var lastCheck = ContinuousClock.now
  private var held: [String] = []

  /// The terminal at stdin and stdout, if they are one; nothing is drawn unless `draws`.
  init(
    _ timeline: Timeline, _ clock: BootClock, isColored: Bool, draws: Bool, environment: [String: String]
  ) {
    keys = TerminalKeys(STDIN_FILENO)
    guard draws else { return }
    painter = ScreenPainter(
      timeline, clock, isColored: isColored, hasKeys: keys != nil, environment: environment)
  }

  /// Whether a screen takes the place of lines.
  var hasScreen: Bool { painter != nil }

  /// Whether this process is in the terminal's foreground now.
  private var isForeground: Bool {
    painter?.isForeground == true || keys.map { JobControl.isForeground($0.descriptor) } == true
  }

  /// Takes the terminal if this process is its foreground job, and leaves it alone if not.
  mutating func updateForeground() {
    isWatched = isForeground
    if isWatched {
      keys?.acquire()
      painter?.enter()
    } else {
      forget()
    }
  }

  /// How long until the foreground should be checked again; `nil` if it needn't be.
  var delay: Duration? {
    isWatched || isGone || (keys == nil && painter == nil) ? nil : lastCheck + Self.checkInterval - .now
  }

  /// Whether this process, which left the terminal alone, is in its foreground again.
  mutating func hasReturned() -> Bool {
    guard delay != nil else { return false }
    lastCheck = .now
    return isForeground
  }

  /// Restores the terminal for good: it is gone, or its user is.
  mutating func hangUp() {
    // A terminal that belongs to another program now is left as it is.
    if isForeground { restore() }
    forget()
    isGone = true
  }

  /// Restores the terminal.
  func restore() {
    painter?.leave()
    keys?.restore()
  }

  /// Leaves the terminal as it is, and asks nothing of it until it is taken again.
  private mutating func forget() {
    isWatched = false
    painter?.forget()
    keys?.forget()
  }

  // MARK: Keys

  /// What to poll for keys; `nil` while there are none to come.
  var waitingForKeys: pollfd? {
    guard let keys, keys.isAcquired else { return nil }
    return pollfd(fd: keys.descriptor, events: Int16(POLLIN), revents: 0)
  }

  /// The keys that have been typed.
  func readKeys() -> [TerminalKey] {
    guard let typed = keys?.read() else {
      keys?.forget()
      return []
    }
    return typed
  }

  // MARK: Screen

  /// Shows a message on the screen and keeps it for when the screen is gone; `false` if stderr may have it at once.
  mutating func show(_ message: String) -> Bool {
    painter?.show(message)
    guard hasScreen, isatty(STDERR_FILENO) == 1 else { return false }
    if held.count < Self.messageLimit { held.append(message) }
    return true
  }

  /// Removes and returns the messages that were shown on the screen alone.
  mutating func heldMessages() -> [String] {
    defer { held = [] }
    return held
  }

  /// Shows what the user types, in the place of messages; `nil` ends that. `false` if there is no screen for it.
  mutating func showPrompt(_ text: String?) -> Bool {
    painter?.showPrompt(text)
    return painter?.isUp == true
  }

  mutating func show(_ event: SessionEvent) { painter?.show(event) }
  mutating func measure() { painter?.measure() }
  /// Draws what has changed; `false` if the terminal turns out to be another program's.
  mutating func paint() -> Bool { painter?.paint() ?? true }
  mutating func summary() -> [String] { painter?.summary() ?? [] }

  /// Shows or hides the list of keys; `false` if there is no screen for it.
  mutating func toggleKeyHelp() -> Bool {
    guard painter?.isUp == true else { return false }
    painter?.toggleKeys()
    return true
  }
}
