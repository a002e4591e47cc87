import Glibc

/// The built-in struck, blown and electronic sounds.
///
/// Each is computed from a seed and bit-identical in every run. It is audible from frame 0 on, ends in exact silence,
/// and has a loudness of −18 LUFS in its loudest 400 ms if its peak stays at or below −3 dBFS; a very short one is
/// limited by its peak.
public enum Instrument: String, CaseIterable, Sendable {
  case gong, bowl, bell
  case boxingBell = "boxing-bell"
  case woodblock, beep, whistle, tick

  /// Computes the sound; partials above the Nyquist frequency are left out.
  public func clip(sampleRate: Int = Bus.sampleRate) -> Clip {
    precondition(sampleRate >= 8000, "instruments need a sample rate of 8 kHz or more")
    var canvas: StereoBuffer
    switch self {
    case .gong: canvas = Self.gong(sampleRate)
    case .bowl: canvas = Self.bowl(sampleRate)
    case .bell: canvas = Self.bell(sampleRate)
    case .boxingBell: canvas = Self.boxingBell(sampleRate)
    case .woodblock: canvas = Self.woodblock(sampleRate)
    case .beep: canvas = Self.beep(sampleRate)
    case .whistle: canvas = Self.whistle(sampleRate)
    case .tick: canvas = Self.tick(sampleRate)
    }
    let loudness = Self.loudness(of: canvas)
    let gain = min((Self.loudness - loudness).amplitude, Self.highestPeak.amplitude / canvas.peak)
    canvas.scale(by: gain)
    let clip = canvas.clip
    return Clip(left: clip.left, right: clip.right, onset: 0, audibleEnd: Self.audibleEnd(of: clip))
  }

  /// The loudness of every sound's loudest 400 ms, in LUFS.
  public static let loudness: Decibels = -18
  /// The highest peak of a sound.
  public static let highestPeak: Decibels = -3.01

  /// The loudness of a raw sound in its loudest 400 ms, which are within its first three seconds, before it decays.
  private static func loudness(of canvas: StereoBuffer) -> Decibels {
    let count = min(canvas.frames, 3 * canvas.sampleRate)
    var meter = LoudnessMeter(sampleRate: canvas.sampleRate)
    meter.add(left: canvas.left.span.extracting(..<count), right: canvas.right.span.extracting(..<count))
    return meter.momentaryMaximum
  }

  /// One past the last frame above −60 dBFS.
  private static func audibleEnd(of clip: Clip) -> Int {
    var end = clip.frames
    while end > 1 && max(clip.left[end - 1].magnitude, clip.right[end - 1].magnitude) < 0.001 { end -= 1 }
    return end
  }
}
