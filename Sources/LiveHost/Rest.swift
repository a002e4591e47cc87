package import WorkoutEngine
import WorkoutModel

/// Lets go of the device while a session is paused, so that the card can sleep or serve others, and has it back before
/// the session goes on.
package struct Rest {
  /// Whether the device has been let go.
  package private(set) var isResting = false
  private var pausedSince: Duration?
  private var held: [LiveSession.Letter] = []
  private var wishedAt: Duration?
  /// How long the user waits for the device at most; then the session goes on in silence until it is there.
  private var longestWait = Self.usualWait

  /// How long a pause lasts until the device is let go.
  private static let patience = Duration.seconds(5)
  /// How long that is for a device that starts at once.
  package static let usualWait = Duration.milliseconds(500)
  /// How much longer than the last time a device that starts slowly may take: it fetches in blocks of up to 2 s.
  private static let slowWait = Duration.seconds(2)

  /// One of a session that plays.
  package init() {}

  /// Whether the device is to be let go now: `playback` is reached at `planned`, which is ahead of what is heard `now`.
  package mutating func begins(_ playback: PlaybackState, planned: Duration, now: Duration) -> Bool {
    guard case .paused = playback else {
      pausedSince = nil
      return false
    }
    guard !isResting else { return false }
    let since = pausedSince ?? planned
    pausedSince = since
    isResting = now - since > Self.patience
    return isResting
  }

  /// Begins now, as others wait for the device, which took so long to start the last time; `nil` where there is none,
  /// for which nothing waits when the session goes on.
  package mutating func begin(startup: Duration?) {
    isResting = true
    wishedAt = nil
    longestWait =
      switch startup {
      case nil: .zero
      case let time? where time <= Self.usualWait: Self.usualWait
      case let time?: time + Self.slowWait
      }
  }

  /// What came of the letters that arrived.
  package struct Admission {
    /// What may be done now.
    package var letters: [LiveSession.Letter]
    /// Whether the device must be wished for.
    package var wantsDevice = false
    /// Whether the wait for it was given up.
    package var isOverdue = false
  }

  /// Holds back what makes the session sound, and what comes behind it, until the device is there again.
  ///
  /// What ends the session waits for nothing, and nothing waits any longer then.
  package mutating func admit(_ letters: [LiveSession.Letter], at now: Duration) -> Admission {
    guard isResting else { return Admission(letters: letters) }
    var admission = Admission(letters: [])
    for letter in letters {
      guard isResting, case .action(let action) = letter else {
        admission.letters.append(letter)
        continue
      }
      if ends(action) {
        admission.letters += held + [letter]
        self = Rest()
      } else if makesSound(action) || !held.isEmpty {
        held.append(letter)
      } else {
        admission.letters.append(letter)
      }
    }
    guard !held.isEmpty else { return admission }
    let isThere = admission.letters.contains { if case .device(.opened, _) = $0 { true } else { false } }
    admission.wantsDevice = wishedAt == nil
    admission.isOverdue = !isThere && now - (wishedAt ?? now) >= longestWait
    wishedAt = wishedAt ?? now
    if isThere || admission.isOverdue {
      admission.letters += held
      self = Rest()
    }
    return admission
  }

  private func ends(_ action: Action) -> Bool {
    switch action {
    case .stop, .abort: true
    default: false
    }
  }

  /// Whether an action may make a paused session sound: it goes on, or the last phase is over and the workout with it.
  private func makesSound(_ action: Action) -> Bool {
    switch action {
    case .start, .resume, .toggle, .interruptionEnded(shouldResume: true), .skip, .done: true
    default: false
    }
  }
}
