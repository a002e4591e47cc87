/// A still chord of open fifths; each note is several voices, one in each loop, that drift against each other.
///
/// Every frequency is a whole number of periods in its loop, so the loop has no seam.
struct DroneSynthesizer: BedMaker {
  private var tones: [[Tone]] = []

  init(_ plan: LoopPlan, seed: UInt64) {
    var random = SeededNoise(seed: seed)
    let notes: [(frequency: Double, level: Double)] = [
      (55, -5), (110, 0), (165, -4), (220, -5), (330, -10), (440, -14),
    ]
    for strand in 0..<LoopPlan.strands {
      let voice = 2 * Double(strand) / Double(LoopPlan.strands - 1) - 1
      let seconds = plan.seconds(of: strand)
      var own: [Tone] = []
      for note in notes {
        for harmonic in 1...4 {
          // Brightness falls with the height of the note, as in a choir that hums.
          let level = Decibels(note.level - 9 * Double.log2(Double(harmonic)) - note.frequency / 110)
          let detuned = note.frequency * Double(harmonic) * (1 + voice * random.value(in: 0.0006..<0.0016))
          let partial = Partial(
            frequency: (detuned * seconds).rounded() / seconds, amplitude: Double(level.amplitude), decay: .infinity,
            phase: random.value(in: 0..<2 * .pi), pan: voice * 0.8 + random.value(in: -0.2..<0.2))
          own.append(Tone(partial, sampleRate: plan.sampleRate))
        }
      }
      tones.append(own)
    }
  }

  mutating func add(to strands: inout Strands) {
    for strand in tones.indices {
      for index in tones[strand].indices { strands.add(&tones[strand][index], to: strand, at: 0) }
    }
  }
}
