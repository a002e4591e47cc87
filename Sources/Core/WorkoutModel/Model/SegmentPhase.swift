/// What is done in one segment: a phase, with the values of its set and its side.
public struct SegmentPhase: Equatable, Sendable {
  /// The phase as the file has it.
  public let phase: Phase
  /// The set of the innermost group, counted from 0; 0 outside all groups.
  let set: Int
  /// The side, where the phase or a group around it has sides.
  public let side: String?

  /// The phase in a set, counted from 0, for a side.
  public init(_ phase: Phase, inSet set: Int, side: String? = nil) {
    self.phase = phase
    self.set = set
    self.side = side
  }

  /// The name in this set. The side takes the place of `{side}`; a name without it is followed by the side.
  public var name: String {
    let name = phase.name.value(inSet: set)
    guard let side else { return name }
    return name.contains(Sides.placeholder) ? Self.filled(name, with: side) : "\(name), \(side)"
  }

  /// What is spoken instead of the name.
  public var say: String? { filled(phase.say) }
  /// The author's remark.
  public var notes: String? { filled(phase.notes) }
  /// How hard it is meant to be.
  public var target: Target? { phase.target?.value(inSet: set) }
  /// How often something is to be done.
  public var reps: Int? { phase.reps?.count(inSet: set) }
  /// How hard it is.
  public var intensity: Intensity { phase.intensity }
  /// What ends it.
  public var end: PhaseEnd { phase.end }
  /// A file or name played once from its start.
  public var track: String? { phase.track }
  /// What happens to the workout's bed.
  public var ambient: PhaseAmbient { phase.ambient }

  private func filled(_ texts: PerSet<String>?) -> String? {
    guard let text = texts?.value(inSet: set), let side else { return texts?.value(inSet: set) }
    return Self.filled(text, with: side)
  }

  private static func filled(_ text: String, with side: String) -> String {
    text.replacing(Sides.placeholder, with: side)
  }
}
