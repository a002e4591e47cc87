/// What a request may do; each access includes those before it.
package enum Access: Comparable, Sendable {
  case none, view, control

  package var name: String { "\(self)" }
}
