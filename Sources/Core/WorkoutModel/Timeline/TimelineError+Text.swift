extension TimelineError: CustomStringConvertible {
  /// One line for each problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension Problem: CustomStringConvertible {
  /// The path of the value and what is wrong with it; safe to print.
  public var description: String { SafeText.filtered("\(path): \(message)") }
}
