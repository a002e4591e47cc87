import StrictJSON
import WorkoutModel

/// A user's input for a position in the plan: a time such as `3:20`, or a set such as `3`.
public enum PlanPlace: Equatable, Sendable {
  case moment(Duration)
  /// A set, counted from 1.
  case set(Int)

  /// Parses a position; a bare number, or one after `set`, is a set.
  ///
  /// - Throws: An error with the accepted forms.
  public init(_ text: String) throws(PlanPlaceError) {
    let text = text.trimmed
    let number = text.hasPrefix("set ") ? String(text.dropFirst(4)).trimmed : text
    if let set = Int(number), set > 0 {
      self = .set(set)
    } else if let moment = try? DurationText.read(text), moment >= .zero {
      self = .moment(moment)
    } else {
      let explanation = "\(Excerpt.quoted(text)) is no place: write a set such as 3, or a time such as 3:20"
      throw PlanPlaceError(explanation: explanation)
    }
  }
}

/// A text that isn't a position in the plan.
public struct PlanPlaceError: Error, Equatable, Sendable {
  /// The message for the user; safe to print.
  public let explanation: String
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
