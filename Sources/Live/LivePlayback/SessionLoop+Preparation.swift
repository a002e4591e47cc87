import AudioMixing
import CueAudio
import HostSystem
import WorkoutEngine

extension SessionLoop {
  /// Reports that the session is prepared once its first phrases are synthesised, the clock is locked, and the speakers
  /// are awake.
  mutating func prepare() {
    waitForPhrases()
    guard let preparation, preparation.hasPhrases else { return }
    let isSettled = clock.now() - preparation.begin > SessionPreparation.longestSettling
    guard monitor.deviceClock.isLocked || isSettled else { return }
    let awake = preparation.awake ?? awakening
    self.preparation?.awake = awake
    guard played.now >= awake else { return }
    self.preparation = nil
    fitRenderer()
    played.act(.prepared)
  }

  /// When the speakers are awake, if that begins now.
  private var awakening: Duration {
    mutating get {
      guard hasDevice else { return played.now }
      let silence = played.now + output.openingSilence
      return max(silence, played.wakeSpeakers() ?? silence)
    }
  }

  /// Reports a noticeable wait for the first phrases, and ends a long one where stand-ins are ready.
  private mutating func waitForPhrases() {
    guard let preparation, !preparation.hasPhrases, session.phrases.standInName != nil else { return }
    let waited = (clock.now() - preparation.begin) / output.speed
    if waited > SessionPreparation.unreportedWait, !preparation.isReported {
      self.preparation?.isReported = true
      session.report(.preparingVoice)
    }
    guard preparation.hasStandIns, waited > SessionPreparation.longestSynthesis else { return }
    self.preparation?.hasPhrases = true
  }

  /// Whether the workout has not begun yet; a resumed one began in an earlier run.
  var isBeingPrepared: Bool {
    switch played.engine.playback {
    case .preparingToPlay, .preparingToPause: true
    default: false
    }
  }
}

/// The conditions for a session to begin.
///
/// Meanwhile a little silence is played in small blocks, because the beginning is heard after it.
struct SessionPreparation {
  /// The interval between checks of the clock and the messages.
  static let pause = Duration.milliseconds(2)
  /// The number of frames per block, 5 ms: the session begins at the end of one.
  static let blockFrames = Bus.sampleRate / 200
  /// The maximum time to wait for the clock to lock.
  static let longestSettling = Duration.milliseconds(400)
  /// The real time to wait for all first phrases together if there are stand-ins, and the time that isn't reported.
  static let (longestSynthesis, unreportedWait) = (Duration.seconds(1), Duration.milliseconds(300))

  let begin: Duration
  /// Whether the first phrases are synthesised, or have failed.
  var hasPhrases = false
  var hasStandIns = false
  var isReported = false
  /// The time at which the speakers are awake, once they are being woken.
  var awake: Duration?
}
