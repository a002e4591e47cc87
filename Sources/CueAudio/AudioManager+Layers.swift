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
    duckDepth = ambient.duckDepth
    do throws(SoundLoadError) {
      let source = try sounds.bed(named: ambient.sound)
      let id = newLayer()
      mixer.startLayer(id, source, at: frame, gain: Decibels(ambient.gain), fade: fade, curve: .square)
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
    self[keyPath: layer] = nil
  }
}

extension Ambient {
  /// By how many dB a bed is lowered while something is said.
  ///
  /// Beds lie at one loudness before their gain and voices at another, so what it takes to be understood is known:
  /// 20 LU between them (WCAG 2, success criterion 1.4.7), and never less than what is usual.
  fileprivate var duckDepth: Double {
    switch duck {
    case .by(let level): -level
    case .clear: max(12, (Bed.loudness.value + gain) - (SpeechClip.loudness.value - 20))
    }
  }
}
