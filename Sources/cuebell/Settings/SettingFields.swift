import StrictJSON
import WorkoutFiles
import WorkoutModel

extension Field {
  private static let path = 1...4_096

  func folders(_ absolute: (String) -> String?) -> [String] {
    listOrOne("a folder or a list of folders").compactMap { field in
      guard let path = field.text(in: Self.path) else { return nil }
      return absolute(path) ?? field.fail("\(Excerpt.quoted(path)) is in the home folder, but HOME is not set")
    }
  }

  /// A program, or a list of a program and its arguments.
  ///
  /// A path is relative to the settings file, and may begin with `~/`, as may arguments.
  func command(_ absolute: (String) -> String?) -> [String]? {
    let fields = listOrOne("a program, or a list of a program and its arguments")
    guard (1...100).contains(fields.count) else {
      return value.list == nil ? nil : fail("must have 1 to 100 words")
    }
    let words = fields.enumerated().compactMap { index, field in
      let word = field.text(in: index == 0 ? Self.path : 0...Self.path.upperBound)
      if word?.utf8.contains(0) == true { field.complain("can't contain a NUL character") }
      return word
    }
    return words.enumerated().map { index, word in
      (index == 0 ? word.contains("/") : word.hasPrefix("~/")) ? absolute(word) ?? word : word
    }
  }

  /// The fields of a list; a text is a list of one.
  private func listOrOne(_ expected: String) -> [Field] {
    if value.text != nil { return [self] }
    return list(expected) ?? []
  }

  func text(_ complaint: (String) -> String?) -> String? {
    guard let text = text() else { return nil }
    guard let complaint = complaint(text) else { return text }
    return fail(complaint)
  }

  func suspendPolicy() -> SuspendChoice? {
    guard let text = text() else { return nil }
    return SuspendChoice(argument: text)
      ?? fail(
        "must be \"continue\", \"freeze\" or \"pause-if-over=\" and a duration, got \(value.summary)"
          + Suggestion.question(text, among: ["continue", "freeze", "pause-if-over=2s"]))
  }
}
