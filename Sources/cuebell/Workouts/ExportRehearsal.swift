import CueAudio
import SessionReporting
import WorkoutEngine
import WorkoutExchange
import WorkoutModel

/// A rehearsal for an export: the phases and words of a run as a render would have them.
struct ExportRehearsal {
  private let prepared: PreparedWorkout
  private var plan: Plan
  private var captions: [(cue: CueKey, caption: MediaTrack.Span)] = []

  /// Runs the workout from its start to its end, without waiting.
  init(_ prepared: PreparedWorkout, doneAfter: Duration, speaks: Bool) throws {
    self.prepared = prepared
    plan = Plan(of: prepared.timeline)
    let phrases = prepared.phrases
    var rehearsal = Rehearsal(
      prepared.timeline, durations: try prepared.durations(), doneAfter: doneAfter
    ) { phrase in
      guard speaks else { return .unknown }
      phrases.prepare([phrase])
      return phrases.measure(phrase)
    }
    while let reaction = rehearsal.next() {
      for event in reaction.events { plan.add(event) }
      for effect in reaction.effects { add(effect) }
    }
  }

  /// Adds a phrase; a silenced one ends at that point.
  private mutating func add(_ effect: Effect) {
    switch effect.kind {
    case .speak(let words):
      guard case .length(let length) = prepared.phrases.measure(words.phrase), length > .zero else { return }
      let start = onGrid(words.align == .start ? effect.due : effect.due - length)
      captions.append((words.cue, MediaTrack.Span(words.phrase.text, from: start, to: start + length)))
    case .silence(let scope, let fade):
      let end = effect.due + fade
      captions = captions.compactMap { cue, caption in
        guard caption.end > end, scope.includes(wordsOf: cue) else { return (cue, caption) }
        return caption.start < end ? (cue, MediaTrack.Span(caption.text, from: caption.start, to: end)) : nil
      }
    default: break
    }
  }

  /// The moment of the nearest frame.
  private func onGrid(_ moment: Duration) -> Duration { FrameClock.duration(of: FrameClock().frame(at: moment)) }

  var picture: String { plan.svg(isTitled: false) }

  /// The phases, or other chapters, and the words, beside a sound file.
  func track(audio: String, chapters others: [MediaTrack.Span]? = nil) -> MediaTrack {
    let workout = prepared.timeline.workout
    let phases = plan.phases
    let chapters = phases.enumerated().map { index, phase in
      let next = index + 1 < phases.count ? phases[index + 1].start : nil
      return MediaTrack.Span(phase.name, from: onGrid(phase.start), to: onGrid(phase.end ?? next ?? phase.start))
    }
    return MediaTrack(
      title: workout.name, author: workout.author, audio: audio, chapters: others ?? chapters,
      captions: captions.map(\.caption).sorted { $0.start < $1.start })
  }
}
