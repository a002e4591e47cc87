import AudioMixing

/// A faint noise before a sound that follows silence, for speakers that fall asleep and swallow beginnings.
///
/// Wireless speakers and some amplifiers mute themselves while they are sent zeros; what wakes them is any sample that
/// isn't zero, long before it is loud enough to be heard.
struct LeadIn {
  /// After so much silence speakers may be asleep: 3 s.
  static let silence = 3 * Bus.sampleRate
  /// The noise; `nil` where none is wanted.
  let clip: PackedClip?

  /// A lead-in of so many frames.
  init(_ frames: Int) { clip = frames > 0 ? PackedClip(.waking(frames: frames)) : nil }

  /// What has to sound before a sound that begins at `first`, and where, if all else ends at `end`; `nil` where there
  /// was nothing before.
  func clip(before first: Int, soundEndingAt end: Int?) -> (clip: PackedClip, frame: Int)? {
    guard let clip, end.map({ first - $0 > Self.silence }) ?? true else { return nil }
    return (clip, first - clip.frames)
  }
}
