import AudioMixing
import WorkoutEngine
import WorkoutModel

extension AudioManager {
  mutating func perform(_ command: Effect.AmbientCommand, at frame: Int) {
    switch command {
    case .start(let ambient): startBed(ambient, at: frame, fade: FrameClock.frames(in: ambient.fade))
    case .swap(let ambient, let fade):
      let frames = FrameClock.frames(in: fade)
      stop(\.bed, at: frame, over: frames)
      if let ambient { startBed(ambient, at: frame, fade: frames) }
    case .pause(let fade): turn(bed, to: .silence, at: frame, over: fade)
    case .resume(let fade): turn(bed, to: .full, at: frame, over: fade)
    case .stop(let fade): stop(\.bed, at: frame, over: FrameClock.frames(in: fade))
    }
  }

  mutating func perform(_ command: Effect.TrackCommand, at frame: Int) {
    switch command {
    case .start(let name, let offset):
      stop(\.track, at: frame, over: Self.retreat)
      do throws(SoundLoadError) {
        let source = try sounds.track(named: name, from: offset)
        let id = newLayer()
        // From its beginning a track plays as it is; from within, a short fade keeps the cut from clicking.
        let fade = offset > .zero ? Self.retreat : 0
        mixer.startLayer(id, source, at: frame, fade: fade, curve: .linear)
        streams[id] = source
        track = id
      } catch {
        complain(error.explanation)
      }
    case .pause(let fade): turn(track, to: .silence, at: frame, over: fade)
    case .resume(let fade): turn(track, to: .full, at: frame, over: fade)
    case .stop(let fade): stop(\.track, at: frame, over: FrameClock.frames(in: fade))
    }
  }

  private mutating func startBed(_ ambient: Ambient, at frame: Int, fade: Int) {
    stop(\.bed, at: frame, over: fade)
    ducking = (ambient.duck, .silence)
    do throws(SoundLoadError) {
      let (source, loudest) = try sounds.bed(named: ambient.sound)
      ducking.bed = loudest + Decibels(ambient.gain)
      let id = newLayer()
      mixer.startLayer(id, source, at: frame, gain: Decibels(ambient.gain), fade: fade, curve: .square)
      streams[id] = source
      bed = id
    } catch {
      complain(error.explanation)
    }
  }

  private func turn(_ layer: LayerID?, to target: Fade.End, at frame: Int, over fade: Duration) {
    guard let layer else { return }
    mixer.fadeLayer(layer, to: target, at: frame, over: FrameClock.frames(in: fade))
  }

  private mutating func stop(_ layer: WritableKeyPath<AudioManager, LayerID?>, at frame: Int, over fade: Int) {
    guard let id = self[keyPath: layer] else { return }
    mixer.stopLayer(id, at: frame, over: fade)
    layersEnd = max(layersEnd, frame + max(fade, Self.retreat))
    streams[id] = nil
    self[keyPath: layer] = nil
  }

  /// By how many dB layers are lowered while something is said.
  ///
  /// To be understood all that is said takes 20 LU between a voice, whose level is known, and what sounds with it (WCAG
  /// 2, success criterion 1.4.7), in its loudest moment; and never less than what is usual. Which track will sound when
  /// the phrase does isn't known yet: it may be any.
  var duckDepth: Double {
    switch ducking.duck {
    case .by(let level): -level
    case .clear:
      max(12, Decibels.sum(ducking.bed, sounds.loudestTrack).value - (SpeechClip.softest.value - 20))
    }
  }
}
