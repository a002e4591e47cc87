/// The access that a token grants.
public enum Access: Int, Comparable, Sendable {
  case none, view, control

  /// The name in replies.
  public var name: String {
    switch self {
    case .none: "none"
    case .view: "view"
    case .control: "control"
    }
  }

  /// Whether the second access includes the first and more.
  public static func < (a: Access, b: Access) -> Bool { a.rawValue < b.rawValue }
}
