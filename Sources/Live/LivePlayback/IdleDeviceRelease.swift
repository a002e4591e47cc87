import CueAudio
package import WorkoutEngine
import WorkoutModel

/// Releases the device while a session is paused, so that the card can suspend or serve other programs, and reopens it
/// before the session resumes.
package struct IdleDeviceRelease {
  package private(set) var isReleased = false
  private var pausedSince: Duration?
  private var held: [LiveSession.Message] = []
  private var requestedAt: Duration?
  /// The maximum wait for the device; after that the session resumes in silence until the device is open.
  private var longestWait = Self.usualWait

  /// The length of a pause after which the device is released.
  private static let patience = Duration.seconds(5)
  /// The maximum wait for a device that starts promptly.
  package static let usualWait = Duration.milliseconds(500)
  /// The additional wait for a device that starts slowly, beyond its last start: it fetches in blocks of up to 2 s.
  private static let slowWait = Duration.seconds(2)

  package init() {}

  /// Whether to release the device now: `playback` is reached at `planned`, which is ahead of the audible instant
  /// `now`; where a paused session speaks or is about to, because somebody has asked for words, it counts from their
  /// end.
  package mutating func begins(
    _ playback: PlaybackState, planned: Duration, now: Duration, isSpeaking: Bool = false
  ) -> Bool {
    guard case .paused = playback, !isSpeaking else {
      pausedSince = nil
      return false
    }
    guard !isReleased else { return false }
    let since = pausedSince ?? planned
    pausedSince = since
    isReleased = now - since > Self.patience
    return isReleased
  }

  /// Releases the device immediately, because another process waits for it.
  ///
  /// `startup` is the time that the device's last start took; `nil` if there is no device: a resume doesn't wait for
  /// one then.
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

  package struct Admission {
    package var messages: [LiveSession.Message]
    package var needsDevice = false
    package var isOverdue = false
  }

  /// Holds back actions that make the session audible, and later actions, until the device is open again.
  ///
  /// An action that ends the session is not held back, and releases all held ones. While another program has the sound
  /// nothing is said.
  package mutating func filter(
    _ messages: [LiveSession.Message], at now: Duration, isInterrupted: Bool = false
  ) -> Admission {
    guard isReleased else { return Admission(messages: messages) }
    var admission = Admission(messages: [])
    var isInterrupted = isInterrupted
    for message in messages {
      guard isReleased, case .action(let action, _, _) = message else {
        admission.messages.append(message)
        continue
      }
      switch action {
      case .interruptionBegan: isInterrupted = true
      case .interruptionEnded: isInterrupted = false
      default: break
      }
      if action == .stop || action == .abort {
        admission.messages += held + [message]
        self = IdleDeviceRelease()
      } else if makesSound(action, isInterrupted) || !held.isEmpty {
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

  /// Whether an action may make a paused session audible: it resumes or speaks, or the last phase and with it the
  /// workout ends.
  private func makesSound(_ action: Action, _ isInterrupted: Bool) -> Bool {
    switch action {
    case .start, .resume, .toggle, .interruptionEnded(shouldResume: true), .next, .skip, .done, .seek: true
    case .say: !isInterrupted
    default: false
    }
  }
}

/// Throttles a session whose device accepts sound faster than real time, as ALSA's `null` does: it would spin.
package struct PaceLimiter {
  /// The end of the wait if the device has run ahead; kept until a record at or after that instant.
  package private(set) var throttledUntil: Duration?
  private var start: (frame: Int, instant: Duration)?

  /// More than any device holds, and more than its crystal gains in an interval.
  private static let longestLead = Duration.seconds(1)
  /// The interval after which the measurement starts again, because even a good crystal gains a second in an hour.
  private static let stretch = Duration.seconds(10)

  package init() {}

  package mutating func record(_ frame: Int, at instant: Duration) {
    if let throttledUntil, instant < throttledUntil { return }
    throttledUntil = nil
    guard let begin = start, instant - begin.instant < Self.stretch else {
      start = (frame, instant)
      return
    }
    let surplus = FrameClock.duration(of: frame - begin.frame) - (instant - begin.instant)
    if surplus > Self.longestLead { throttledUntil = instant + surplus }
  }
}
