/// What a follower of all runs hears of them.
package enum RunNews: Sendable {
  /// The state of a run was read, or has changed.
  case state(RunReport)
  /// An event of a run, as a line of JSON, when it is heard.
  case event(run: String, line: String)
  /// A run has ended, or can't be followed any more.
  case left(run: String)

  /// Receives the news, on the thread of the hub.
  package typealias Receiver = @Sendable (RunNews) -> Void
}
