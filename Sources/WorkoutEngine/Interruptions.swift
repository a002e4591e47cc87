/// The interruptions that last, and whether the session resumes by itself when the last of them has ended.
///
/// They nest: it resumes only where it played when the first began, the user has not paused meanwhile, and the last to
/// end says so.
public struct Interruptions: Equatable, Sendable, Codable {
  /// How many have begun and not ended.
  public private(set) var count = 0
  /// Whether it played when the first began, and the user has not paused since.
  public private(set) var pausedPlayback = false

  init() {}

  mutating func begin(whilePlaying isPlaying: Bool) {
    if count == 0 { pausedPlayback = isPlaying }
    count += 1
  }

  /// Whether the end of one is the end of the last, after which the session resumes.
  mutating func end(shouldResume: Bool) -> Bool {
    count -= 1
    defer { if count == 0 { pausedPlayback = false } }
    return count == 0 && shouldResume && pausedPlayback
  }

  /// The user's pause outlasts them.
  mutating func keepPaused() { pausedPlayback = false }

  /// The user's own resume ends them all.
  mutating func endAll() { self = Interruptions() }
}
