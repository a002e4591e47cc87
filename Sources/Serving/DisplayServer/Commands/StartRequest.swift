import SessionControl
import SessionReporting
import StrictJSON
import WorkoutModel

/// A page's request to start a run.
package struct StartRequest: Equatable {
  /// A workout from its beginning or from a position in its plan, or a session to resume.
  enum Subject: Equatable {
    case workout(String, startAt: String?)
    case session(Int)
  }

  let subject: Subject
  /// Whether to take the audio session from another run.
  let takesOver: Bool
  /// The volume in dB.
  let volume: String?

  /// The time for which a resumed session stays paused at first.
  private static let pause = "5s"
  private static let keys = ["workout", "resume", "takeOver", "startAt", "volume"]

  /// Parses the body of a request.
  package init(_ body: [UInt8]) throws(Refusal) {
    let object = try Body.object(body)
    for member in object.members where !Self.keys.contains(member.key) {
      throw Refusal(400, "unknown", "unknown field \(Excerpt.quoted(member.key))")
    }
    let fields = Body(object)
    takesOver = try fields.bool("takeOver") ?? false
    volume = try fields.number("volume", in: ControlProtocol.volumes)
    let startAt = try fields.duration("startAt")
    switch (try fields.text("workout"), try fields.integer("resume")) {
    case (let workout?, nil): subject = .workout(workout, startAt: startAt)
    case (nil, let session?):
      guard session > 0 else { throw .invalid("\"resume\" must be the number of a session, at least 1") }
      guard startAt == nil else { throw .invalid("\"startAt\" belongs to \"workout\", not to \"resume\"") }
      subject = .session(session)
    default: throw .invalid("a start needs either \"workout\" or \"resume\"")
    }
  }

  /// The arguments of the command, with the workout's file and the user's options for all runs.
  package func words(path: String?, options: [String]) -> [String] {
    var words: [String]
    switch subject {
    case .workout(_, let startAt): words = ["run"] + (startAt.map { ["--start-at", $0] } ?? [])
    case .session: words = ["resume", "--go-on-after", Self.pause]
    }
    words += options
    if takesOver { words.append("--take-over") }
    if let volume { words += ["--volume", volume] }
    switch subject {
    case .workout: words += path.map { ["--", $0] } ?? []
    case .session(let number): words += ["--", "\(number)"]
    }
    return words
  }
}
