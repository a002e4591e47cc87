import AudioOutput
import CueAudio
import HostSystem
import WorkoutEngine

/// The words of a session: when they are heard, and who speaks them.
extension SessionLoop {
  /// Tells when words are heard or about to be, and when no more are.
  ///
  /// Between phrases that follow one another closely, that doesn't change.
  mutating func followSpeech() {
    let ahead = isSpeaking ? SpeechReach.gap : SpeechReach.lead + FrameClock.duration(of: sink.paceFrames)
    let now = clock.now()
    let isHeard = played.speaks(from: now - SpeechReach.hold, to: now + ahead) && hasDevice
    guard isHeard != isSpeaking else { return }
    isSpeaking = isHeard
    session.speak(isHeard)
  }

  /// Reports once that stand-ins speak, and why.
  mutating func reportStandIns(_ reason: String, _ consequence: (_ name: String) -> String) {
    guard !hasReportedStandIns, !played.hasReportedLateVoice, let name = session.phrases.standInName else { return }
    hasReportedStandIns = true
    session.enqueue(.complaint("\(reason): \(consequence(name))."))
  }

  /// Tries a lost voice again.
  mutating func retryVoice() {
    guard session.phrases.standInName != nil, session.phrases.lostVoice != nil else {
      voiceRetry = nil
      return
    }
    var retry = voiceRetry ?? VoiceRetry(from: clock.now(), speed: output.speed)
    let isDue = retry.isDue(at: clock.now())
    voiceRetry = retry
    guard isDue else { return }
    session.phrases.retry()
    requestPhrases()
  }
}

/// How far from words other players are low.
private enum SpeechReach {
  static let (lead, hold) = (Duration.milliseconds(100), Duration.milliseconds(250))
  /// Players stay low in shorter gaps between phrases.
  static let gap = Duration.seconds(1)
}

/// When a lost voice is tried again: after 5 s, and then each time after twice as long, at most a minute.
package struct VoiceRetry {
  private static let longest = Duration.seconds(60)

  /// How fast the clock of the session goes: the intervals are in real time.
  private let speed: Int
  private var interval = Duration.seconds(5)
  private var next: Duration

  /// The voice was lost at an instant of a session clock that is `speed` times as fast as real time.
  package init(from now: Duration, speed: Int) {
    self.speed = speed
    next = now + interval * speed
  }

  /// Whether it is to be tried at an instant, from which the next interval counts then.
  package mutating func isDue(at now: Duration) -> Bool {
    guard now >= next else { return false }
    interval = min(interval * 2, Self.longest)
    next = now + interval * speed
    return true
  }
}
