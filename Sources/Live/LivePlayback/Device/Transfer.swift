import Synchronization

/// Transfers a value from one thread to another, once.
public final class Transfer<Value>: Sendable {
  private let value: Mutex<Value?>

  /// Holds `value`, which the sender no longer uses.
  public init(_ value: sending Value) { self.value = Mutex(value) }

  /// Removes and returns the value; `nil` the second time.
  public func consume() -> sending Value? {
    value.withLock { value in
      let consumed = value
      value = nil
      return consumed
    }
  }
}
