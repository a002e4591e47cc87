import AudioMixing
import CommandSupport
import CueAudio
import HostSystem
import LivePlayback
import WorkoutEngine
import WorkoutModel

/// How a workout is mixed into a file for others to play.
struct OfflineMix {
  /// When open phases without a cap end.
  let doneAfter: Duration
  var speaks = true
  var volume = 0.0
  var body = BodyProfile()

  /// Mixes the whole workout into `sink`; `observe` gets the events in order, and `report` what people should know.
  func render(
    _ prepared: PreparedWorkout, into sink: inout RenderSink, _ report: @escaping (String) -> Void,
    observe: @escaping (EngineEvent) -> Void
  ) throws {
    let beds = prepared.beginBeds()
    var session = OfflineSession(
      prepared.timeline, phrases: prepared.phrases, sounds: prepared.sounds, durations: try prepared.durations(),
      doneAfter: doneAfter, speaks: speaks, volume: volume, body: body)
    session.prepare = prepared.preparation(report) { beds.wait() }
    var unspoken = UnspokenWords(prepared.phrases)
    try Exit.ifUnwritable { () throws(SinkError) in
      try session.run(blockFrames: sink.blockFrames, into: &sink) { [speaks] event in
        switch event {
        case .event(let event):
          observe(event)
          // A lost voice without a stand-in ends the command with its own message.
          let isLost = prepared.phrases.lostVoice != nil && prepared.phrases.standInName == nil
          if speaks, !isLost, let cue = event.kind.cue, unspoken.isNews(cue) { report(UnspokenWords.sentence(cue)) }
        case .complaint(let text): report(text)
        case .notification: break
        }
      }
    }
  }
}

extension PreparedWorkout {
  /// What a session does before phrases are needed, and then `onceSpoken`; `report` gets who speaks instead of a voice
  /// that has failed, and why, once.
  func preparation(
    _ report: @escaping (String) -> Void, onceSpoken: @escaping () -> Void
  ) -> (_ missing: [Phrase]) -> Void {
    var hasStandIn = false
    return { missing in
      preparePhrases(missing)
      if !hasStandIn, let name = phrases.standInName, let lost = phrases.lostVoice {
        hasStandIn = true
        report("\(lost.error.reason): \(name) speaks instead.")
      }
      onceSpoken()
    }
  }
}
