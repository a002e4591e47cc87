import WorkoutModel

/// How early cues may begin whose sound ends at their mark.
///
/// It bounds how far beyond a position cues must be searched for.
package struct BackTiming: Sendable {
  /// The maximum length of words that end at a mark; longer ones are left out.
  static let longestWords = Duration.seconds(60)

  /// The delay between the sound and the speech of a rule with both.
  package static let speechDelay = Duration.milliseconds(600)

  private let sounds: [CueSound]
  /// An upper bound of the characters of all words that end at a mark; `nil` if there are none.
  private let characters: Int?

  init(_ rules: [CueRule], _ timeline: Timeline) {
    let backTimed = rules.filter { $0.align == .end }
    // If the words of a rule turn out to have no value, its sound ends at the mark itself.
    sounds = backTimed.compactMap { $0.sound }
    let texts = backTimed.compactMap { $0.say }
    let counts = backTimed.contains { $0.count != nil } ? [2] : []
    guard !texts.isEmpty || !counts.isEmpty else {
      characters = nil
      return
    }
    let names = Names(timeline)
    characters = (texts.map { names.bound(on: $0) } + counts).max()
  }

  /// The maximum time by which a cue begins before its mark.
  func lead(_ durations: PhraseDurations) -> Duration {
    let sound = sounds.map { durations.length(ofSound: $0.name) + $0.strikesLength }.max()
    let words = characters.map { max(durations.longestPhrase, PhraseDurations.estimate(characters: $0)) }
    return max(
      sound ?? .zero, words.map { min($0, Self.longestWords) + Self.speechDelay } ?? .zero)
  }
}

extension BackTiming {
  /// The maximum lengths of the texts that replace placeholders, in Unicode scalars.
  private struct Names {
    /// "6 days 23 hours 59 minutes 59 seconds" in the longest language, with a margin.
    private static let duration = 200
    /// The number of a set, and the word that replaces a slash before it.
    private static let number = 12
    /// The repetitions as a suffix of a phase's name: ", 10000 reps".
    private static let tally = 60

    private var name = 0
    private var words = 0
    private var side = 0
    private var target = 0
    private let workout: Int
    private let phrases: BuiltInPhrases

    init(_ timeline: Timeline) {
      phrases = timeline.workout.phrases
      workout = timeline.workout.spokenName.unicodeScalars.count
      let phases = timeline.phases
      side = phases.compactMap { $0.side?.unicodeScalars.count }.max() ?? 0
      let targets = phases.flatMap { $0.phase.target?.values ?? [] }
      target = targets.map { phrases.target($0).unicodeScalars.count }.max() ?? 0
      let runs = phases.flatMap { placed in
        let lists = [placed.phase.name.values.count, placed.phase.say?.values.count ?? 1]
        return (0..<(lists.max() ?? 1)).map { placed.run(withValue: $0) }
      }
      name = runs.map { $0.name.unicodeScalars.count }.max() ?? 0
      let says = runs.compactMap { $0.say }.map { say in
        // Words may name the next phase, by its name alone.
        max(say.unicodeScalars.count, (try? CueText(say)).map { bound(on: $0) } ?? 0)
      }
      words = max(name, says.max() ?? 0)
    }

    func bound(on text: CueText) -> Int {
      text.pieces.reduce(0) { sum, piece in
        switch piece {
        case .words(let words), .english(let words): sum + words.unicodeScalars.count
        case .placeholder(.phase), .placeholder(.next): sum + max(words, name) + Self.tally
        case .placeholder(.set), .placeholder(.sets), .placeholder(.setOf), .placeholder(.nextSet),
          .placeholder(.heartRate):
          sum + Self.number
        case .placeholder(.reps): sum + Self.tally
        case .placeholder(.side): sum + side
        case .placeholder(.target), .placeholder(.nextTarget): sum + target
        case .placeholder(.remaining), .placeholder(.elapsed): sum + Self.duration
        case .placeholder(.workout): sum + workout
        case .placeholder(.word(let word)): sum + phrases[word].unicodeScalars.count
        }
      }
    }
  }
}
