/// The built-in struck, blown and electronic sounds.
///
/// Each is computed from a seed and bit-identical in every run. It is audible from frame 0 on, ends in exact silence,
/// and has a loudness of −15 LUFS in its loudest 400 ms if its peak stays at or below −3 dBFS; a very short one is
/// limited by its peak.
///
/// ```swift
/// let clip = Instrument.bowl.clip()
/// group.play(clip, at: 0, id: 1)
/// ```
public enum Instrument: String, CaseIterable, Sendable {
  /// A gong.
  case gong
  /// A singing bowl.
  case bowl
  /// A small bell.
  case bell
  /// The bell of a boxing ring.
  case boxingBell = "boxing-bell"
  /// A knock on wood.
  case woodblock
  /// A short high tone.
  case beep
  /// The whistle of a referee.
  case whistle
  /// The click of a metronome.
  case tick

  /// Computes the sound; partials above the Nyquist frequency are left out.
  ///
  /// A rate beyond 8 to 768 kHz counts as the nearest of these.
  public func clip(sampleRate: Int = Bus.sampleRate) -> Clip {
    let sampleRate = Bus.sampleRate(nearest: sampleRate, from: 8_000)
    var buffer: StereoBuffer
    switch self {
    case .gong: buffer = Self.gong(sampleRate)
    case .bowl: buffer = Self.bowl(sampleRate)
    case .bell: buffer = Self.bell(sampleRate)
    case .boxingBell: buffer = Self.boxingBell(sampleRate)
    case .woodblock: buffer = Self.woodblock(sampleRate)
    case .beep: buffer = Self.beep(sampleRate)
    case .whistle: buffer = Self.whistle(sampleRate)
    case .tick: buffer = Self.tick(sampleRate)
    }
    let loudness = Self.loudness(of: buffer)
    let gain = min((Self.loudness - loudness).amplitude, Self.highestPeak.amplitude / buffer.peak)
    buffer.scale(by: gain)
    let clip = buffer.clip
    return Clip(left: clip.left, right: clip.right, onset: 0, audibleEnd: Self.audibleEnd(of: clip))
  }

  /// The loudness of every sound's loudest 400 ms, in LUFS: that of speech, whose phrases reach -15 to -12.
  package static let loudness: Decibels = -15
  /// The highest peak of a sound.
  package static let highestPeak: Decibels = -3.01

  /// The loudness of a raw sound in its loudest 400 ms, which are within its first three seconds, before it decays.
  private static func loudness(of buffer: StereoBuffer) -> Decibels {
    let count = min(buffer.frames, 3 * buffer.sampleRate)
    var meter = LoudnessMeter(sampleRate: buffer.sampleRate)
    meter.add(left: buffer.left.span.extracting(..<count), right: buffer.right.span.extracting(..<count))
    return meter.momentaryMaximum
  }

  /// One past the last frame above −60 dBFS.
  private static func audibleEnd(of clip: Clip) -> Int {
    var end = clip.frames
    while end > 1 && max(clip.left[end - 1].magnitude, clip.right[end - 1].magnitude) < 0.001 { end -= 1 }
    return end
  }
}

extension Clip {
  /// The clip at the common level of all sounds: −15 LUFS in its loudest 400 ms, or as near as a peak of −3 dBFS
  /// allows; silence is unchanged.
  public func leveled(sampleRate: Int = Bus.sampleRate) -> Clip {
    var meter = LoudnessMeter(sampleRate: sampleRate)
    meter.add(left: left.span, right: right.span)
    guard meter.peak > 0 else { return self }
    let wanted = (Instrument.loudness - meter.momentaryMaximum).amplitude
    let gain = min(wanted, Instrument.highestPeak.amplitude / meter.peak)
    let louder = left.map { $0 * gain }
    return Clip(
      left: louder, right: left == right ? louder : right.map { $0 * gain }, onset: onset, audibleEnd: audibleEnd)
  }
}
