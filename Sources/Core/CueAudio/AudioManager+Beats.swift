import AudioMixing
import WorkoutEngine
import WorkoutModel

/// The layer in which the beats of a session sound, one phase after another.
struct BeatLayer {
  let id: LayerID
  let source: BeatSource
  let start: Int
  /// The session time of beat 1 of the current beats, and their period; `nil` while no beats begin, or while they fade
  /// out.
  var origin: (instant: Duration, period: BeatPeriod)?
  var isFadedOut = false
}

extension AudioManager {
  mutating func perform(_ command: Effect.MetronomeCommand, at frame: Int, _ clock: FrameClock) {
    switch command {
    case .start(let metronome, let origin, let fade):
      startBeats(metronome, from: origin, at: frame, fade: FrameClock.frames(in: fade), clock)
    case .fadeOut(let fade):
      guard let beats else { return }
      group.fadeLayer(beats.id, to: .silence, at: frame, over: FrameClock.frames(in: fade))
      self.beats?.isFadedOut = true
      self.beats?.origin = nil
    case .end:
      guard let beats else { return }
      let end = beats.source.end(at: frame)
      if !beats.isFadedOut { layersEnd = max(layersEnd, end) }
      self.beats?.origin = nil
    }
  }

  private mutating func startBeats(
    _ metronome: Metronome, from origin: Duration, at frame: Int, fade: Int, _ clock: FrameClock
  ) {
    let clip: PackedClip
    do throws(SoundLoadError) { clip = try sounds.clip(named: metronome.sound) } catch {
      complain(error.explanation)
      _ = beats?.source.end(at: frame)
      return
    }
    let gain = Decibels(Metronome.level + metronome.gain)
    let pattern = BeatPattern(
      clip, clock.beats(from: origin, metronome.period), accent: metronome.accent, gain: gain,
      accentGain: gain + Decibels(Metronome.accentGain))
    // Beats that begin immediately have their full level, whatever is fading out.
    if let beats, !isOver(beats), !beats.isFadedOut || fade > 0 {
      beats.source.play(pattern, from: frame)
      if beats.isFadedOut { group.fadeLayer(beats.id, to: .full, at: frame, over: fade) }
    } else {
      _ = beats?.source.end(at: frame)
      let layer = BeatLayer(id: newLayer(), source: BeatSource(), start: frame)
      layer.source.play(pattern, from: frame)
      group.startLayer(layer.id, layer.source, at: frame, fade: fade, bus: .metronome)
      beats = layer
    }
    beats?.isFadedOut = false
    beats?.origin = (origin, metronome.period)
  }

  /// Whether the mixer has released a layer after its last beat has decayed.
  private func isOver(_ layer: BeatLayer) -> Bool {
    layer.start < group.mixer.mixedFrames && group.status(of: layer.id) == nil
  }

  /// Updates the beats for a changed mapping from session time to frames.
  func moveBeats(_ clock: FrameClock) {
    guard let beats, let origin = beats.origin else { return }
    beats.source.move(to: clock.beats(from: origin.instant, origin.period))
  }
}
