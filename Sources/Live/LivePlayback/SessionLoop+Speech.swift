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
    let isHeard = renderer.speaks(from: now - SpeechReach.hold, to: now + ahead) && hasDevice
    guard isHeard != isSpeaking else { return }
    isSpeaking = isHeard
    session.speak(isHeard)
  }

  /// Reports once that stand-ins speak, and why.
  mutating func reportStandIns(_ reason: String, _ consequence: (_ name: String) -> String) {
    guard !hasReportedStandIns, !renderer.hasReportedLateVoice, let name = session.phrases.standInName else { return }
    hasReportedStandIns = true
    session.enqueue(.complaint("\(reason): \(consequence(name))."))
  }

  /// Tries a lost voice again after 5 s, and then each time after twice as long, at most a minute.
  mutating func retryVoice() {
    guard session.phrases.standInName != nil, session.phrases.lostVoice != nil else { return voiceRetry = nil }
    let now = clock.now()
    let retry = voiceRetry ?? VoiceRetry(at: now + VoiceRetry.shortest * output.speed, next: VoiceRetry.shortest * 2)
    voiceRetry = retry
    guard now >= retry.at else { return }
    voiceRetry = VoiceRetry(at: now + retry.next * output.speed, next: min(retry.next * 2, VoiceRetry.longest))
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

struct VoiceRetry {
  /// The shortest and the longest interval, in real time.
  static let (shortest, longest) = (Duration.seconds(5), Duration.seconds(60))

  let at: Duration
  /// The interval after that.
  let next: Duration
}
