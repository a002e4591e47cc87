/// Mixes clips and layers into planar stereo, each at its exact frame.
///
/// ```swift
/// let mixer = Mixer()
/// mixer.play(gong, at: 48_000, id: 1)  // One second into the mix.
/// var (left, right) = ([Float](repeating: 0, count: 480), [Float](repeating: 0, count: 480))
/// var leftSpan = left.mutableSpan
/// var rightSpan = right.mutableSpan
/// let report = mixer.render(left: &leftSpan, right: &rightSpan)
/// ```
///
/// Frame 0 of the output is frame 0 of the bus: the limiter's look-ahead is compensated here and nowhere else. The
/// mixer works ahead of its output by at most `latencyFrames`, so a request for a frame at or after `mixedFrames`
/// (certainly any frame at or after `position + latencyFrames`) is performed exactly; a later one is performed as soon
/// as possible and reported as late. The same timely requests give the same bits, whatever the size of the blocks. The
/// mixer has one owner and is used from one thread; it knows no clock, takes no lock, and allocates only when requests
/// and clips are added or removed.
public final class Mixer {
  /// The maximum number of voices that sound at once.
  ///
  /// One more makes the sound with the lowest gain (the oldest of equals) fade out in 10 ms; speech never gives way.
  public static let voiceCapacity = 16
  /// The maximum number of additional voices that are fading out to free space.
  public static let fadingCapacity = 8
  /// The maximum number of layers.
  public static let layerCapacity = 8
  /// The maximum number of requests that wait for their frame.
  public static let eventCapacity = 1024
  /// The maximum number of pending or active ducking intervals.
  public static let duckCapacity = Ducking.capacity

  // One value holds the whole state, so that a block costs one exclusive access.
  private var core: MixCore

  /// An empty mix at frame 0, at 1 to 768 000 frames per second; with `keepsParts` it keeps its parts for `part(_:)`.
  public init(sampleRate: Int = Bus.sampleRate, keepsParts: Bool = false) {
    core = MixCore(time: RenderGrid(sampleRate: sampleRate), keepsParts: keepsParts)
  }

  /// The frame that the next call of `render` writes first.
  public var position: Int { core.output }
  /// The first frame that is not mixed yet; it grows in steps of the grid (64 frames at 48 kHz).
  public var mixedFrames: Int { core.mixed }
  /// The maximum number of frames by which mixing runs ahead of output: look-ahead plus one step of the grid, 304
  /// frames at 48 kHz.
  public var latencyFrames: Int { core.latency }
  /// The shortest fade: 10 ms in frames. Shorter ones are extended to it.
  public var declickFrames: Int { core.time.declick }

  /// Writes the next frames to the whole of both spans, which have the same length.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  @discardableResult
  public func render(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> MixReport {
    precondition(left.count == right.count, "the sides of a block have one length")
    return core.render(left: &left, right: &right)
  }
}

extension Mixer {
  /// A part of the frames that the last call of `render` wrote, before the limiter; empty if parts aren't kept.
  public func part(_ part: StemKind) -> (left: [Float], right: [Float]) { core.parts?.block(of: part) ?? ([], []) }
}

// MARK: Voices

extension Mixer {
  /// Plays a clip once, its frame 0 exactly at a frame.
  ///
  /// If that frame is already mixed, the head of the clip is cut: it fades in at `mixedFrames`, over 10 ms, at its
  /// planned position. Several voices may share an ID. Whether a voice was free is known when the clip begins, and is
  /// reported by `MixReport`.
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
    if frame + sound.frames <= max(frame, core.mixed) { return .refused(.clipOver) }
    return submit(at: frame, .play(sound, origin: frame, gain: gain.amplitude, bus: bus, id: id))
  }

  /// Fades out, over at least 10 ms, the voices with an ID, and drops requests with that ID that have not begun.
  @discardableResult
  public func stop(_ id: VoiceID, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .stop(id, over: max(frames, declickFrames)))
  }

  /// The number of sounding voices at `mixedFrames`.
  public var voiceCount: Int { core.voices.count }
}

// MARK: Layers

extension Mixer {
  /// Starts a layer at a frame, fading in over `frames`; with 0 it is full at once and its source must begin softly.
  ///
  /// A layer that already has the ID is faded out over 10 ms. A late start begins at `mixedFrames`, with the source's
  /// first frame.
  @discardableResult
  public func startLayer(
    _ id: LayerID, _ source: any LayerSource, at frame: Int, gain: Decibels = .unity, fade frames: Int = 0,
    curve: Fade.Curve = .square, bus: LayerBus = .bed
  ) -> Placement {
    submit(at: frame, .startLayer(id, bus, source, gain: gain.amplitude, fade: max(frames, 0), curve: curve))
  }

  /// Turns a layer's fader at a frame, with a slope that covers the whole way in `frames` (at least 10 ms).
  ///
  /// A full layer turned at F − n over n frames is exactly silent at F. While silent it is paused: its source is not
  /// read, and it continues from there when it is turned back.
  @discardableResult
  public func fadeLayer(_ id: LayerID, to target: Fade.End, at frame: Int, over frames: Int) -> Placement {
    submit(at: frame, .fadeLayer(id, to: target, over: max(frames, declickFrames)))
  }

  /// Fades a layer out over at least 10 ms and releases its source. Its ID is free from `frame` on.
  @discardableResult
  public func stopLayer(_ id: LayerID, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .stopLayer(id, over: max(frames, declickFrames)))
  }

  /// Fades a layer out at equal power over exactly `frames` (at least 10 ms), from its current gain, and releases its
  /// source.
  ///
  /// Its ID is free from `frame` on. With a layer that starts at `frame` with the curve `equalPower` over the same
  /// number of frames, the total power changes evenly from one level to the other. Layers that an earlier swap still
  /// fades out are silent by then, too.
  @discardableResult
  public func swapOutLayer(_ id: LayerID, at frame: Int, over frames: Int) -> Placement {
    submit(at: frame, .swapOutLayer(id, over: max(frames, declickFrames)))
  }

  /// The state of a layer at `mixedFrames`; `nil` if it never began, is being stopped, or its source has ended.
  public func status(of id: LayerID) -> LayerStatus? {
    core.index(of: id).map { core.layers[$0].status(at: core.mixed) }
  }
}

// MARK: Levels

extension Mixer {
  /// Ramps the whole mix to a level from a frame on, over at least 10 ms; a new ramp starts from the current level.
  @discardableResult
  public func setMaster(_ gain: Decibels, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .master(gain.amplitude, over: max(frames, declickFrames)))
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
    guard core.duck(id, by: depth, beats: beats, during: frames) else { return .refused(.tooManyDucks) }
    return frames.lowerBound < core.mixed ? .late(by: core.mixed - frames.lowerBound) : .onTime
  }

  /// Ends the ducking of an ID from a frame on; the layers return in 600 ms.
  public func cancelDuck(_ id: VoiceID, at frame: Int) { core.cancelDuck(id, at: frame) }

  private func submit(at frame: Int, _ action: MixEvent.Action) -> Placement {
    let actual = max(frame, core.mixed)
    guard core.queue.insert(at: actual, action) else { return .refused(.queueFull) }
    return actual == frame ? .onTime : .late(by: actual - frame)
  }
}

/// The events of the mix since the last report.
public struct MixReport: Equatable, Sendable {
  /// Sounds that faded out early because there were too many voices.
  public var stolen: [VoiceID] = []
  /// Voices that could not begin because all others were speech or too many were fading out.
  public var refusedVoices: [VoiceID] = []
  /// Layers that could not begin because there were too many.
  public var refusedLayers: [LayerID] = []
  /// The number of frames whose gain the limiter reduced.
  public var limitedFrames = 0

  /// An empty report.
  public init() {}
}

/// The result of a request to the mixer.
public enum Placement: Equatable, Sendable {
  /// It takes effect at the requested frame.
  case onTime
  /// The frame is already mixed: the request takes effect as soon as possible, late by this many frames.
  case late(by: Int)
  /// It has no effect.
  case refused(Refusal)

  /// The reason for refusing a request.
  public enum Refusal: Equatable, Sendable {
    /// `Mixer.eventCapacity` requests are already waiting.
    case queueFull
    /// The whole clip is in the past, or it is empty.
    case clipOver
    /// `Mixer.duckCapacity` intervals are already waiting.
    case tooManyDucks
  }
}
