/// A property of a running session that clients can read and watch.
public enum SessionProperty: String, CaseIterable, Sendable {
  /// The playback, and why it is paused or has failed.
  case playback, reason
  /// The phase that is on, and the one that follows.
  case phase, next
  /// Where the session is, and how fast it moves: from it a client counts on by itself.
  case place
  /// The next 20 phases, with their places in the plan.
  case ahead
  /// dB, and whether that is heard at all.
  case volume, muted, audible
  /// The device, and who owns the audio session.
  case audio, owner
  /// How many moves can be undone and redone.
  case undoable, redoable
  case lastCue
  /// What keeps the machine from sleeping.
  case inhibits
  /// The whole plan, as `show --json` has it; it can only be read.
  case plan

  /// The properties that a client can watch.
  public static var watchable: [SessionProperty] { allCases.filter { $0 != .plan } }
}
