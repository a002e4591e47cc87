import AudioMixing

/// A faint noise before a sound that follows silence, for speakers with a standby mode.
///
/// Wireless speakers and some amplifiers mute themselves while they receive zeros. Any other sample wakes them, long
/// before it is audible.
struct LeadIn {
  /// The length of silence after which speakers may be muted: 3 s.
  static let silence = 3 * Bus.sampleRate
  let clip: PackedClip?

  init(_ frames: Int) { clip = frames > 0 ? PackedClip(.waking(frames: frames)) : nil }

  /// The noise before a sound that begins at `first`, and its first frame, if all other sound ends at `end`; `nil` if
  /// the silence is too short.
  func clip(before first: Int, soundEndingAt end: Int?) -> (clip: PackedClip, frame: Int)? {
    guard let clip, end.map({ first - $0 > Self.silence }) ?? true else { return nil }
    return (clip, first - clip.frames)
  }
}
