import AudioMixing
import CueAudio
import SessionReporting
import WorkoutEngine

extension LiveSessionController {
  /// Performs what a key asks for; a key without a meaning does nothing.
  mutating func perform(_ key: Unicode.Scalar, _ session: LiveSession) {
    switch key {
    case " ", "p": toggle(session)
    case ">", "\n", "\r": session.send(.skip)
    case "<": session.send(.back)
    case "r": session.send(.restartPhase)
    case "+": session.send(.extend(by: .seconds(15)))
    case "u": session.send(.undo)
    case "U": session.send(.redo)
    case "9": changeVolume(by: -3, session)
    case "0": changeVolume(by: 3, session)
    case "m":
      isMuted.toggle()
      session.send(.setVolume(isMuted ? AudioManager.mute : volume))
    case "q": session.send(.stop)
    case "?": if !terminal.toggleKeyHelp() { for line in KeyHelp.lines { output.message(line) } }
    default: break
    }
  }

  /// Pauses or resumes; a run whose audio session was taken over can resume once it has it again.
  private mutating func toggle(_ session: LiveSession) {
    if handovers.isPending(.audioSession) { return show("Another run is taking the audio session.") }
    if let refusal = ownership.reclaim() { show(refusal) } else { session.send(.toggle) }
  }

  private mutating func changeVolume(by step: Double, _ session: LiveSession) {
    volume = min(12, max(AudioManager.mute, volume + step))
    isMuted = false
    session.send(.setVolume(volume))
  }
}
