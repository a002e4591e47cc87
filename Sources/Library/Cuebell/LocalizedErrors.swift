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
extension ActionRefusal: LocalizedError {
  /// The refusal as a sentence.
  public var errorDescription: String? { description }
}

extension TimelineError: LocalizedError {
  /// The problems, a line each.
  public var errorDescription: String? { description }
}

extension WorkoutFileError: LocalizedError {
  /// The problems, a line each.
  public var errorDescription: String? { description }
}

extension LocatedProblem: LocalizedError {
  /// The problem with its place.
  public var errorDescription: String? { description }
}

extension ShortFormError: LocalizedError {
  /// What is wrong with the text, and the nearest form.
  public var errorDescription: String? { description }
}

extension CueTextError: LocalizedError {
  /// The error and the allowed placeholders.
  public var errorDescription: String? { description }
}

extension DurationTextError: LocalizedError {
  /// What is wrong with the text.
  public var errorDescription: String? { description }
}

extension MomentTextError: LocalizedError {
  /// What is wrong with the text.
  public var errorDescription: String? { description }
}

extension ReplayError: LocalizedError {
  /// Why the log can't be replayed.
  public var errorDescription: String? { description }
}
#endif
