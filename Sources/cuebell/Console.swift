import FoundationEssentials
import Glibc
import LiveHost
import SessionReporting
import TerminalDrawing
import WorkoutModel

/// The terminal of a live session: its keys, its screen, and whether the session is what it shows.
struct Console {
  /// How often a job in the background looks whether it was brought back: shells tell a job that was stopped, but not
  /// one that runs.
  private static let lookout = Duration.seconds(1)
  /// How many messages are kept for when the screen is gone.
  private static let messageLimit = 100

  private let keys: TerminalKeys?
  private(set) var painter: ScreenPainter?
  /// Whether the terminal listens to this process, as far as that is known.
  private(set) var isWatched = false
  /// Whether the terminal was hung up, or its user is gone.
  private var isGone = false
  private var lastLook = ContinuousClock.now
  private var held: [String] = []

  /// The terminal at stdin and stdout, as far as they are one; nothing is drawn where `draws` is off.
  init(_ timeline: Timeline, _ clock: BootClock, isColored: Bool, draws: Bool) {
    keys = TerminalKeys(STDIN_FILENO)
    painter = draws ? ScreenPainter(timeline, clock, isColored: isColored, hasKeys: keys != nil) : nil
  }

  /// Whether a screen takes the place of lines.
  var hasScreen: Bool { painter != nil }

  /// Whether the terminal listens to this process right now.
  private var isForeground: Bool {
    painter?.isForeground == true || keys.map { JobControl.isForeground($0.descriptor) } == true
  }

  /// Takes the terminal where it listens to this process, and leaves it alone where it doesn't.
  mutating func attend() {
    isWatched = isForeground
    if isWatched {
      keys?.take()
      painter?.enter()
    } else {
      forget()
    }
  }

  /// How long until it should be looked whether the terminal listens again; `nil` where that needn't be.
  var delay: Duration? {
    isWatched || isGone || (keys == nil && painter == nil) ? nil : lastLook + Self.lookout - .now
  }

  /// Whether the terminal listens to this process again, which left it alone.
  mutating func isBack() -> Bool {
    guard delay != nil else { return false }
    lastLook = .now
    return isForeground
  }

  /// Gives the terminal back for good: it is gone, or its user is.
  mutating func hangUp() {
    // One that is somebody else's now is left as it is.
    if isForeground { leave() }
    forget()
    isGone = true
  }

  /// Gives the terminal back.
  func leave() {
    painter?.leave()
    keys?.giveBack()
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
    guard let keys, keys.isTaken else { return nil }
    return pollfd(fd: keys.descriptor, events: Int16(POLLIN), revents: 0)
  }

  /// The keys that have been typed.
  func readKeys() -> [Unicode.Scalar] {
    guard let typed = keys?.read() else {
      keys?.forget()
      return []
    }
    return typed
  }

  // MARK: Screen

  /// Shows a message on the screen and keeps it for when the screen is gone, or the terminal somebody else's no longer;
  /// `false` where stderr may have it at once.
  mutating func hold(_ message: String) -> Bool {
    painter?.show(message)
    guard hasScreen, isatty(STDERR_FILENO) == 1 else { return false }
    if held.count < Self.messageLimit { held.append(message) }
    return true
  }

  /// The messages of which the screen was the only sign.
  mutating func takeHeld() -> [String] {
    defer { held = [] }
    return held
  }

  mutating func take(_ event: SessionEvent) { painter?.take(event) }
  mutating func measure() { painter?.measure() }
  /// Draws what has changed; `false` where the terminal turns out to be somebody else's.
  mutating func paint() -> Bool { painter?.paint() ?? true }
  mutating func summary() -> [String] { painter?.summary() ?? [] }

  /// Shows or hides the list of keys; `false` where there is no screen for it.
  mutating func toggleKeyHelp() -> Bool {
    guard painter?.isUp == true else { return false }
    painter?.toggleKeys()
    return true
  }
}
