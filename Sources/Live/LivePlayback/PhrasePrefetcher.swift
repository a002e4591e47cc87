import CueAudio
import WorkoutEngine
import WorkoutModel

/// Which phrases a session may need next, and when that has to be asked again.
struct PhrasePrefetcher {
  /// How far ahead of the session phrases are made, and how far before it begins.
  private static let (lead, firstLead) = (Duration.seconds(45), Duration.seconds(25))

  /// How many times as fast as real time the session goes.
  private let speed: Int
  /// From which position on it is asked again.
  private var next: Duration?
  /// The segment of the session at the last query.
  private var segment: SegmentID?

  /// Nothing is known yet.
  init(speed: Int) { self.speed = speed }

  /// Whether the phrases that were named last may not be all: half the way is gone, the session is in another segment,
  /// or something has happened.
  func isOver(for engine: Engine) -> Bool {
    engine.segment != segment || next.map { engine.position >= $0 } ?? true
  }

  /// Something has happened: the phrases must be asked for again.
  mutating func invalidate() { next = nil }

  /// What may be said next: what a key may bring, and the next stretch, no longer than a speech cache should hold.
  mutating func phrases(for engine: Engine) -> [Phrase] {
    let position = engine.position
    // The beginning waits for no more than what is heard then.
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
