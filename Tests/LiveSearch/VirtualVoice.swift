import AudioMixing
import CueAudio
import Synchronization
import WorkoutEngine

/// A voice whose phrases are as long as the engine expects, so that what is known of them when changes no plan.
///
/// Each is two clicks: one at its audible onset, and one that ends at its audible end.
final class VirtualVoice: SpeechBackend, PhraseStore {
  /// The length of a click.
  static let click = 48
  /// The silence before the onset.
  private static let lead = 96
  /// The pause that a cache makes between the parts of a phrase.
  private static let pause = Bus.sampleRate * 60 / 1_000

  private let durations: PhraseDurations
  /// The frames of the parts that are still to be said of a phrase; `nil` if it is lost.
  private let frames = Mutex<[Int]?>(nil)

  init(_ durations: PhraseDurations) { self.durations = durations }

  /// Lets a phrase be synthesised by `make`, or fail.
  func say(_ phrase: Phrase, isLost: Bool, _ make: () -> Void) {
    let parts = max(1, phrase.parts.count)
    let length = FrameClock.frames(in: durations.length(of: phrase)) - (parts - 1) * (Self.pause + Self.lead)
    let others = [Int](repeating: length / parts, count: parts - 1)
    frames.withLock { $0 = isLost ? nil : others + [length - others.reduce(0, +)] }
    make()
  }

  func phrase(_ key: PhraseKey) -> PackedClip? {
    let next = frames.withLock { $0?.isEmpty ?? true ? nil : $0?.removeFirst() }
    guard let length = next, length >= 2 * Self.click else { return nil }
    var samples = [Int16](repeating: 0, count: Self.lead + length)
    for index in 0..<Self.click {
      samples[Self.lead + index] = 10_000
      samples[samples.count - 1 - index] = 10_000
    }
    return PackedClip(mono: samples, step: 1 / 32_768, onset: Self.lead, audibleEnd: samples.count)
  }

  func insert(_ phrase: PackedClip, _ key: PhraseKey) {}

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    throw frames.withLock { $0 == nil } ? .crashed : .nothingToSay
  }
}
