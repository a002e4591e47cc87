import HostSystem

/// An inhibitor that a bus service grants; failed requests are retried while it is wanted.
final class Inhibitor {
  /// Releases the inhibitor; `nil` if it was not granted.
  typealias Release = () -> Void

  private enum State {
    case free
    case requested
    case held(Release)
  }

  let name: String
  private let request: (_ answer: @escaping (Release?) -> Void) -> Void
  private var state = State.free
  private var isWanted = false
  private var nextAttempt = Duration.zero
  private(set) var isMissing = false

  private static let pause = Duration.seconds(10)

  init(_ name: String, _ request: @escaping (_ answer: @escaping (Release?) -> Void) -> Void) {
    self.name = name
    self.request = request
  }

  var isHeld: Bool { if case .held = state { true } else { false } }

  func want(_ isWanted: Bool) {
    self.isWanted = isWanted
    switch state {
    case .free where isWanted && .monotonic >= nextAttempt:
      state = .requested
      request { [weak self] in self?.store($0) }
    case .held(let release) where !isWanted:
      state = .free
      release()
    default: break
    }
  }

  private func store(_ release: Release?) {
    guard case .requested = state else { return }
    isMissing = release == nil
    guard let release else {
      state = .free
      nextAttempt = .monotonic + Self.pause
      return
    }
    state = .held(release)
    // Meanwhile the inhibitor may no longer be wanted.
    want(isWanted)
  }

  /// Called when the service is lost; another one may be asked immediately.
  func lose() { (state, nextAttempt, isMissing) = (.free, .zero, false) }
}
