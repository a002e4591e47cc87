import Glibc
import HostSystem
import SessionReporting
import WorkoutModel

/// Draws the session on the terminal: when something has changed, at most ten times per second.
struct ScreenPainter {
  private static let shortestPause = Duration.milliseconds(100)

  let screen: TerminalScreen
  private let clock: BootClock
  let style: TerminalStyle
  private var view: SessionView { didSet { isStale = true } }
  private var shown: Frame?
  private var size = ScreenSize(columns: 80, rows: 24)
  private var isStale = true
  /// The session time at which the frame becomes outdated.
  private var change: Duration?
  private var lastPaint = ContinuousClock.now - shortestPause

  /// A painter for stdout; `nil` if it isn't a terminal that can be drawn on.
  init?(
    _ session: ObservedSession, _ clock: BootClock, isColored: Bool, hasKeys: Bool, environment: [String: String]
  ) {
    guard !["", "dumb"].contains(environment["TERM"] ?? ""), let screen = TerminalScreen(STDOUT_FILENO) else {
      return nil
    }
    self.screen = screen
    self.clock = clock
    let locale = UserLocale.of("LC_MESSAGES", environment)
    style = TerminalStyle(
      isColored: isColored, glyphs: Glyphs(environment), hasKeys: hasKeys, words: ScreenWords(tag: locale ?? ""))
    var session = session
    if let reader = Language(locale: locale ?? "") { session.read(in: reader) }
    view = SessionView(session)
  }

  // MARK: Drawing

  mutating func show(_ event: SessionEvent, isRequested: Bool) {
    view.add(event, isRequested: isRequested)
    // While nothing is drawn, only this call removes outdated events.
    if !screen.isUp { view.advance(to: clock.now()) }
  }

  mutating func show(_ message: String) { view.show(message, at: clock.now()) }
  mutating func showPrompt(_ text: String?) { view.prompt = text }
  mutating func toggleKeys() { view.showsKeys.toggle() }

  mutating func summary() -> [String] {
    view.advance(to: nil)
    return view.summary(style)
  }

  // MARK: Timing

  /// Begins to draw, or redraws everything.
  mutating func enter() {
    screen.enter()
    measure()
  }

  /// Updates the size after the terminal was resized.
  mutating func measure() {
    let (columns, rows) = screen.size
    size = ScreenSize(columns: columns, rows: rows)
    shown = nil
    isStale = true
  }

  /// The descriptor to poll for space on the terminal; `nil` unless output is pending.
  var blocked: Int32? { screen.isBusy ? screen.output : nil }

  /// The time until the next frame; `nil` if nothing is scheduled.
  var delay: Duration? {
    guard screen.isUp, !screen.isBusy else { return nil }
    let pause = lastPaint + Self.shortestPause - .now
    if isStale { return pause }
    return change.map { max(pause, clock.delay(until: $0)) }
  }

  /// Draws changes if a frame is due; returns `false` if another program has taken the terminal without notice, as
  /// shells do: nothing is drawn then.
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
  init(_ environment: [String: String]) {
    let locale = UserLocale.of("LC_CTYPE", environment) ?? ""
    let isUnicode = ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
    self = isUnicode ? environment["TERM"] == "linux" ? .halves : .eighths : .ascii
  }
}
