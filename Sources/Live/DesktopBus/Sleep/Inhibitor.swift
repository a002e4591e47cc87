import DBusMessaging

/// Something that a bus grants for as long as it is wanted, and that is asked for again where it wasn't to be had.
final class Inhibitor {
  /// Gives it back; `nil` stands for what wasn't granted.
  typealias Release = () -> Void

  private enum State {
    case free
    case requested
    case held(Release)
  }

  /// The name under which it is reported.
  let name: String
  private let request: (_ answer: @escaping (Release?) -> Void) -> Void
  private var state = State.free
  private var isWanted = false
  private var nextAttempt = Duration.zero
  /// Whether the last attempt failed.
  private(set) var isMissing = false

  /// The pause between two attempts.
  private static let pause = Duration.seconds(10)

  init(_ name: String, _ request: @escaping (_ answer: @escaping (Release?) -> Void) -> Void) {
    self.name = name
    self.request = request
  }

  /// Whether it is held.
  var isHeld: Bool { if case .held = state { true } else { false } }

  /// Asks for it, or gives it back.
  func want(_ isWanted: Bool) {
    self.isWanted = isWanted
    switch state {
    case .free where isWanted && .monotonic >= nextAttempt:
      state = .requested
      request { [weak self] in self?.take($0) }
    case .held(let release) where !isWanted:
      state = .free
      release()
    default: break
    }
  }

  private func take(_ release: Release?) {
    guard case .requested = state else { return }
    isMissing = release == nil
    guard let release else {
      state = .free
      nextAttempt = .monotonic + Self.pause
      return
    }
    state = .held(release)
    // It may be wanted no longer.
    want(isWanted)
  }

  /// Who granted it is gone; another one may be asked at once.
  func lose() { (state, nextAttempt, isMissing) = (.free, .zero, false) }
}
