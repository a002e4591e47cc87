import AudioMixing
import WorkoutEngine
import WorkoutModel

extension AudioManager {
  mutating func perform(_ command: Effect.AmbientCommand, at frame: Int) {
    switch command {
    case .start(let ambient): startOrReverseBed(ambient, at: frame)
    case .swap(let ambient, let fade): swapBed(ambient, at: frame, over: FrameClock.frames(in: fade))
    case .pause(let fade): silenceBeds(at: frame, over: fade)
    case .resume(let fade): group.turn(&bed, to: .full, at: frame, over: fade)
    case .stop(let fade):
      guard bed != nil else { return silenceBeds(at: frame, over: fade) }
      // The bed keeps its layer, so that the fade can be reversed.
      group.turn(&bed, to: .silence, at: frame, over: fade)
      (stopped, bed) = (bed, nil)
      // A bed that has hardly begun is silent long before the whole length of its fade, and those before it with it.
      let end = max(stopped?.fade.end ?? frame, frame + Self.cancelFade)
      for id in left { group.stopLayer(id, at: frame, over: end - frame) }
      bedsEnd = end
    }
  }

  /// Fades out the bed or the one that was stopped last, and those that phases have left.
  private mutating func silenceBeds(at frame: Int, over fade: Duration) {
    let length = FrameClock.frames(in: fade)
    for id in left { group.stopLayer(id, at: frame, over: length) }
    if bed != nil { return group.turn(&bed, to: .silence, at: frame, over: fade) }
    if stopped != nil { return group.turn(&stopped, to: .silence, at: frame, over: fade) }
    if !left.isEmpty { bedsEnd = min(bedsEnd, frame + max(length, Self.cancelFade)) }
  }

  /// Fades a bed in; the fade-out of the same bed is reversed.
  private mutating func startOrReverseBed(_ ambient: Ambient, at frame: Int) {
    if let stopped, stopped.ambient == ambient, group.status(of: stopped.id) != nil {
      (bed, self.stopped) = (stopped, nil)
      group.turn(&bed, to: .full, at: frame, over: ambient.fade)
    } else {
      let fade = FrameClock.frames(in: ambient.fade)
      for id in removeBeds() { stop(id, at: frame, over: fade) }
      startBed(ambient, at: frame, fade: fade, curve: .square)
    }
  }

  /// Crossfades to another bed at equal power, or fades out.
  private mutating func swapBed(_ ambient: Ambient?, at frame: Int, over fade: Int) {
    let leaving = removeBeds()
    left = (left + leaving).suffix(MixGroup.layerCapacity)
    guard let ambient else {
      for id in left { stop(id, at: frame, over: fade) }
      bedsEnd = frame + max(fade, Self.cancelFade)
      return
    }
    for id in leaving {
      group.swapOutLayer(id, at: frame, over: fade)
      streams[id] = nil
    }
    startBed(ambient, at: frame, fade: fade, curve: leaving.isEmpty ? .square : .equalPower)
  }

  /// Removes the playing bed and the one that was stopped last, and returns their layers.
  private mutating func removeBeds() -> [LayerID] {
    defer { (bed, stopped) = (nil, nil) }
    return [bed?.id, stopped?.id].compactMap { $0 }
  }

  mutating func perform(_ command: Effect.TrackCommand, at frame: Int) {
    switch command {
    case .start(let name, let offset):
      stopTrack(at: frame, over: Self.cancelFade)
      do throws(SoundLoadError) {
        let source = try sounds.track(named: name, from: offset)
        let id = newLayer()
        // A short fade avoids a click where the track doesn't begin at its start.
        let fade = offset > .zero ? Self.cancelFade : 0
        group.startLayer(id, source, at: frame, fade: fade, curve: .linear)
        streams[id] = source
        track = id
      } catch {
        complain(error.explanation)
      }
    case .pause(let fade): group.turn(track, to: .silence, at: frame, over: fade)
    case .resume(let fade): group.turn(track, to: .full, at: frame, over: fade)
    case .stop(let fade): stopTrack(at: frame, over: FrameClock.frames(in: fade))
    }
  }

  private mutating func startBed(_ ambient: Ambient, at frame: Int, fade: Int, curve: FadeCurve) {
    ducking = (ambient.duck, .silence)
    do throws(SoundLoadError) {
      let (source, loudest) = try sounds.bed(named: ambient.sound)
      ducking.bed = loudest + Decibels(ambient.gain)
      let id = newLayer()
      group.startLayer(id, source, at: frame, gain: Decibels(ambient.gain), fade: fade, curve: curve)
      var rise = Fade(at: .silence, curve: curve)
      rise.turn(to: .full, at: frame, over: fade)
      streams[id] = source
      bed = Bed(id: id, ambient: ambient, fade: rise)
    } catch {
      complain(error.explanation)
    }
  }

  private mutating func stopTrack(at frame: Int, over fade: Int) {
    guard let id = track else { return }
    stop(id, at: frame, over: fade)
    layersEnd = max(layersEnd, frame + max(fade, Self.cancelFade))
    track = nil
  }

  private mutating func stop(_ id: LayerID, at frame: Int, over fade: Int) {
    group.stopLayer(id, at: frame, over: fade)
    streams[id] = nil
  }

  /// The ducking of layers during speech, in dB.
  ///
  /// With `clear` the loudest moment of bed and tracks is 20 LU below the softest voice (WCAG 2, success criterion
  /// 1.4.7), and the ducking is at least 12 dB. Any track may play with the phrase.
  var duckDepth: Double {
    switch ducking.duck {
    case .by(let level): -level
    case .clear:
      max(12, Decibels.sum(ducking.bed, sounds.loudestTrack).value - (SpeechClip.softest.value - 20))
    }
  }
}

extension MixGroup {
  fileprivate func turn(_ bed: inout AudioManager.Bed?, to target: FadeEnd, at frame: Int, over fade: Duration) {
    bed?.fade.turn(to: target, at: frame, over: max(FrameClock.frames(in: fade), AudioManager.cancelFade))
    turn(bed?.id, to: target, at: frame, over: fade)
  }

  fileprivate func turn(_ layer: LayerID?, to target: FadeEnd, at frame: Int, over fade: Duration) {
    guard let layer else { return }
    fadeLayer(layer, to: target, at: frame, over: FrameClock.frames(in: fade))
  }
}
