import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutLinks
import WorkoutModel

/// A workout that a request contains instead of naming a file: in a link, or as a short form.
struct SentWorkout: Equatable, Sendable {
  private enum Form: Equatable {
    case link, short
  }

  private let form: Form
  private let text: String

  /// Parses the fields `link` and `short` of a body; `nil` if there is neither.
  init?(_ fields: Body) throws(Refusal) {
    switch (try fields.text("link"), try fields.text("short")) {
    case (nil, nil): return nil
    case (let link?, nil): (form, text) = (.link, link)
    case (nil, let short?): (form, text) = (.short, short)
    default: throw .invalid("a workout is sent either as \"link\" or as \"short\"")
    }
  }

  init(body: [UInt8]) throws(Refusal) {
    let object = try Body.object(body, of: ["link", "short"])
    guard let sent = try SentWorkout(Body(object)) else { throw .invalid("\"link\" or \"short\" is missing") }
    self = sent
  }

  /// Reads and checks the workout, which may take a moment.
  func read() throws(Refusal) -> Contents {
    switch form {
    case .link:
      do throws(WorkoutFileError) {
        let (workout, losses) = try WorkoutLink.workout(in: text)
        return Contents(workout: workout, hasLosses: !losses.isEmpty, isFromLink: true)
      } catch {
        throw .broken(error.problems.map(\.fields.json), error.problems.first?.message)
      }
    case .short:
      do throws(ShortFormError) {
        return Contents(workout: try ShortForm(text).workout, hasLosses: false, isFromLink: false)
      } catch {
        var refusal = Refusal.broken([LocatedProblem(error).fields.json], error.description)
        if ShortForm.isMeant(by: text) { refusal.details.add("nearest", error.nearest) }
        throw refusal
      }
    }
  }

  /// A workout that was sent, and is valid.
  struct Contents: Sendable {
    let workout: Workout
    /// Whether it had sounds or recordings, which didn't travel.
    let hasLosses: Bool
    /// Whether another person may have made it, so that its plan is of interest.
    let isFromLink: Bool

    var text: String { WorkoutWriter.write(workout) }

    var fields: JSONFields {
      let timeline = try? Timeline(workout)
      let total = timeline?.total
      var fields: JSONFields = [
        "name": workout.name, "seconds": total.map { Int($0 / .seconds(1)) },
        "length": total.map { ClockText.long($0) },
        "description": workout.description ?? "", "author": workout.author ?? "", "tags": workout.tags,
        "strip": timeline.map { PlanStrip($0).fields } ?? [], "losses": hasLosses,
      ]
      let range = timeline?.totalRange.map { [$0.lowerBound, $0.upperBound].map { Int($0 / .seconds(1)) } }
      fields.add("range", ifAny: range)
      if !isFromLink { fields.add("text", text) }
      if isFromLink, let timeline { fields.add(PlanOutline(of: timeline).fields) }
      return fields
    }

    /// The name of a file for it: letters, digits and hyphens.
    var stem: String {
      let words = workout.name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      let stem = words.joined(separator: "-").prefix(40)
      return stem.isEmpty ? "workout" : String(stem)
    }
  }
}

extension LocatedProblem {
  /// The problem as the command's `check` prints it.
  fileprivate var fields: JSONFields {
    ["line": location.line, "column": location.column, "path": "\(path)", "message": message]
  }
}
