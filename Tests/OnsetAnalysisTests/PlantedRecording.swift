import Glibc
import OnsetAnalysis
import TestSupport
import WorkoutExchange

/// A recording of a plan with planted errors.
struct PlantedRecording {
  /// The sounds that a timer may make.
  enum Sound: CaseIterable {
    case click, beep, bell

    /// Its wave `seconds` after its beginning.
    func wave(_ seconds: Double) -> Double {
      switch self {
      case .click: exp(-seconds / 0.01) * sin(2 * .pi * 1_000 * seconds + 0.3)
      case .beep: seconds < 0.1 ? 0.7 * sin(2 * .pi * 440 * seconds) : 0
      case .bell: 0.5 * exp(-seconds / 0.4) * (sin(2 * .pi * 620 * seconds) + sin(2 * .pi * 991 * seconds))
      }
    }

    var length: Double { self == .bell ? 2 : 0.12 }
  }

  var rate = 48_000
  var ppm = 0.0
  /// The greatest deviation of a cue either way, in seconds.
  var jitter = 0.0
  /// The root of the mean square of white noise, of which that of a sound's first moments is 0.3.
  var noise = 0.0
  /// Where the plan begins in the recording.
  var offset = 1.2345
  /// After this number of cues one is lost, and one is doubled; 0 for none.
  var lost = 0
  var doubled = 0
  var sounds: [Sound] = [.click]
  var random = SplitMix64(seed: 42)

  /// Moments at irregular distances around 0.4 s.
  mutating func moments(_ count: Int) -> [Double] {
    var time = 0.0
    return (0..<count).map { _ in
      defer { time += 0.3 + 0.2 * part() }
      return time
    }
  }

  /// The cues of moments as they are played, with the planted errors.
  mutating func played(_ moments: [Double]) -> [(time: Double, sound: Sound)] {
    moments.enumerated().flatMap { index, moment -> [(time: Double, sound: Sound)] in
      let deviation = jitter * (2 * part() - 1)
      let cue = (time: offset + moment * (1 + ppm * 1e-6) + deviation, sound: sounds[index % sounds.count])
      if lost > 0, index % lost == lost - 1 { return [] }
      guard doubled > 0, index % doubled == 1 else { return [cue] }
      return [cue, (cue.time + 0.06 + 0.06 * part(), cue.sound)]
    }
  }

  /// The sound of cues, with the noise.
  mutating func sound(of cues: [(time: Double, sound: Sound)]) -> [Float] {
    let end = (cues.map { $0.time + $0.sound.length }.max() ?? offset) + 0.2
    var samples = [Float](repeating: 0, count: Int(end * Double(rate)))
    for cue in cues {
      let first = Int((cue.time * Double(rate)).rounded(.up))
      for index in max(first, 0)..<min(samples.count, first + Int(cue.sound.length * Double(rate))) {
        samples[index] += Float(0.6 * cue.sound.wave(Double(index) / Double(rate) - cue.time))
      }
    }
    // The sum of three numbers from -1 to 1 has a variance of 1.
    if noise > 0 {
      for index in samples.indices {
        samples[index] += Float(noise * (0..<3).reduce(0) { sum, _ in sum + 2 * part() - 1 })
      }
    }
    return samples
  }

  /// The onsets that are found in a recording of moments.
  mutating func onsets(of moments: [Double]) -> [Onset] {
    let samples = sound(of: played(moments))
    return Self.onsets(samples, rate)
  }

  static func onsets(_ samples: [Float], _ rate: Int) -> [Onset] {
    var finder = OnsetFinder(sampleRate: rate)
    finder.add(left: samples.span, right: samples.span)
    return finder.finish()
  }

  /// What is reported of a recording of moments.
  mutating func report(of moments: [Double]) -> TimingReport {
    TimingReport(of: onsets(of: moments), against: moments.map { PlannedMoment($0) })
  }

  /// The same without sound: of the times at which the cues are played.
  mutating func timing(of moments: [Double]) -> TimingReport {
    let onsets = played(moments).map { Onset(time: $0.time) }.sorted { $0.time < $1.time }
    return TimingReport(of: onsets, against: moments.map { PlannedMoment($0) })
  }

  /// A number from 0 to 1.
  private mutating func part() -> Double { Double(random.next() >> 11) / Double(1 << 53) }
}
