import WorkoutFiles
import WorkoutModel

extension Field {
  /// The text in quotes, if it has so many characters.
  func text(in range: ClosedRange<Int>) -> String? {
    guard let text = text() else { return nil }
    let count = text.unicodeScalars.count
    if range.contains(count) { return text }
    complain(Complaint.length(range, is: count))
    return nil
  }
}
