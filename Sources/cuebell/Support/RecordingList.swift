import CueAudio
import WorkoutEngine
import WorkoutModel

/// Every phrase that a workout can say in its own voice, with the recordings that there are.
struct RecordingList {
  struct Row {
    /// What is said, as it is written.
    let phrase: String
    /// What a recording should be called.
    let name: String
    /// What it is called; `nil` if there is none.
    let file: String?
  }

  /// In the order in which the phrases come first.
  let rows: [Row]
  /// The files that no phrase uses.
  let unused: [String]

  init(_ timeline: Timeline, _ recordings: RecordedPhrases?) {
    let phrases = timeline.phrases().filter { $0.voice == nil }.map(\.text)
    let names = PhraseFileNames(language: timeline.workout.voice.language)
    rows = phrases.compactMap { phrase in
      let name = names.name(for: phrase)
      return name.isEmpty ? nil : Row(phrase: phrase, name: name + ".flac", file: recordings?.file(for: phrase))
    }
    let used = Set(rows.compactMap(\.file))
    unused = recordings?.fileNames.filter { !used.contains($0) } ?? []
  }

  /// Whether every phrase has a recording.
  var isComplete: Bool { rows.allSatisfy { $0.file != nil } }
}
