/// How long to wait between attempts that fail: 0.1 s at first, then twice as long each time, up to 5 s.
package struct BackOff: Sendable {
  private static let (first, longest): (Int32, Int32) = (100, 5_000)

  /// The next wait, in milliseconds.
  package private(set) var pause = first

  package init() {}

  /// Another attempt has failed.
  package mutating func lengthen() { pause = min(2 * pause, Self.longest) }
}
