import CueAudio
import WorkoutEngine
import WorkoutModel

/// Determines the phrases that a session may need next, and when to determine them again.
struct PhrasePrefetcher {
  /// How far ahead of the session phrases are synthesised, and how far before it begins.
  private static let (lead, firstLead) = (Duration.seconds(45), Duration.seconds(25))

  private let speed: Int
  /// The position from which on the phrases are determined again.
  private var next: Duration?
  /// The segment of the session at the last query.
  private var segment: SegmentID?

  init(speed: Int) { self.speed = speed }

  /// Whether the last phrases may be incomplete: half of their stretch has passed, the session is in another segment,
  /// or `invalidate` was called.
  func isOver(for engine: Engine) -> Bool {
    engine.segment != segment || next.map { engine.position >= $0 } ?? true
  }

  /// Makes the next `isOver` return true, because the plan may have changed.
  mutating func invalidate() { next = nil }

  /// The phrases that a key press may require, and those of the next stretch, limited to the capacity of a speech
  /// cache.
  mutating func phrases(for engine: Engine) -> [Phrase] {
    let position = engine.position
    // The start waits only for the phrases at the beginning.
    let isFirst = segment == nil
    var lead = (isFirst ? Self.firstLead : Self.lead) * speed
    var phrases = engine.phrases(upTo: position + lead)
    func length() -> Duration { phrases.reduce(.zero) { $0 + engine.durations.length(of: $1) } }
    while lead > Self.firstLead, length() > SpeechCache.capacity {
      lead /= 2
      phrases = engine.phrases(upTo: position + lead)
    }
    next = isFirst ? nil : position + lead / 2
    segment = engine.segment
    return isFirst ? phrases : engine.phrasesWithinReach() + phrases
  }
}
