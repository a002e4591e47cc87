import Glibc

/// A still chord of open fifths, each note several voices that drift against each other.
///
/// Every frequency is a whole number of turns in the loop's period, so the chord closes on itself.
struct DroneMaker: BedMaker {
  private var tones: [Tone] = []

  init(_ sampleRate: Int, period: Double, seed: UInt64) {
    var random = SeededNoise(seed: seed)
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
            frequency: (detuned * period).rounded() / period, amplitude: Double(level.amplitude), decay: .infinity,
            phase: random.value(in: 0..<2 * .pi), pan: Double(voice) * 0.8 + random.value(in: -0.2..<0.2))
          tones.append(Tone(partial, sampleRate: sampleRate))
        }
      }
    }
  }

  mutating func add(to canvas: inout Canvas) {
    for index in tones.indices { canvas.add(&tones[index], at: 0) }
  }
}
