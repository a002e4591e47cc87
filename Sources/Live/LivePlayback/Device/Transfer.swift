import Synchronization

package final class Transfer<Value>: Sendable {
  private let value: Mutex<Value?>

  package init(_ value: sending Value) { self.value = Mutex(value) }

  package func consume() -> sending Value? {
    value.withLock { $0.take() }
  }
}
