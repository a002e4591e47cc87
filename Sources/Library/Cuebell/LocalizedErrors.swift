public import WorkoutEngine
public import WorkoutFiles
public import WorkoutModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#elseif canImport(Foundation)
public import Foundation
#endif

// What an error says of itself is its `localizedDescription`, where there is a Foundation.
#if canImport(FoundationEssentials) || canImport(Foundation)
/// An error whose description is a sentence for the user: what is wrong, and what to do next.
public protocol ExplainedError: LocalizedError, CustomStringConvertible {}

extension ExplainedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension ActionRefusal: ExplainedError {}
extension TimelineError: ExplainedError {}
extension WorkoutFileError: ExplainedError {}
extension LocatedProblem: ExplainedError {}
extension PartError: ExplainedError {}
extension ShortFormError: ExplainedError {}
extension CueTextError: ExplainedError {}
extension DurationTextError: ExplainedError {}
extension MomentTextError: ExplainedError {}
extension ReplayError: ExplainedError {}
#endif
