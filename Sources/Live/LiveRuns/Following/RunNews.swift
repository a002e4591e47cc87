package enum RunNews: Sendable {
  case state(RunReport)
  /// An event of a run, as a line of JSON, when it is heard.
  case event(run: String, line: String)
  /// A run has ended, or can't be followed any more.
  case left(run: String)

  package typealias Receiver = @Sendable (RunNews) -> Void
}
