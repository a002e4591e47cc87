package import Speech
import WorkoutFiles
package import WorkoutModel

extension VoiceChange {
  /// Only the changes whose keys meet a condition.
  fileprivate func filtered(_ isFree: (_ key: String) -> Bool) -> VoiceChange {
    VoiceChange(
      language: isFree("language") ? language : nil, variant: isFree("variant") ? variant : nil,
      rate: isFree("rate") ? rate : nil, pitch: isFree("pitch") ? pitch : nil)
  }
}

package struct VoicePreference {
  /// The choice of the command line, which overrides the workout.
  package var chosen: VoiceChange?
  /// The choice of the settings, for values that the workout doesn't set.
  package var standard: VoiceChange
  /// The gain of speech for workouts that set none, in dB.
  package var gain: Double
  package var speech: SpeechChoice

  package init(
    chosen: VoiceChange? = nil, standard: VoiceChange = VoiceChange(), gain: Double = 0,
    speech: SpeechChoice = SpeechChoice()
  ) {
    (self.chosen, self.standard, self.gain, self.speech) = (chosen, standard, gain, speech)
  }

  func voice(of document: WorkoutDocument) -> Voice {
    let path = FieldPath.root.key("voice")
    let voice = standard.filtered { !document.has(path.key($0)) }.applied(to: document.workout.voice)
    return chosen?.applied(to: voice) ?? voice
  }

  func gain(of document: WorkoutDocument) -> Double {
    document.has(FieldPath.root.key("voice").key("gain")) ? document.workout.voiceGain : gain
  }

  package func choosing(_ chosen: VoiceChange?) -> VoicePreference {
    VoicePreference(chosen: chosen, standard: standard, gain: gain, speech: speech)
  }
}
