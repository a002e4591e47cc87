/// Messages about values that more than one part of the program must phrase alike.
package enum Complaint {
  /// `must be 1…9, got 12`; `got` is shown as it is.
  package static func range(_ range: ClosedRange<Int>, got: some CustomStringConvertible) -> String {
    "must be \(range.lowerBound)…\(range.upperBound), got \(got)"
  }

  /// As for whole numbers, without a fraction if there is none.
  package static func range(_ range: ClosedRange<Double>, got: some CustomStringConvertible) -> String {
    "must be \(plain(range.lowerBound))…\(plain(range.upperBound)), got \(got)"
  }

  /// As for numbers, with durations as `DurationText` writes them.
  package static func range(_ range: ClosedRange<Duration>, got: some CustomStringConvertible) -> String {
    "must be \(DurationText.write(range.lowerBound))…\(DurationText.write(range.upperBound)), got \(got)"
  }

  /// `must be 1…120 characters long, is 130`; characters are Unicode scalars, as everywhere in the format.
  package static func length(_ range: ClosedRange<Int>, is count: Int) -> String {
    count == 0
      ? "must not be empty" : "must be \(range.lowerBound)…\(range.upperBound) characters long, is \(count)"
  }

  /// A number in the fewest digits that read back as the same number.
  package static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
