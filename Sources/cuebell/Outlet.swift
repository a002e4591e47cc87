import AudioMixing
import LiveHost
import Synchronization

/// The device that a session is heard by: the one that is wished for, or else the user's default one.
final class Outlet: Sendable {
  /// The device that every system has, if it has any.
  static let standard = "default"

  /// What is wished for.
  let wish: String

  private struct State {
    var device: String
    var refusal: SinkError?
    var hasListener = true
  }

  private let state: Mutex<State>

  /// An outlet for which `wish` is tried first.
  init(wish: String) {
    self.wish = wish
    state = Mutex(State(device: wish))
  }

  /// The device that was opened last; before that, the wish.
  var device: String { state.withLock { $0.device } }

  /// Why that isn't the wish; `nil` where it is.
  var refusal: SinkError? { state.withLock { $0.refusal } }

  /// Whether somebody listens at the other end, where that can be told: a FIFO may have no reader.
  var hasListener: Bool {
    get { state.withLock { $0.hasListener } }
    set { state.withLock { $0.hasListener = newValue } }
  }

  /// Opens what is wished for, or the default device.
  ///
  /// - Parameter opening: Opens the device of a name.
  /// - Returns: What was opened.
  /// - Throws: Why the wish can't be had, where the default device can't be had either.
  func open(
    _ opening: (String) throws(SinkError) -> Parcel<any AudioSink>
  ) throws(SinkError) -> Parcel<any AudioSink> {
    do throws(SinkError) {
      let parcel = try opening(wish)
      state.withLock { $0 = State(device: wish) }
      return parcel
    } catch {
      let refusal = error
      guard wish != Self.standard, let parcel = try? opening(Self.standard) else { throw refusal }
      state.withLock { $0 = State(device: Self.standard, refusal: refusal) }
      return parcel
    }
  }
}
