package enum Access: Int, Comparable, Sendable {
  case none, view, control

  package var name: String {
    switch self {
    case .none: "none"
    case .view: "view"
    case .control: "control"
    }
  }

  /// Whether the second access includes the first and more.
  package static func < (a: Access, b: Access) -> Bool { a.rawValue < b.rawValue }
}
