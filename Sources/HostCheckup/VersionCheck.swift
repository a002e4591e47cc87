/// What runs here, for those who are asked for help.
public struct VersionCheck: Equatable, Sendable {
  /// Names and versions, the command first.
  public var parts: [String]

  /// What runs here.
  public init(parts: [String]) { self.parts = parts }

  /// The list; it is never at fault.
  public var finding: Finding { .ok("versions", parts.joined(separator: ", ")) }
}
