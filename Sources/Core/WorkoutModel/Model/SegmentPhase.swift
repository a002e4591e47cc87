/// The phase of one segment, with the values for its set and side.
public struct SegmentPhase: Equatable, Sendable {
  /// The phase as written in the file.
  public let phase: Phase
  /// The set of the innermost group, counted from 0; 0 outside all groups.
  let set: Int
  /// The side, if the phase or an enclosing group has sides.
  public let side: String?

  /// The phase in a set, counted from 0, and for a side.
  public init(_ phase: Phase, inSet set: Int, side: String? = nil) {
    self.phase = phase
    self.set = set
    self.side = side
  }

  /// The name in this set, with the side in place of `{side}`, or otherwise after the name.
  public var name: String {
    let name = phase.name.value(inSet: set)
    guard let side else { return name }
    return name.contains(Sides.placeholder) ? Self.filled(name, with: side) : "\(name), \(side)"
  }

  /// The text that is spoken instead of the name.
  public var say: String? { filled(phase.say) }
  /// The author's notes.
  public var notes: String? { filled(phase.notes) }
  /// The target.
  public var target: Target? { phase.target?.value(inSet: set) }
  /// The number of repetitions.
  public var reps: Int? { phase.reps?.count(inSet: set) }
  /// The intensity.
  public var intensity: Intensity { phase.intensity }
  /// The condition that ends it.
  public var end: PhaseEnd { phase.end }
  /// The file or name of a sound that plays once from its start.
  public var track: String? { phase.track }
  /// How it changes the workout's bed.
  public var ambient: PhaseAmbient { phase.ambient }

  private func filled(_ texts: PerSet<String>?) -> String? {
    guard let text = texts?.value(inSet: set), let side else { return texts?.value(inSet: set) }
    return Self.filled(text, with: side)
  }

  private static func filled(_ text: String, with side: String) -> String {
    text.replacing(Sides.placeholder, with: side)
  }
}
