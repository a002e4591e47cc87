import LiveRuns
import SessionControl
import StrictJSON
import WorkoutModel

package struct StartRequest: Equatable {
  /// A workout from its beginning or from a position in its plan, one that the request contains, a programme's next
  /// session, a session to resume, or the workout of a session from its beginning.
  enum Subject: Equatable {
    case workout(String, startAt: String?)
    case sent(SentWorkout, startAt: String?)
    case programme(String)
    case session(Int)
    case again(Int)
  }

  let subject: Subject
  /// Whether to take the audio session from another run.
  let takesOver: Bool
  /// The volume in dB.
  let volume: String?

  private static let keys = [
    "workout", "link", "short", "programme", "resume", "again", "takeOver", "startAt", "volume",
  ]

  package init(_ body: [UInt8]) throws(Refusal) {
    let fields = Body(try Body.object(body, of: Self.keys))
    takesOver = try fields.bool("takeOver") ?? false
    volume = try fields.number("volume", in: Limits.volume)
    let startAt = try fields.duration("startAt")
    let sent = try SentWorkout(fields)
    let workout = try fields.text("workout")
    let (resumed, repeated) = (try Self.session("resume", fields), try Self.session("again", fields))
    switch (workout, sent, try fields.text("programme"), resumed, repeated) {
    case (let workout?, nil, nil, nil, nil): subject = .workout(workout, startAt: startAt)
    case (nil, let sent?, nil, nil, nil): subject = .sent(sent, startAt: startAt)
    case (nil, nil, let programme?, nil, nil): subject = .programme(programme)
    case (nil, nil, nil, let session?, nil): subject = .session(session)
    case (nil, nil, nil, nil, let session?): subject = .again(session)
    default:
      throw .invalid(
        "a start needs exactly one of \"workout\", \"link\", \"short\", \"programme\", \"resume\" and \"again\"")
    }
    guard startAt == nil || workout != nil || sent != nil else { throw .invalid("\"startAt\" belongs to \"workout\"") }
  }

  private static func session(_ key: String, _ fields: Body) throws(Refusal) -> Int? {
    let session = try fields.integer(key)
    if let session, session <= 0 { throw .invalid("\"\(key)\" must be the number of a session, at least 1") }
    return session
  }

  /// The arguments of the command, with the workout's file, the name of a run whose workout comes by stdin, and the
  /// user's options for all runs.
  package func arguments(path: String?, name: String? = nil, options: [String]) -> [String] {
    var arguments: [String]
    switch subject {
    case .workout(_, let startAt), .sent(_, let startAt):
      arguments = ["run"] + (startAt.map { ["--start-at", $0] } ?? []) + (name.map { ["--name", $0] } ?? [])
    case .again: arguments = ["run"] + (name.map { ["--name", $0] } ?? [])
    case .programme: arguments = ["next"]
    case .session: arguments = LiveRunStarter.resuming
    }
    arguments += options
    if takesOver { arguments.append("--take-over") }
    if let volume { arguments += ["--volume", volume] }
    switch subject {
    case .workout, .programme: arguments += path.map { ["--", $0] } ?? []
    case .sent: arguments += ["--", "-"]
    case .again: arguments += ["--", path ?? "-"]
    case .session(let number): arguments += ["--", "\(number)"]
    }
    return arguments
  }
}
