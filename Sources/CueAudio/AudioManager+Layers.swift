import AudioMixing
import WorkoutEngine
import WorkoutModel

extension AudioManager {
  mutating func perform(_ command: Effect.AmbientCommand, at frame: Int) {
    switch command {
    case .start(let ambient): bringBed(ambient, at: frame)
    case .swap(let ambient, let fade): swapBed(ambient, at: frame, over: FrameClock.frames(in: fade))
    case .pause(let fade): turn(bed?.id ?? stopped?.bed, to: .silence, at: frame, over: fade)
    case .resume(let fade): turn(bed?.id, to: .full, at: frame, over: fade)
    case .stop(let fade):
      guard let bed else { return }
      // It keeps its layer, so that it can turn round.
      turn(bed.id, to: .silence, at: frame, over: fade)
      layersEnd = max(layersEnd, frame + max(FrameClock.frames(in: fade), Self.retreat))
      stopped = (bed.id, bed.ambient)
      self.bed = nil
    }
  }

  /// Fades a bed in; one that still falls silent turns round instead.
  private mutating func bringBed(_ ambient: Ambient, at frame: Int) {
    if let stopped, stopped.ambient == ambient, mixer.status(of: stopped.bed) != nil {
      turn(stopped.bed, to: .full, at: frame, over: ambient.fade)
      bed = (stopped.bed, ambient)
      self.stopped = nil
    } else {
      let fade = FrameClock.frames(in: ambient.fade)
      for id in takeBeds() { end(id, at: frame, over: fade) }
      startBed(ambient, at: frame, fade: fade, curve: .square)
    }
  }

  /// From one bed to another at equal power, or to none.
  private mutating func swapBed(_ ambient: Ambient?, at frame: Int, over fade: Int) {
    let leaving = takeBeds()
    guard let ambient else {
      for id in leaving { end(id, at: frame, over: fade) }
      return
    }
    for id in leaving {
      mixer.swapOutLayer(id, at: frame, over: fade)
      layersEnd = max(layersEnd, frame + max(fade, Self.retreat))
      streams[id] = nil
    }
    startBed(ambient, at: frame, fade: fade, curve: leaving.isEmpty ? .square : .equalPower)
  }

  /// The layers of the bed that plays and of the one that was stopped last, which from now on have no bed.
  private mutating func takeBeds() -> [LayerID] {
    defer { (bed, stopped) = (nil, nil) }
    return [bed?.id, stopped?.bed].compactMap { $0 }
  }

  mutating func perform(_ command: Effect.TrackCommand, at frame: Int) {
    switch command {
    case .start(let name, let offset):
      stopTrack(at: frame, over: Self.retreat)
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
    case .stop(let fade): stopTrack(at: frame, over: FrameClock.frames(in: fade))
    }
  }

  private mutating func startBed(_ ambient: Ambient, at frame: Int, fade: Int, curve: Fade.Curve) {
    ducking = (ambient.duck, .silence)
    do throws(SoundLoadError) {
      let (source, loudest) = try sounds.bed(named: ambient.sound)
      ducking.bed = loudest + Decibels(ambient.gain)
      let id = newLayer()
      mixer.startLayer(id, source, at: frame, gain: Decibels(ambient.gain), fade: fade, curve: curve)
      streams[id] = source
      bed = (id, ambient)
    } catch {
      complain(error.explanation)
    }
  }

  private func turn(_ layer: LayerID?, to target: Fade.End, at frame: Int, over fade: Duration) {
    guard let layer else { return }
    mixer.fadeLayer(layer, to: target, at: frame, over: FrameClock.frames(in: fade))
  }

  private mutating func stopTrack(at frame: Int, over fade: Int) {
    guard let id = track else { return }
    end(id, at: frame, over: fade)
    track = nil
  }

  private mutating func end(_ id: LayerID, at frame: Int, over fade: Int) {
    mixer.stopLayer(id, at: frame, over: fade)
    layersEnd = max(layersEnd, frame + max(fade, Self.retreat))
    streams[id] = nil
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
