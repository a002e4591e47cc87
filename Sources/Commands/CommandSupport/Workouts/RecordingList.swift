package import CueAudio
import WorkoutEngine
package import WorkoutModel

/// Every phrase that a workout can speak in its own voice, with the existing recordings.
package struct RecordingList {
  package struct Row {
    package let phrase: String
    package let name: String
    package let file: String?
  }

  /// The rows in the order of the phrases' first use.
  package let rows: [Row]
  /// The files that match no phrase.
  package let unused: [String]

  package init(_ timeline: Timeline, _ recordings: RecordedPhrases?) {
    let phrases = timeline.phrases().filter { $0.voice == nil }.map(\.text)
    let names = PhraseFileNames(language: timeline.workout.voice.language)
    rows = phrases.compactMap { phrase in
      let name = names.name(for: phrase)
      return name.isEmpty ? nil : Row(phrase: phrase, name: name + ".flac", file: recordings?.file(for: phrase))
    }
    let used = Set(rows.compactMap(\.file))
    unused = recordings?.fileNames.filter { !used.contains($0) } ?? []
  }

  package var isComplete: Bool { rows.allSatisfy { $0.file != nil } }
}
