import WorkoutModel

extension ScheduledWarning {
  func appendEffects(
    sound: CueSound?, phrase: Phrase?, due instant: Duration, shiftedBy late: Duration, to effects: inout [Effect]
  ) {
    // The offset from positions in the plan to instants.
    let shift = instant - due + late
    if let sound {
      // A sound that ends at a moment is placed by that moment; of a pair, the speech ends there.
      let endsWithSound = align == .end && speech == nil
      effects.append(
        Effect(
          due: (endsWithSound ? mark : due) + shift,
          kind: .playSound(Effect.Sound(sound, cue: key, align: endsWithSound ? .end : .start))))
    }
    if let phrase, let speech {
      // Late words that differ from the plan have another length: they begin at the planned onset.
      let endsAtMark = align == .end && (phrase == speech.phrase || (speech.isMeasured && late == .zero))
      let gain = entry.rule.speechGain + context.voiceGain
      effects.append(
        Effect(
          due: (endsAtMark ? mark : speech.onset) + shift,
          kind: .speak(Effect.Words(phrase, gain: gain, cue: key, align: endsAtMark ? .end : .start))))
    }
  }
}
