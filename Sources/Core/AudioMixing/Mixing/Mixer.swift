/// Mixes clips and layers into planar stereo, each thing at its exact frame.
///
/// Frame 0 of the output is frame 0 of the bus: the limiter's look-ahead is compensated here and nowhere else. The
/// mixer works ahead of its output by at most `latencyFrames`, so a request for a frame at or after `mixedFrames`
/// (certainly any frame at or after `position + latencyFrames`) is kept exactly; a later one is done as soon as
/// possible and says so. Same requests, same bits, whatever the size of the blocks, as long as each request comes in
/// time. It has one owner and is used from one thread; it knows no clock, takes no lock, and asks for memory only when
/// requests and clips come and go.
public final class Mixer {
  /// The most voices that sound at once. One more makes the sound with the least gain (the oldest among equals) fade
  /// out in 10 ms; speech never gives way.
  public static let voiceCapacity = 16
  /// The most voices that may be fading out to free space, besides.
  public static let fadingCapacity = 8
  /// The most layers at once.
  public static let layerCapacity = 8
  /// The most requests that may wait for their frame.
  public static let eventCapacity = 1024
  /// The most intervals of ducking that may wait or last.
  public static let duckCapacity = Ducking.capacity

  // One value holds the whole state, so that a block costs one exclusive access.
  private var core: MixCore

  /// An empty mix at frame 0; any rate from 1 to 768 000 frames a second. One that `keepsParts` can be asked for them.
  public init(sampleRate: Int = Bus.sampleRate, keepsParts: Bool = false) {
    core = MixCore(time: RenderGrid(sampleRate: sampleRate), keepsParts: keepsParts)
  }

  /// Frames a second.
  public var sampleRate: Int { core.time.sampleRate }
  /// The frame that the next call of `render` writes first.
  public var position: Int { core.output }
  /// The first frame that is not mixed yet; it grows in steps of the grid (64 frames at 48 kHz).
  public var mixedFrames: Int { core.mixed }
  /// How far mixing runs ahead of output, at most: look-ahead plus one step of the grid, 304 frames at 48 kHz.
  public var latencyFrames: Int { core.latency }
  /// The shortest fade: 10 ms in frames. Shorter ones are extended to it.
  public var declickFrames: Int { core.time.declick }

  /// Writes the next frames to the whole of both spans, which have one length.
  @discardableResult
  public func render(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) -> MixReport {
    precondition(left.count == right.count, "the sides of a block have one length")
    return core.render(left: &left, right: &right)
  }
}

extension Mixer {
  /// A part of the frames that the last call of `render` wrote, before the limiter; nothing where parts aren't kept.
  public func part(_ part: StemKind) -> (left: [Float], right: [Float]) { core.parts?.block(of: part) ?? ([], []) }
}

// MARK: Voices

extension Mixer {
  /// Plays a clip once, its frame 0 exactly at a frame.
  ///
  /// If that frame is mixed already the head of the clip is cut: it comes in at `mixedFrames`, over 10 ms, at the place
  /// where it would have been. Several voices may bear one name. Whether a voice was free is known when the clip
  /// begins, and is reported by `MixReport`.
  @discardableResult
  public func play(
    _ clip: Clip, at frame: Int, gain: Decibels = .unity, bus: VoiceBus = .sound, id: VoiceID
  ) -> Placement {
    play(.plain(clip), at: frame, gain, bus, id)
  }

  /// Plays a packed clip in the same way, without ever holding more of it unpacked than is mixed at once.
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

  /// Fades out, over at least 10 ms, what has the name, and drops what was asked for under it and has not begun.
  @discardableResult
  public func stop(_ id: VoiceID, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .stop(id, over: max(frames, declickFrames)))
  }

  /// Fades out, over at least 10 ms, all voices of a kind, and drops those that have not begun.
  @discardableResult
  public func stopAll(_ bus: VoiceBus, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .stopAll(bus, over: max(frames, declickFrames)))
  }

  /// How many voices sound at `mixedFrames`.
  public var voiceCount: Int { core.voices.count }
}

// MARK: Layers

extension Mixer {
  /// Starts a layer at a frame, fading in over `frames`; with none it is full at once and its source must begin softly.
  ///
  /// A layer that has the name already is faded out over 10 ms. A late start begins at `mixedFrames`, from its start.
  @discardableResult
  public func startLayer(
    _ id: LayerID, _ source: any LayerSource, at frame: Int, gain: Decibels = .unity, fade frames: Int = 0,
    curve: Fade.Curve = .square, bus: LayerBus = .bed
  ) -> Placement {
    submit(at: frame, .startLayer(id, bus, source, gain: gain.amplitude, fade: max(frames, 0), curve: curve))
  }

  /// Turns a layer's fader at a frame, with a slope that covers the whole way in `frames` (at least 10 ms).
  ///
  /// A full layer turned at F − n over n frames is exactly silent at F. In silence it waits: its source is not read,
  /// and it continues from there when it is turned back.
  @discardableResult
  public func fadeLayer(_ id: LayerID, to target: Fade.End, at frame: Int, over frames: Int) -> Placement {
    submit(at: frame, .fadeLayer(id, to: target, over: max(frames, declickFrames)))
  }

  /// Fades a layer out over at least 10 ms and releases its source. Its name is free from `frame` on.
  @discardableResult
  public func stopLayer(_ id: LayerID, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .stopLayer(id, over: max(frames, declickFrames)))
  }

  /// Fades a layer out at equal power over exactly `frames` (at least 10 ms), from the gain it has, and releases its
  /// source. Its name is free from `frame` on.
  ///
  /// Beside a layer that starts at `frame` with the curve `equalPower` over as many frames the power of both together
  /// goes evenly from one level to the other. Layers that an earlier swap still fades out are gone by then, too.
  @discardableResult
  public func swapOutLayer(_ id: LayerID, at frame: Int, over frames: Int) -> Placement {
    submit(at: frame, .swapOutLayer(id, over: max(frames, declickFrames)))
  }

  /// What is known of a layer at `mixedFrames`; `nil` if it never began, is being stopped, or its source has ended.
  public func status(of id: LayerID) -> LayerStatus? {
    core.index(of: id).map { core.layers[$0].status(at: core.mixed) }
  }
}

// MARK: Levels

extension Mixer {
  /// Brings the whole mix to a level by a glide that begins at a frame; at least 10 ms, and a new one starts from the
  /// level that the last one has reached.
  @discardableResult
  public func setMaster(_ gain: Decibels, at frame: Int, over frames: Int = 0) -> Placement {
    submit(at: frame, .master(gain.amplitude, over: max(frames, declickFrames)))
  }

  /// Lowers the beds by `depth` and the metronomes by `beats` (positive numbers) while something is said: at its depth
  /// from the first of `frames`, and until 250 ms after the last.
  ///
  /// It begins 150 ms before; if it is too late for that, it takes 20 ms. Intervals less than a second apart are
  /// joined, if the second is announced before the first begins its release: announce each at least a second ahead and
  /// the result can't depend on when. The name is free for the caller; that of the voice serves well.
  @discardableResult
  public func duck(
    _ id: VoiceID, by depth: Decibels = 12, beats: Decibels = 6, during frames: Range<Int>
  ) -> Placement {
    guard core.duck(id, by: depth, beats: beats, during: frames) else { return .refused(.tooManyDucks) }
    return frames.lowerBound < core.mixed ? .late(by: core.mixed - frames.lowerBound) : .onTime
  }

  /// Lets the layers come back from a frame on (600 ms), where `duck` with that name held them down.
  public func cancelDuck(_ id: VoiceID, at frame: Int) { core.cancelDuck(id, at: frame) }

  private func submit(at frame: Int, _ action: MixEvent.Action) -> Placement {
    let actual = max(frame, core.mixed)
    guard core.queue.insert(at: actual, action) else { return .refused(.queueFull) }
    return actual == frame ? .onTime : .late(by: actual - frame)
  }
}

/// What became of the mix since the last report.
public struct MixReport: Equatable, Sendable {
  /// Sounds that faded out early, because more voices were wanted than there are.
  public var stolen: [VoiceID] = []
  /// Voices that could not begin: all others were speech, or too many were fading out.
  public var refusedVoices: [VoiceID] = []
  /// Layers that could not begin: there were as many as there may be.
  public var refusedLayers: [LayerID] = []
  /// How many frames the limiter turned down.
  public var limitedFrames = 0

  /// A report of nothing.
  public init() {}
}

/// What became of a request to the mixer.
public enum Placement: Equatable, Sendable {
  /// It happens at the frame that was asked for.
  case onTime
  /// The frame is mixed already: the event happens as soon as possible, late by this many frames.
  case late(by: Int)
  /// It doesn't happen.
  case refused(Refusal)

  /// Why a request was refused.
  public enum Refusal: Equatable, Sendable {
    /// `Mixer.eventCapacity` requests wait already.
    case queueFull
    /// The whole clip lies in the past, or it is empty.
    case clipOver
    /// `Mixer.duckCapacity` intervals wait already.
    case tooManyDucks
  }
}
