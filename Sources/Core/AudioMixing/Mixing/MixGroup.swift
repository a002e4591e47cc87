/// What one source plays in a mix: sounds, speech and beds, with numbers, ducking and a level of their own.
///
/// ```swift
/// let mixer = Mixer()
/// let (hall, studio) = (mixer.makeGroup(), mixer.makeGroup())
/// hall.play(gong, at: 0, id: 1)
/// studio.play(gong, at: 24_000, id: 1)
/// studio.setLevel(-6, at: 0)
/// hall.stop(1, at: 48_000)  // The one in the studio rings out.
/// ```
///
/// `Mixer.makeGroup` makes it. It leaves the mix when nobody holds it any more and its sounds are over: stop its layers
/// before you let go of it.
public final class MixGroup {
  /// The maximum number of voices that sound at once.
  ///
  /// One more makes the sound with the lowest gain (the oldest of equals) fade out in 10 ms; speech never gives way.
  public static let voiceCapacity = 16
  /// The maximum number of additional voices that are fading out to free space.
  package static let fadingCapacity = 8
  /// The maximum number of layers.
  public static let layerCapacity = 8
  /// The maximum number of requests that wait for their frame.
  package static let eventCapacity = 1024
  /// The maximum number of pending or active ducking intervals.
  package static let duckCapacity = Ducking.capacity

  /// The mixer that renders it.
  public let mixer: Mixer
  private let state: GroupBox

  init(_ state: GroupBox, of mixer: Mixer) { (self.state, self.mixer) = (state, mixer) }

  deinit { state.isReleased = true }

  /// What has become of its requests, in the last call of `Mixer.render`.
  public var report: GroupReport { state.core.report }

  /// A part of the frames that the last call of `Mixer.render` wrote, before the limiter; empty if parts aren't kept.
  public func part(_ part: StemKind) -> (left: [Float], right: [Float]) {
    state.core.parts?.block(of: part) ?? ([], [])
  }

  /// The nearest frame, or number of frames, of which several can be added: some are thousands of years.
  private func possible(_ frames: Int) -> Int { Int(clamping: min(max(Int64(frames), -1 << 52), 1 << 52)) }

  private func length(_ frames: Int) -> Int { max(possible(frames), mixer.declickFrames) }

  private func submit(at frame: Int, _ action: MixEvent.Action) -> Placement {
    let frame = possible(frame)
    let actual = max(frame, state.core.mixed)
    guard state.core.queue.insert(at: actual, action) else { return .refused(.queueFull) }
    return actual == frame ? .onTime : .late(by: actual - frame)
  }
}

// MARK: Voices

extension MixGroup {
  /// Plays a clip once, its frame 0 exactly at a frame.
  ///
  /// If that frame is already mixed, the head of the clip is cut: it fades in at `mixedFrames`, over 10 ms, at its
  /// planned position. Several voices may share an ID. Whether a voice was free is known when the clip begins, and is
  /// in `report`.
  @discardableResult
  public func play(
    _ clip: Clip, at frame: Int, gain: Decibels = .unity, bus: VoiceBus = .sound, id: VoiceID
  ) -> Placement {
    play(.plain(clip), at: frame, gain, bus, id)
  }

  /// Plays a packed clip in the same way; only the part that is mixed at once is unpacked.
  @discardableResult
  public func play(
    _ clip: PackedClip, at frame: Int, gain: Decibels = .unity, bus: VoiceBus = .sound, id: VoiceID
  ) -> Placement {
    play(.packed(clip), at: frame, gain, bus, id)
  }

  private func play(
    _ sound: VoiceSound, at frame: Int, _ gain: Decibels, _ bus: VoiceBus, _ id: VoiceID
  ) -> Placement {
    let frame = possible(frame)
    if frame + sound.frames <= max(frame, state.core.mixed) { return .refused(.clipOver) }
    return submit(at: frame, .play(sound, origin: frame, gain: gain.amplitude, bus: bus, id: id))
  }

  /// Fades out, over at least 10 ms, the voices with an ID, and drops requests with that ID that have not begun.
  @discardableResult
  public func stop(_ id: VoiceID, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .stop(id, over: length(frames)))
  }

  /// The number of sounding voices at `mixedFrames`.
  public var voiceCount: Int { state.core.voices.count }
}

// MARK: Layers

extension MixGroup {
  /// Starts a layer at a frame, fading in over `frames`; with 0 it is full at once and its source must begin softly.
  ///
  /// A layer that already has the ID is faded out over 10 ms. A late start begins at `mixedFrames`, with the source's
  /// first frame.
  @discardableResult
  public func startLayer(
    _ id: LayerID, _ source: any LayerSource, at frame: Int, gain: Decibels = .unity, fade frames: Int = 0,
    curve: FadeCurve = .square, bus: LayerBus = .bed
  ) -> Placement {
    submit(at: frame, .startLayer(id, bus, source, gain: gain.amplitude, fade: max(possible(frames), 0), curve: curve))
  }

  /// Turns a layer's fader at a frame, with a slope that covers the whole way in `frames` (at least 10 ms).
  ///
  /// A full layer turned at F − n over n frames is exactly silent at F. While silent it is paused: its source is not
  /// read, and it continues from there when it is turned back.
  @discardableResult
  public func fadeLayer(_ id: LayerID, to target: FadeEnd, at frame: Int, over frames: Int) -> Placement {
    submit(at: frame, .fadeLayer(id, to: target, over: length(frames)))
  }

  /// Fades a layer out over at least 10 ms and releases its source. Its ID is free from `frame` on.
  @discardableResult
  public func stopLayer(_ id: LayerID, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .stopLayer(id, over: length(frames)))
  }

  /// Fades a layer out at equal power over exactly `frames` (at least 10 ms), from its current gain, and releases its
  /// source.
  ///
  /// Its ID is free from `frame` on. With a layer that starts at `frame` with the curve `equalPower` over the same
  /// number of frames, the total power changes evenly from one level to the other. Layers that an earlier swap still
  /// fades out are silent by then, too.
  @discardableResult
  public func swapOutLayer(_ id: LayerID, at frame: Int, over frames: Int) -> Placement {
    submit(at: frame, .swapOutLayer(id, over: length(frames)))
  }

  /// The state of a layer at `mixedFrames`; `nil` if it never began, is being stopped, or its source has ended.
  public func status(of id: LayerID) -> LayerStatus? {
    state.core.index(of: id).map { state.core.layers[$0].status(at: state.core.mixed) }
  }
}

// MARK: Levels

extension MixGroup {
  /// Ramps the whole group to a level from a frame on, over at least 10 ms; a new ramp starts from the current level.
  @discardableResult
  public func setLevel(_ gain: Decibels, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .level(gain.amplitude, over: length(frames)))
  }

  /// Lowers the beds by `depth` and the metronomes by `beats` (positive numbers) during speech: fully from the first of
  /// `frames` until 250 ms after the last.
  ///
  /// It begins 150 ms before; if it is too late for that, it takes 20 ms. Intervals less than a second apart are joined
  /// if the second is requested before the first begins its release: request each at least a second ahead, and the
  /// result can't depend on when. The ID is the caller's choice, such as that of the voice.
  @discardableResult
  public func duck(
    _ id: VoiceID, by depth: Decibels = 12, beats: Decibels = 6, during frames: Range<Int>
  ) -> Placement {
    let frames = possible(frames.lowerBound)..<possible(frames.upperBound)
    guard state.core.duck(id, by: depth, beats: beats, during: frames) else { return .refused(.tooManyDucks) }
    return frames.lowerBound < state.core.mixed ? .late(by: state.core.mixed - frames.lowerBound) : .onTime
  }

  /// Ends the ducking of an ID from a frame on; the layers return in 600 ms.
  public func cancelDuck(_ id: VoiceID, at frame: Int) { state.core.cancelDuck(id, at: possible(frame)) }
}
