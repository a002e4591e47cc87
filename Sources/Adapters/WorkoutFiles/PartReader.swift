/// Reads the workout files whose phases a workout uses; throws the reason if one can't be read.
public typealias PartReader = (_ path: String) throws(PartError) -> [UInt8]

/// The reason why a used workout file can't be read.
public struct PartError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error; safe to print.
  package let explanation: String

  /// An error with its explanation.
  public init(_ explanation: String) { self.explanation = explanation }

  /// The explanation.
  public var description: String { explanation }
}
