import Glibc
import HostSystem
import SessionReporting

/// The terminal of a live session: its keys, its screen, and whether the session is in its foreground.
struct SessionTerminal {
  /// The interval at which a background job checks whether it is in the foreground again: shells notify a job that was
  /// stopped, but not one that runs.
  private static let checkInterval = Duration.seconds(1)
  /// The maximum number of messages kept until the screen is closed.
  private static let messageLimit = 100

  private let keys: TerminalKeys?
  private(set) var painter: ScreenPainter?
  /// Whether this process was in the terminal's foreground when that was last checked.
  private(set) var isWatched = false
  /// Whether the terminal was hung up, or its user has logged out.
  private var isGone = false
  private var lastCheck = ContinuousClock.now
  private var held: [String] = []

  /// The terminal at stdin and stdout, if they are one; nothing is drawn unless `draws`.
  init(
    _ session: ObservedSession, _ clock: BootClock, isColored: Bool, draws: Bool, environment: [String: String]
  ) {
    keys = TerminalKeys(STDIN_FILENO)
    guard draws else { return }
    painter = ScreenPainter(
      session, clock, isColored: isColored, hasKeys: keys != nil, environment: environment)
  }

  var words: ScreenWords { painter?.style.words ?? ScreenWords() }

  var hasScreen: Bool { painter != nil }

  private var isForeground: Bool {
    painter?.screen.isForeground == true || keys.map { JobControl.isForeground($0.descriptor) } == true
  }

  /// Takes the terminal if this process is its foreground job, and otherwise leaves it alone.
  mutating func updateForeground() {
    isWatched = isForeground
    if isWatched {
      keys?.acquire()
      painter?.enter()
    } else {
      forget()
    }
  }

  /// The time until the next check of the foreground; `nil` if none is necessary.
  var delay: Duration? {
    isWatched || isGone || (keys == nil && painter == nil) ? nil : lastCheck + Self.checkInterval - .now
  }

  /// Whether this process, which left the terminal alone, is in its foreground again.
  mutating func hasReturned() -> Bool {
    guard delay != nil else { return false }
    lastCheck = .now
    return isForeground
  }

  /// Restores the terminal for good, because it was hung up or its user has logged out.
  mutating func hangUp() {
    // A terminal that now belongs to another program is left unchanged.
    if isForeground { restore() }
    forget()
    isGone = true
  }

  func restore() {
    painter?.screen.leave()
    keys?.restore()
  }

  /// Leaves the terminal unchanged, and doesn't use it until it is taken again.
  private mutating func forget() {
    isWatched = false
    painter?.screen.forget()
    keys?.forget()
  }

  // MARK: Keys

  /// The descriptor to poll for keys; `nil` if none can arrive.
  var keyDescriptor: Int32? { keys.flatMap { $0.isAcquired ? $0.descriptor : nil } }

  func readKeys() -> [TerminalKey] {
    guard let typed = keys?.read() else {
      keys?.forget()
      return []
    }
    return typed
  }

  // MARK: Screen

  /// Shows a message on the screen and keeps it until the screen is closed, unless it only says how the session begins;
  /// `false` if it can be written to stderr at once.
  mutating func show(_ message: String, isOfStart: Bool = false) -> Bool {
    painter?.show(message)
    guard hasScreen, isatty(STDERR_FILENO) == 1 else { return false }
    if !isOfStart, held.count < Self.messageLimit { held.append(message) }
    return true
  }

  /// Removes and returns the messages that were shown only on the screen.
  mutating func heldMessages() -> [String] {
    defer { held = [] }
    return held
  }

  /// Shows the user's input in place of messages; `nil` ends that. Returns `false` if there is no screen.
  mutating func showPrompt(_ text: String?) -> Bool {
    painter?.showPrompt(text)
    return painter?.screen.isUp == true
  }

  /// Shows an event when it is heard; one that belongs to a request at once, with everything before it.
  mutating func show(_ event: SessionEvent, isRequested: Bool = false) {
    painter?.show(event, isRequested: isRequested)
  }

  mutating func measure() { painter?.measure() }
  /// Draws changes; returns `false` if the terminal belongs to another program.
  mutating func paint() -> Bool { painter?.paint() ?? true }
  mutating func summary() -> [String] { painter?.summary() ?? [] }

  /// Shows or hides the list of keys; returns `false` if there is no screen.
  mutating func toggleKeyHelp() -> Bool {
    guard painter?.screen.isUp == true else { return false }
    painter?.toggleKeys()
    return true
  }
}
