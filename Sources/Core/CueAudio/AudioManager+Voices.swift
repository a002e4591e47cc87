import AudioMixing
import WorkoutEngine

/// The voices of the mix: moved, cancelled and silenced.
extension AudioManager {
  struct PlacedVoice {
    let id: VoiceID
    /// The cue whose words it is; `nil` for a sound.
    let speaker: CueKey?
    let start: Int
    /// The session time at which it starts.
    let moment: Duration
    var end: Int
    let clip: PackedClip
    let gain: Decibels

    func isSilenced(by scope: Effect.SilenceScope) -> Bool {
      scope == .everything || speaker.map(scope.includes) ?? false
    }
  }

  /// Cancels all scheduled effects, because the clock has changed or nothing follows.
  package mutating func unscheduleAll() {
    for effect in queue.removeAll() { cancel(effect) }
  }

  /// The smallest change of a sound's frame after which it is placed again, 1 ms; a smaller one is inaudible.
  private static let audibleShift = Bus.sampleRate / 1000

  /// Moves the sounds that have not begun to other frames, because the clock has changed; one that should have begun
  /// already begins at once.
  ///
  /// Where the clock jumps at a frame, what has begun before its moment begins again, too. Small changes, which come
  /// with every reading of the device, add up for each sound.
  package mutating func moveSounds(from old: FrameClock, to new: FrameClock, at frame: Int) {
    if (new.frame(at: old.instant(of: frame)) - frame).magnitude > Self.audibleShift { unscheduleAll() }
    for (part, sound) in placed where sound.voices.contains(where: { isToMove($0, new) }) {
      placed[part] = PlacedSound(voices: sound.voices.map { moved($0, new) }, isStandIn: sound.isStandIn)
    }
    for index in playing.indices where isToMove(playing[index], new) { playing[index] = moved(playing[index], new) }
  }

  private func isToMove(_ voice: PlacedVoice, _ clock: FrameClock) -> Bool {
    voice.start > group.mixer.mixedFrames
      && (clock.frame(at: voice.moment) - voice.start).magnitude > Self.audibleShift
  }

  private mutating func moved(_ voice: PlacedVoice, _ clock: FrameClock) -> PlacedVoice {
    guard voice.start > group.mixer.mixedFrames else { return voice }
    cancel([voice])
    let start = max(clock.frame(at: voice.moment), group.mixer.mixedFrames)
    return play(voice.clip, at: start, clock, gain: voice.gain, saying: voice.speaker)
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
    // What hadn't begun would begin again where the clock changes.
    playing.removeAll { $0.start >= frame && $0.isSilenced(by: scope) }
  }
}
