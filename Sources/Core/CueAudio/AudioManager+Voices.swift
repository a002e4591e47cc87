import AudioMixing
import WorkoutEngine

/// The voices of the mix: moved, cancelled and silenced.
extension AudioManager {
  struct PlacedVoice {
    let id: VoiceID
    /// The cue whose words it is; `nil` for a sound.
    let speaker: CueKey?
    let start: Int
    var end: Int
    let clip: PackedClip
    let gain: Decibels

    func isSilenced(by scope: Effect.SilenceScope) -> Bool {
      scope == .everything || speaker.map(scope.includes) ?? false
    }
  }

  /// Cancels all scheduled effects, because the clock has changed or nothing follows.
  public mutating func unscheduleAll() {
    for effect in queue.removeAll() { cancel(effect) }
  }

  /// Moves all sounds that have not begun to other frames, because the clock has jumped; one that should have begun
  /// already begins at once.
  package mutating func moveSounds(from old: FrameClock, to new: FrameClock) {
    unscheduleAll()
    for index in playing.indices where playing[index].start > group.mixer.mixedFrames {
      let voice = playing[index]
      cancel([voice])
      let start = max(new.frame(at: old.instant(of: voice.start)), group.mixer.mixedFrames)
      playing[index] = play(voice.clip, at: start, gain: voice.gain, saying: voice.speaker)
    }
  }

  mutating func cancel(_ effect: Effect) {
    guard let sound = effect.cuePart.flatMap({ placed.removeValue(forKey: $0) }) else { return }
    cancel(sound.voices)
  }

  func cancel(_ voices: [PlacedVoice]) {
    for voice in voices {
      group.stop(voice.id, at: group.mixer.mixedFrames, over: Self.cancelFade)
      group.cancelDuck(voice.id, at: group.mixer.mixedFrames)
    }
  }

  mutating func silence(_ scope: Effect.SilenceScope, at frame: Int, over fade: Int) {
    for effect in queue.silence(scope) { cancel(effect) }
    let fade = max(fade, Self.cancelFade)
    for index in playing.indices where playing[index].isSilenced(by: scope) {
      group.stop(playing[index].id, at: frame, over: fade)
      group.cancelDuck(playing[index].id, at: frame)
      playing[index].end = min(playing[index].end, frame + fade)
    }
  }
}
