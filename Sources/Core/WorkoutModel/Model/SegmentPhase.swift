/// The phase of one segment, with the values for its set and side.
public struct SegmentPhase: Equatable, Sendable {
  /// The phase as written in the file.
  public let phase: Phase
  /// The sets of the enclosing groups, outermost first, counted from 0.
  let sets: [Int]
  let groups: [String?]
  /// The side, if the phase or an enclosing group has sides.
  public let side: String?

  /// The phase in sets, outermost first and counted from 0, of groups with these names, and for a side.
  init(_ phase: Phase, inSets sets: [Int], of groups: [String?], side: String?) {
    self.phase = phase
    self.sets = sets
    self.groups = groups
    self.side = side
  }

  private func value<Value>(_ values: PerSet<Value>) -> Value { values.value(inSet: set(ofGroup: values.group)) }

  /// The set, counted from 0, of the innermost group with a name, or without one of the innermost group; 0 outside all
  /// groups.
  private func set(ofGroup name: String?) -> Int {
    let place = name.flatMap { name in groups.lastIndex { $0 == name } } ?? sets.count - 1
    return sets.indices.contains(place) ? sets[place] : 0
  }

  /// The name in this set, with the side in place of `{side}`, or otherwise after the name.
  public var name: String {
    let name = value(phase.name)
    guard let side else { return name }
    return name.contains(Sides.placeholder) ? Self.filled(name, with: side) : "\(name), \(side)"
  }

  /// The text that is spoken instead of the name.
  public var say: String? { filled(phase.say) }
  /// The author's notes.
  public var notes: String? { filled(phase.notes) }
  /// The target.
  public var target: Target? { phase.target.map(value) }
  /// The number of repetitions.
  public var reps: Int? { phase.reps.map { $0.count(inSet: set(ofGroup: $0.group)) } }
  /// The intensity.
  public var intensity: Intensity { phase.intensity }
  /// The condition that ends it.
  public var end: PhaseEnd { phase.end }
  /// The file or name of a sound that plays once from its start.
  public var track: String? { phase.track }

  private func filled(_ texts: PerSet<String>?) -> String? {
    guard let text = texts.map(value), let side else { return texts.map(value) }
    return Self.filled(text, with: side)
  }

  private static func filled(_ text: String, with side: String) -> String {
    text.replacing(Sides.placeholder, with: side)
  }
}
