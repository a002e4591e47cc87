import StrictJSON

/// The lengths of the four parts of a repetition.
///
/// ```swift
/// let tempo = Tempo("3-1-2-0")            // 6 seconds for each repetition
/// ```
public struct Tempo: Hashable, Sendable {
  /// Lowering, the pause at the bottom, lifting, and the pause at the top; whole multiples of `step`.
  package let parts: [Duration]

  /// The resolution of the parts.
  package static let step = Duration.milliseconds(500)

  /// Parses a tempo such as `3-1-2-0`: four numbers of seconds in steps of 0.5, each at most `Limits.tempoPart` and
  /// not all 0; `nil` for anything else.
  public init?(_ text: String) {
    let texts = text.split(separator: "-", omittingEmptySubsequences: false)
    let parts = texts.compactMap(Self.part)
    guard texts.count == 4, parts.count == 4, parts.contains(where: { $0 > .zero }) else { return nil }
    self.parts = parts
  }

  /// The length of one repetition.
  package var length: Duration { parts.reduce(.zero, +) }

  /// The cues of each repetition: a short sound at the start of each part that isn't 0, one tick for the pause at the
  /// bottom and two for that at the top; and, as the entry without a sound, the number of the repetition.
  ///
  /// `start` is relative to the start of the repetition. The sounds are 6 dB softer than those of other cues.
  package var cues: [(start: Duration, sound: CueSound?)] {
    var start = Duration.zero
    var cues: [(start: Duration, sound: CueSound?)] = []
    for (part, sound) in zip(parts, Self.sounds) where part > .zero {
      cues.append((start, sound))
      start += part
    }
    return cues + [(.zero, nil)]
  }

  private static let sounds = [
    CueSound(BuiltInSound.woodblock.rawValue, gain: -6), CueSound(BuiltInSound.tick.rawValue, gain: -6),
    CueSound(BuiltInSound.beep.rawValue, gain: -6),
    CueSound(BuiltInSound.tick.rawValue, strikes: 2, spacing: .milliseconds(200), gain: -6),
  ]

  private static func part(_ text: Substring) -> Duration? {
    let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = halves.first, (1...2).contains(whole.utf8.count), whole.utf8.allSatisfy({ $0.isDigit }),
      let seconds = Int(whole), halves.count == 1 || ["0", "5"].contains(halves[1])
    else { return nil }
    let part = .seconds(seconds) + (halves.count > 1 && halves[1] == "5" ? step : .zero)
    return Limits.tempoPart.contains(part) ? part : nil
  }
}

extension Tempo: CustomStringConvertible {
  /// The tempo as written in a file.
  public var description: String {
    parts.map { part in
      let halves = part.inNanoseconds / Self.step.inNanoseconds
      return halves.isMultiple(of: 2) ? "\(halves / 2)" : "\(halves / 2).5"
    }.joined(separator: "-")
  }
}
