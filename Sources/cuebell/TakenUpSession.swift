import SessionHistory

/// A session of the history with which a live run goes on.
struct TakenUpSession {
  let place: HistoryPlace
  let session: ResumedSession
  let start: SessionStart
  /// What the user is told of it.
  let remark: String
  /// After which pause it goes on by itself; `nil` for when the user says so.
  let goingOnAfter: Duration?

  /// The volume that the user had chosen.
  var volume: Double { start.volume }
}
