import CueAudio
import SessionReporting
import WorkoutEngine

/// Measures the phrases of a plan by synthesising them, up to a limit; the lengths of further ones are estimated.
final class PhraseMeasurement {
  /// The maximum number of phrases, several times that of ordinary workouts.
  private static let mostPhrases = 120
  /// The time limit of a slow program of the user's for a phrase, and the time after which no more are synthesised.
  static let programLimit = Duration.seconds(5)

  private let phrases: SpeechCache
  private let end: ContinuousClock.Instant?
  private var measured: Set<Phrase> = []
  private var estimated: Set<Phrase> = []

  /// Measures by synthesis in `phrases`; `isSlow` says that a phrase may take seconds.
  init(_ phrases: SpeechCache, isSlow: Bool) {
    self.phrases = phrases
    end = isSlow ? .now + Self.programLimit : nil
  }

  /// The length of a phrase; `unknown` beyond the limit.
  func measure(_ phrase: Phrase) -> PhraseMeasure {
    if !measured.contains(phrase) {
      guard measured.count < Self.mostPhrases, end.map({ .now < $0 }) ?? true else {
        estimated.insert(phrase)
        return .unknown
      }
      measured.insert(phrase)
    }
    phrases.prepare([phrase])
    return phrases.measure(phrase)
  }

  /// The remark about estimated lengths; `nil` if there are none.
  var remark: String? {
    guard !estimated.isEmpty else { return nil }
    return "The lengths of the first \(Counted.of(measured.count, "phrase", "phrases")) are measured, those of "
      + "\(Counted.of(estimated.count, "other", "others")) estimated."
  }
}
