/// The phase of one segment, with the values for its set and side.
package struct SegmentPhase: Equatable, Sendable {
  /// The phase as written in the file.
  package let phase: Phase
  /// The sets of the enclosing groups, outermost first, counted from 0.
  let sets: [Int]
  /// The names of the enclosing groups as they are compared.
  let groups: [String?]
  private let localizedSide: LocalizedSide?

  /// The phase in sets, outermost first and counted from 0, of groups with these names, and for a side.
  init(_ phase: Phase, inSets sets: [Int], of groups: [String?], side: LocalizedSide?) {
    self.phase = phase
    self.sets = sets
    self.groups = groups
    localizedSide = side
  }

  private func value<Value>(_ values: PerSet<Value>) -> Value { values.value(inSet: set(ofGroup: values.group)) }

  /// The set, counted from 0, of the innermost group with a name, or without one of the innermost group; 0 outside all
  /// groups.
  private func set(ofGroup name: String?) -> Int {
    let place = name.map { $0.inEnglish }.flatMap { name in groups.lastIndex { $0 == name } } ?? sets.count - 1
    return sets.indices.contains(place) ? sets[place] : 0
  }

  /// The side, if the phase or an enclosing group has sides.
  package var side: String? { localizedSide?.name }
  /// The side in the language of the voice, with built-in words in braces.
  package var sideText: String? { localizedSide?.text }

  /// The name in this set, with the side in place of `{side}`, or otherwise after the name.
  package var name: String { Self.named(value(phase.name), side) }
  /// The name in the language of the voice, with built-in words in braces.
  package func nameText(_ phrases: BuiltInPhrases) -> String {
    Self.named(phrases.translated(value(phase.written.name)), sideText)
  }

  /// The name for a reader of the language of `phrases`, which are the workout's.
  package func name(in phrases: BuiltInPhrases) -> String {
    Self.named(phrases.filled(value(phase.written.name)), localizedSide.map { phrases.filled($0.template) })
  }

  /// The author's notes for a reader of the language of `phrases`, which are the workout's.
  package func notes(in phrases: BuiltInPhrases) -> String? {
    filled(phase.written.notes?.map(phrases.translated), with: localizedSide.map { phrases.filled($0.template) })
  }

  /// The texts as in the file, where those of the phase aren't the same, for a reader of another language.
  package var template: PhaseTemplate? {
    let (name, notes) = (value(phase.written.name), phase.written.notes.map(value))
    let template = PhaseTemplate(
      name: name == self.name ? nil : name, side: side == localizedSide?.template ? nil : localizedSide?.template,
      notes: notes == self.notes ? nil : notes)
    return template == PhaseTemplate() ? nil : template
  }

  /// The name as it is compared with those in texts and other phases, regardless of the language and the side.
  var comparedName: String { value(phase.written.name).inEnglish }

  /// The text that is spoken instead of the name, with built-in words in braces.
  package var say: String? { filled(phase.say, with: sideText) }
  /// The author's notes.
  package var notes: String? { filled(phase.notes, with: side) }
  /// The target.
  package var target: Target? { phase.target.map(value) }
  /// The number of repetitions.
  package var reps: Int? { phase.reps.map { $0.count(inSet: set(ofGroup: $0.group)) } }
  /// The intensity.
  package var intensity: Intensity { phase.intensity }
  /// The condition that ends it.
  package var end: PhaseEnd { phase.end }
  /// The file or name of a sound that plays once from its start.
  package var track: String? { phase.track }

  private func filled(_ texts: PerSet<String>?, with side: String?) -> String? {
    let text = texts.map(value)
    return side.flatMap { text?.filling(Sides.placeholder, with: $0) } ?? text
  }

  private static func named(_ name: String, _ side: String?) -> String {
    guard let side else { return name }
    return name.has(Sides.placeholder) ? name.filling(Sides.placeholder, with: side) : "\(name), \(side)"
  }
}

/// The texts of a phase in a set as in its file, before its side, translations and built-in words were filled in; each
/// is `nil` where the phase has the same text.
package struct PhaseTemplate: Equatable, Sendable {
  /// The name.
  package var name: String?
  /// The side.
  package var side: String?
  /// The notes.
  package var notes: String?
}

/// A side in the language of the voice, also with built-in words in braces, and as in the file.
struct LocalizedSide: Equatable, Sendable {
  let name: String
  let text: String
  let template: String

  init(_ template: String, _ phrases: BuiltInPhrases) {
    (name, text, self.template) = (phrases.filled(template), phrases.translated(template), template)
  }
}
