import Glibc

/// A still chord of open fifths; each note is several voices that drift against each other.
///
/// Every frequency is a whole number of periods in the loop, so the chord loops without a seam.
struct DroneSynthesizer: BedMaker {
  private var tones: [[Tone]] = Array(repeating: [], count: LoopPlan.strands)

  init(_ plan: LoopPlan, seed: UInt64) {
    var random = SeededNoise(seed: seed)
    let seconds = Double(plan.frames) / Double(plan.sampleRate)
    let notes: [(frequency: Double, level: Double)] = [
      (55, -5), (110, 0), (165, -4), (220, -5), (330, -10), (440, -14),
    ]
    for note in notes {
      for harmonic in 1...4 {
        // Brightness falls with the height of the note, as in a choir that hums.
        let level = Decibels(note.level - 9 * log2(Double(harmonic)) - note.frequency / 110)
        for voice in -1...1 {
          let detuned = note.frequency * Double(harmonic) * (1 + Double(voice) * random.value(in: 0.0006..<0.0016))
          let partial = Partial(
            frequency: (detuned * seconds).rounded() / seconds, amplitude: Double(level.amplitude), decay: .infinity,
            phase: random.value(in: 0..<2 * .pi), pan: Double(voice) * 0.8 + random.value(in: -0.2..<0.2))
          for strand in tones.indices {
            var own = partial
            let turns = partial.frequency * plan.time(of: strand, after: 0)
            own.phase += 2 * .pi * turns.truncatingRemainder(dividingBy: 1)
            tones[strand].append(Tone(own, sampleRate: plan.sampleRate))
          }
        }
      }
    }
  }

  mutating func add(to strands: inout Strands) {
    for strand in tones.indices {
      for index in tones[strand].indices { strands.add(&tones[strand][index], to: strand, at: 0) }
    }
  }
}
