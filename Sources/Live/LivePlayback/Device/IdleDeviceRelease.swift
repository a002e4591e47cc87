package import WorkoutEngine
import WorkoutModel

/// Releases the device while a session is paused, so that the card can sleep or serve other programs, and reopens it
/// before the session resumes.
package struct IdleDeviceRelease {
  /// Whether the device has been released.
  package private(set) var isReleased = false
  private var pausedSince: Duration?
  private var held: [LiveSession.Message] = []
  private var requestedAt: Duration?
  /// How long the user waits for the device at most; then the session resumes in silence until the device is there.
  private var longestWait = Self.usualWait

  /// How long a pause lasts until the device is released.
  private static let patience = Duration.seconds(5)
  /// How long that is for a device that starts at once.
  package static let usualWait = Duration.milliseconds(500)
  /// How much longer than the last time a device that starts slowly may take: it fetches in blocks of up to 2 s.
  private static let slowWait = Duration.seconds(2)

  /// One of a session that plays.
  package init() {}

  /// Whether the device is to be released now: `playback` is reached at `planned`, which is ahead of what is heard
  /// `now`.
  package mutating func begins(_ playback: PlaybackState, planned: Duration, now: Duration) -> Bool {
    guard case .paused = playback else {
      pausedSince = nil
      return false
    }
    guard !isReleased else { return false }
    let since = pausedSince ?? planned
    pausedSince = since
    isReleased = now - since > Self.patience
    return isReleased
  }

  /// Begins now, because another process waits for the device. `startup` is how long the device took to start the last
  /// time; `nil` if there is no device, and then nothing waits for one when the session resumes.
  package mutating func begin(startup: Duration?) {
    isReleased = true
    requestedAt = nil
    longestWait =
      switch startup {
      case nil: .zero
      case let time? where time <= Self.usualWait: Self.usualWait
      case let time?: time + Self.slowWait
      }
  }

  /// What to do with the messages that arrived.
  package struct Admission {
    /// What may be done now.
    package var messages: [LiveSession.Message]
    /// Whether a device must be requested.
    package var needsDevice = false
    /// Whether the wait for it has taken too long.
    package var isOverdue = false
  }

  /// Holds back what makes the session sound, and what comes behind it, until the device is there again.
  ///
  /// What ends the session waits for nothing, and nothing waits any longer then.
  package mutating func filter(_ messages: [LiveSession.Message], at now: Duration) -> Admission {
    guard isReleased else { return Admission(messages: messages) }
    var admission = Admission(messages: [])
    for message in messages {
      guard isReleased, case .action(let action, _, _) = message else {
        admission.messages.append(message)
        continue
      }
      if ends(action) {
        admission.messages += held + [message]
        self = IdleDeviceRelease()
      } else if makesSound(action) || !held.isEmpty {
        held.append(message)
      } else {
        admission.messages.append(message)
      }
    }
    guard !held.isEmpty else { return admission }
    let isThere = admission.messages.contains { if case .device(.opened, _) = $0 { true } else { false } }
    admission.needsDevice = requestedAt == nil
    admission.isOverdue = !isThere && now - (requestedAt ?? now) >= longestWait
    requestedAt = requestedAt ?? now
    if isThere || admission.isOverdue {
      admission.messages += held
      self = IdleDeviceRelease()
    }
    return admission
  }

  private func ends(_ action: Action) -> Bool {
    switch action {
    case .stop, .abort: true
    default: false
    }
  }

  /// Whether an action may make a paused session sound: it resumes, or the last phase ends and the workout with it.
  private func makesSound(_ action: Action) -> Bool {
    switch action {
    case .start, .resume, .toggle, .interruptionEnded(shouldResume: true), .skip, .done, .seek: true
    default: false
    }
  }
}
