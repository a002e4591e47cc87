/// The ID of a voice, by which it can be stopped; chosen by the caller.
public struct VoiceID: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The caller's number.
  public let rawValue: Int
  /// Makes an ID from a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Makes an ID from a literal.
  public init(integerLiteral value: Int) { rawValue = value }
}

/// The kind of a voice: a sound, which may give way, or speech, which never does.
public enum VoiceBus: Sendable {
  /// Gongs, bells and beeps.
  case sound
  /// Words, for which beds and beats are lowered.
  case speech
}

/// A sound that plays once.
struct Voice: StemPart {
  let id: VoiceID
  let sound: VoiceSound
  /// The bus frame of the sound's frame 0; it may be before the voice began.
  let origin: Int
  let gain: Float
  let bus: VoiceBus
  /// Full, except for the first 10 ms of a late voice and the last frames of one that is stopped.
  private(set) var fade = Fade(at: .full, curve: .linear)
  /// Whether it fades out to free space and isn't counted as a voice.
  private(set) var isStolen = false

  init(id: VoiceID, sound: VoiceSound, origin: Int, gain: Float, bus: VoiceBus) {
    self.id = id
    self.sound = sound
    self.origin = origin
    self.gain = gain
    self.bus = bus
  }

  /// Begins in the middle of the sound, without a click.
  mutating func beginLate(at frame: Int, over length: Int) {
    fade = Fade(at: .silence, curve: .linear)
    fade.turn(to: .full, at: frame, over: length)
  }

  /// Fades out, unless the current fade ends no later.
  mutating func stop(at frame: Int, over length: Int) { fade.fall(at: frame, over: length) }

  /// Fades out to free space.
  mutating func giveWay(at frame: Int, over length: Int) {
    stop(at: frame, over: length)
    isStolen = true
  }

  var stem: GroupBus { bus == .speech ? .speech : .sounds }

  func isOver(at frame: Int) -> Bool { frame >= origin + sound.frames || fade.restsInSilence(at: frame) }

  /// Adds the frames of a range to a stem whose first frame is `base`.
  func mix(_ range: Range<Int>, into stem: inout BusBuffer, base: Int, grid: Int) {
    var frame = range.lowerBound
    let end = min(range.upperBound, origin + sound.frames)
    while frame < end && !fade.restsInSilence(at: frame) {
      let piece = fade.piece(at: frame, grid: grid)
      let next = min(end, piece.frames.upperBound)
      sound.add(
        to: &stem, from: frame - origin, at: frame - base, count: next - frame, piece.ramp(from: frame, times: gain))
      frame = next
    }
  }
}

enum VoiceSound {
  case plain(Clip)
  case packed(PackedClip)

  var frames: Int {
    switch self {
    case .plain(let clip): clip.frames
    case .packed(let clip): clip.frames
    }
  }

  func add(to stem: inout BusBuffer, from first: Int, at start: Int, count: Int, _ ramp: Ramp) {
    switch self {
    case .plain(let clip):
      stem.add(left: clip.left.span, right: clip.right.span, from: first, at: start, count: count, ramp)
    case .packed(let clip): stem.add(clip, from: first, at: start, count: count, ramp)
    }
  }
}
