extension Limits {
  /// Lengths of texts in characters, which are Unicode scalars.
  package static let name = 1...nameLength
  package static let text = 1...textLength
  /// For texts that are only shown and may as well be empty.
  package static let remark = 0...textLength
  /// The shortest interval of `every`, for cues and for sets, and the shortest time of `for`.
  package static let shortestInterval = Duration.seconds(1)
  package static let cueInterval = shortestInterval...totalLength
  package static let setInterval = shortestInterval...phaseLength.upperBound
  /// How long a `for` group may go on; one without time would have no set.
  package static let groupTime = shortestInterval...totalLength
  /// How far from its anchor a moment may lie.
  package static let offset = (.zero - totalLength)...totalLength
  /// What a phase may grow or shrink by from set to set.
  package static let growth = (.zero - phaseLength.upperBound)...phaseLength.upperBound
  /// What the conditions on lengths may ask for.
  package static let conditionLength = Duration.zero...totalLength
}
