import Synchronization

/// Carries what one thread hands over to another, once.
public final class Parcel<Content>: Sendable {
  private let content: Mutex<Content?>

  /// Packs `content`, which the sender doesn't use any more.
  public init(_ content: sending Content) { self.content = Mutex(content) }

  /// Unpacks it; `nil` the second time.
  public func take() -> sending Content? {
    content.withLock { content in
      let taken = content
      content = nil
      return taken
    }
  }
}
