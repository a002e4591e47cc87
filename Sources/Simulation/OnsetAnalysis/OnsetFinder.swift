/// Finds what begins to sound in a recording, at any sample rate, while it is read.
///
/// A sound begins where the power of 3 ms exceeds two and a half times the maximum of the 30 ms before: steady noise
/// doesn't, a decaying sound doesn't, and a new one within its tail does. Two that begin within 30 ms are one. The
/// first sample above the noise is then refined by the correlation of sounds that recur, so that noise and the filters
/// of a recorder shift all onsets of a sound alike. Memory grows with the number of onsets, not with the recording.
package struct OnsetFinder: Sendable {
  // In frames of 1 ms.
  static let resolution = 30
  private static let (lookBack, gap) = (32, 5)
  /// The part before a rise in which its beginning lies, and that after it in which its peak lies.
  private static let (lead, attack) = (8, 20)
  /// The time in which a sound reaches its power: a soft consonant comes that long before its vowel.
  private static let powerFrames = 120
  private static let heldFrames = 128

  private static let rise = 2.5
  /// The power of the quietest sound that counts: -76 dBFS, above the dither of 16 bits.
  private static let floor = 2.5e-8

  private let sampleRate: Int
  private let step: Int
  private var highPass: HighPass
  /// The latest samples, of which the first is number `first`; silence comes before a recording.
  private var samples: [Float]
  private var first: Int
  /// The number of frames so far, and the power of the last ones.
  private var frames = 0
  private var energies = (0.0, 0.0)
  private var powers = [Double](repeating: 0, count: 64)
  /// The frame of the last rise, and its power so far.
  private var rise: (frame: Int, power: Double)?
  private var sounds: RecurringSounds
  private var found: [(place: RecurringSounds.Place, frame: Int, power: Double)] = []

  /// A finder for a recording with that number of samples per second.
  package init(sampleRate: Int) {
    self.sampleRate = sampleRate
    step = max(1, sampleRate / 1_000)
    highPass = HighPass(sampleRate: sampleRate)
    sounds = RecurringSounds(sampleRate: sampleRate)
    first = -Self.heldFrames * step
    samples = Array(repeating: 0, count: -first)
  }

  /// Adds the next samples of both sides, which are equal for a mono recording.
  package mutating func add(left: Span<Float>, right: Span<Float>) {
    // With unequal weights no sound cancels itself, whatever the phase between the sides.
    for index in 0..<min(left.count, right.count) { add(left[index] + 0.5 * right[index]) }
  }

  private mutating func add(_ sample: Float) {
    samples.append(highPass.filter(sample))
    if samples.count == (frames + 1) * step - first { finishFrame() }
  }

  /// Ends the recording with silence, and returns its onsets in order.
  package consuming func finish() -> [Onset] {
    // A constant offset doesn't end with a step.
    let silence = highPass.input ?? 0
    for _ in 0...2 * Self.resolution * step { add(silence) }
    let leads = sounds.leads
    return found.map { Onset(time: $0.place.time(leads) / Double(sampleRate), power: $0.power) }
      .sorted { $0.time < $1.time }
  }

  private mutating func finishFrame() {
    let begin = frames * step - first
    var energy = 0.0
    for index in begin..<begin + step { energy += Double(samples[index] * samples[index]) }
    energy /= Double(step)
    let power = (energy + energies.0 + energies.1) / 3
    energies = (energy, energies.0)
    powers[frames % powers.count] = power
    judge(power)
    frames += 1
    if samples.count > 2 * Self.heldFrames * step {
      let surplus = samples.count - Self.heldFrames * step
      samples.removeFirst(surplus)
      first += surplus
    }
  }

  private mutating func judge(_ power: Double) {
    if let rise {
      let age = frames - rise.frame
      self.rise?.power = max(rise.power, power)
      if age == Self.resolution { locate(rise.frame) }
      for index in found.indices.reversed() {
        if frames - found[index].frame >= Self.powerFrames { break }
        found[index].power = max(found[index].power, power)
      }
      if age <= Self.resolution { return }
    }
    guard power > Self.rise * Self.floor else { return }
    var before = Self.floor
    for age in Self.gap...Self.lookBack where age <= frames {
      before = max(before, powers[(frames - age) % powers.count])
    }
    if power > Self.rise * before { rise = (frames, power) }
  }

  private mutating func locate(_ frame: Int) {
    let sample = beginning(of: frame)
    let place = sounds.place(at: sample - first, in: samples)
    found.append((place.moved(by: first), frame, rise?.power ?? 0))
  }

  /// The number of the first sample of a rise that is louder than the noise before.
  private func beginning(of frame: Int) -> Int {
    func loudest(_ frames: Range<Int>) -> Float {
      let places = frames.lowerBound * step - first..<frames.upperBound * step - first
      return places.clamped(to: samples.indices).reduce(0) { max($0, samples[$1].magnitude) }
    }
    let peak = loudest(frame - 3..<frame + Self.attack)
    let noise = loudest(frame - Self.lookBack..<frame - Self.lead)
    // A fiftieth is -34 dB; where the tail of another sound is louder than this one begins, its crest counts.
    let level = min(max(peak / 50, 1.3 * noise), 0.7 * peak)
    let start = max(0, (frame - Self.lead) * step - first)
    return first + (samples[start...].firstIndex { $0.magnitude >= level } ?? start)
  }
}

/// Removes a constant offset and rumble below 30 Hz.
private struct HighPass: Sendable {
  private let feedback: Float
  private(set) var input: Float?
  /// The greatest sum of both sides that counts as an offset at the beginning.
  private static let largestOffset: Float = 0.1
  private var output: Float = 0

  init(sampleRate: Int) { feedback = 1 - 2 * .pi * 30 / Float(sampleRate) }

  mutating func filter(_ sample: Float) -> Float {
    // A recording that begins at a constant offset doesn't begin with a step.
    output = sample - (input ?? (sample.magnitude < Self.largestOffset ? sample : 0)) + feedback * output
    input = sample
    return output
  }
}
