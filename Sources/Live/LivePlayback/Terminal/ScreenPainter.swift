import Glibc
import HostSystem
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Draws the session on the terminal: when something has changed, at most ten times a second, and not at all while
/// nothing does.
struct ScreenPainter {
  private static let shortestPause = Duration.milliseconds(100)

  private let screen: TerminalScreen
  private let clock: BootClock
  private let style: TerminalStyle
  private var view: SessionView
  /// What the terminal shows; `nil` if that is unknown.
  private var shown: Frame?
  private var size = ScreenSize(columns: 80, rows: 24)
  private var isStale = true
  /// When what is shown will no longer be true, in session time.
  private var change: Duration?
  private var lastPaint = ContinuousClock.now - shortestPause

  /// A painter for stdout; `nil` if that is no terminal that can be drawn on.
  init?(
    _ timeline: Timeline, _ clock: BootClock, isColored: Bool, hasKeys: Bool, environment: [String: String]
  ) {
    guard !["", "dumb"].contains(environment["TERM"] ?? ""), let screen = TerminalScreen(STDOUT_FILENO) else {
      return nil
    }
    self.screen = screen
    self.clock = clock
    style = TerminalStyle(isColored: isColored, glyphs: Glyphs(environment), hasKeys: hasKeys)
    view = SessionView(timeline)
  }

  /// Whether the terminal is drawn on.
  var isUp: Bool { screen.isUp }

  var isForeground: Bool { screen.isForeground }

  // MARK: What is drawn

  mutating func show(_ event: SessionEvent) {
    view.add(event)
    // While nothing is drawn, only this call drops the events that have been seen.
    if !screen.isUp { view.advance(to: clock.now()) }
    isStale = true
  }

  mutating func show(_ message: String) {
    view.show(message, at: clock.now())
    isStale = true
  }

  mutating func showPrompt(_ text: String?) {
    view.prompt = text
    isStale = true
  }

  mutating func toggleKeys() {
    view.showsKeys.toggle()
    isStale = true
  }

  /// What remains to be read when the screen is gone.
  mutating func summary() -> [String] {
    view.advance(to: nil)
    return view.summary(style)
  }

  // MARK: When

  /// Begins to draw, or draws all of it again.
  mutating func enter() {
    screen.enter()
    measure()
  }

  /// Reads the size of the terminal, which has changed.
  mutating func measure() {
    let (columns, rows) = screen.size
    size = ScreenSize(columns: columns, rows: rows)
    shown = nil
    isStale = true
  }

  func leave() { screen.leave() }

  func forget() { screen.forget() }

  /// What to poll for space on the terminal; `nil` unless output waits for it.
  var waiting: pollfd? {
    screen.isBusy ? pollfd(fd: screen.pollDescriptor, events: Int16(POLLOUT), revents: 0) : nil
  }

  /// How long until the next frame; `nil` if none is to come by itself.
  var delay: Duration? {
    guard screen.isUp, !screen.isBusy else { return nil }
    let pause = lastPaint + Self.shortestPause - .now
    if isStale { return pause }
    return change.map { max(pause, clock.delay(until: $0)) }
  }

  /// Draws what has changed, if it is time for it; `false` where another program has taken the terminal without notice,
  /// as shells do; it is left alone then.
  mutating func paint() -> Bool {
    screen.flush()
    guard let delay, delay <= .zero else { return true }
    guard screen.isForeground else {
      screen.forget()
      return false
    }
    let now = clock.now()
    let frame = view.frame(at: now, size, style)
    screen.write(FrameDiff.text(from: shown, to: frame))
    shown = frame
    isStale = false
    change = view.nextChange(after: now, size, style)
    lastPaint = .now
    return true
  }
}

extension Glyphs {
  /// What the terminal and the locale of these variables can show.
  init(_ environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let isUnicode = ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
    self = isUnicode ? environment["TERM"] == "linux" ? .halves : .eighths : .ascii
  }
}
