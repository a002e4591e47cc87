import WorkoutModel

/// What a mistyped word on the command line was probably meant to be.
enum Suggestions {
  /// The end of a sentence: a question where a candidate is near, else a full stop.
  static func question(_ word: String, among candidates: [String]) -> String {
    let question = Suggestion.question(word, among: candidates)
    return question.isEmpty ? "." : question
  }
}
