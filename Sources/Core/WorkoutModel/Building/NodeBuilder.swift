/// Collects the phases and groups of a workout in code, with `if`, `switch` and `for`.
@resultBuilder
public enum NodeBuilder {
  /// A phase.
  public static func buildExpression(_ phase: Phase) -> [Node] { [.phase(phase)] }
  /// A group.
  public static func buildExpression(_ group: SetGroup) -> [Node] { [.group(group)] }
  /// Nodes that were made elsewhere.
  public static func buildExpression(_ nodes: [Node]) -> [Node] { nodes }
  /// The nodes of consecutive lines.
  public static func buildBlock(_ nodes: [Node]...) -> [Node] { nodes.flatMap { $0 } }
  /// The nodes of an `if` without `else`.
  public static func buildOptional(_ nodes: [Node]?) -> [Node] { nodes ?? [] }
  /// The nodes of a condition that holds.
  public static func buildEither(first nodes: [Node]) -> [Node] { nodes }
  /// The nodes of a condition that doesn't hold.
  public static func buildEither(second nodes: [Node]) -> [Node] { nodes }
  /// The nodes of a loop.
  public static func buildArray(_ nodes: [[Node]]) -> [Node] { nodes.flatMap { $0 } }
  /// The nodes of an `if #available`.
  public static func buildLimitedAvailability(_ nodes: [Node]) -> [Node] { nodes }
}
