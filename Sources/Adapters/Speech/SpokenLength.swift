package import AudioMixing
import StrictJSON
import WorkoutModel

/// How long a phrase can take to say: an engine of the user's isn't trusted to have spoken, or at the rate it names.
///
/// A fast reader says 25 letters a second, a slow one 7; a digit, a capital or a sign of another script may stand for a
/// word.
package enum SpokenLength {
  /// The shortest sound of a phrase, of each letter in it, and of any number of letters.
  private static let (shortest, shortestLetter) = (Duration.milliseconds(40), Duration.milliseconds(20))
  private static let enough = Duration.milliseconds(300)
  /// The longest sound besides its letters, and that of a small letter and of other characters: digits, pauses.
  private static let longest = Duration.seconds(1)
  private static let (longestLetter, longestOther) = (Duration.milliseconds(200), Duration.milliseconds(600))
  /// The words a minute that these lengths are for.
  private static let rate = 165
  /// A smaller difference between samples isn't a sound.
  private static let swing = 200

  /// Why a sound can't be what was requested, as the end of a sentence about its engine; `nil` if it can.
  package static func fault(of speech: SpokenAudio, for request: SpeechRequest) -> String? {
    guard let high = speech.samples.max(), let low = speech.samples.min() else { return "sent no sound" }
    var length = Duration.seconds(1) * speech.samples.count / speech.sampleRate
    if length >= shortest {
      guard Int(high) - Int(low) > swing, let audible = SpeechClip.audiblePart(of: speech) else {
        return "sent no sound"
      }
      length = Duration.seconds(1) * audible.count / speech.sampleRate
    }
    let letters = request.text.filter { $0.isLetter || $0.isNumber }.count
    let small = request.text.filter(\.isLowercase).count
    let others = request.text.filter { !$0.isWhitespace }.count - small
    let words = Excerpt.quoted(request.text)
    let least = shortestLetter * letters * min(rate, request.rate) / request.rate
    if length < min(max(shortest, least), enough) {
      return "sent only \(DecimalText.shortest(length.microseconds, per: 1_000)) ms of sound for \(words)"
    }
    let most = (longest + longestLetter * small + longestOther * others) * max(rate, request.rate) / request.rate
    if length > most {
      let seconds = DecimalText.shortest(length.microseconds / 100_000, per: 10)
      return "sent \(seconds) s of sound for \(words), as at a wrong sample rate"
    }
    return nil
  }
}

extension Duration {
  fileprivate var microseconds: Int { Int(self / .microseconds(1)) }
}
