import CueAudio
import Glibc
import TestSupport
import Testing

@Suite struct `The estimate of a device's pace` {
  /// A device, by what its readings say beside the truth.
  private struct WanderingDevice {
    var ppm = 0.0
    /// The greatest error of single readings, in seconds.
    var jitter = 5e-5
    var interval = 0.03
    var wander: (Double) -> Double = { _ in 0 }
    var random = SplitMix64(seed: 5)

    func actual(_ place: Double) -> Double { place * (1 + ppm * 1e-6) }

    mutating func reading(_ place: Double) -> Double {
      let part = Double(random.next() >> 11) / Double(1 << 53)
      return actual(place) + jitter * (2 * part - 1) + wander(place)
    }

    /// By how much cues lie late, a second and a half ahead of each reading, with their places.
    mutating func errors(for length: Double) -> (pace: PaceEstimator, errors: [(place: Double, error: Double)]) {
      var pace = PaceEstimator(place: 0, time: reading(0))
      var errors: [(place: Double, error: Double)] = []
      for index in 1...Int(length / interval) {
        let place = Double(index) * interval
        pace.observe(place, reading(place))
        errors.append((place, pace.time(at: place + 1.5) - actual(place + 1.5)))
      }
      return (pace, errors)
    }
  }

  /// What a sound server reports after the start of a stream: 0.8 ms too much after six seconds, and later less.
  private static func server(_ place: Double) -> Double {
    switch place {
    case ..<1: 0
    case ..<6: 1.6e-4 * (place - 1)
    case ..<11: 8e-4 - 1.4e-4 * (place - 6)
    default: 1e-4 * cos(place - 11)
    }
  }

  private static func spread(_ errors: some Collection<(place: Double, error: Double)>) -> Double {
    let values = errors.map(\.error)
    return (values.max() ?? 0) - (values.min() ?? 0)
  }

  @Test(arguments: [0.03, 0.25])
  func `isn't moved by a sound server whose readings wander`(interval: Double) {
    var readings = WanderingDevice(interval: interval, wander: Self.server)
    let (pace, errors) = readings.errors(for: 600)
    // From the first cue on, all lie within a tenth of a millisecond of one another.
    #expect(Self.spread(errors.filter { $0.place > 0.25 }) < 1e-4)
    #expect(abs(pace.drift) < 1e-6)
  }

  @Test(arguments: [200, -200, 50, -20])
  func `learns a crystal that is off within half a minute`(ppm: Double) {
    var readings = WanderingDevice(ppm: ppm, jitter: 1e-3)
    let (pace, errors) = readings.errors(for: 600)
    // For twelve seconds the pace is the nominal one.
    #expect(errors.map(\.error.magnitude).max() ?? 1 < 14 * abs(ppm) * 1e-6 + 5e-4)
    #expect(errors.filter { $0.place > 40 }.map(\.error.magnitude).max() ?? 1 < 5e-4)
    #expect(abs(pace.drift * 1e6 - ppm) < 2, "\(pace.drift)")
  }

  @Test func `learns it though the readings wander as well`() {
    var readings = WanderingDevice(ppm: 50, wander: Self.server)
    let (pace, errors) = readings.errors(for: 300)
    #expect(errors.map(\.error.magnitude).max() ?? 1 < 1.5e-3)
    #expect(errors.filter { $0.place > 150 }.map(\.error.magnitude).max() ?? 1 < 3e-4)
    #expect(abs(pace.drift * 1e6 - 50) < 3, "\(pace.drift)")
  }

  @Test func `follows a step evenly`() {
    var readings = WanderingDevice(ppm: 30, wander: { $0 < 100 ? 0 : 2e-3 })
    let (_, errors) = readings.errors(for: 600)
    let steps = zip(errors, errors.dropFirst()).map { abs($1.error - $0.error) }
    #expect(steps.dropFirst(10).max() ?? 1 < 5e-5)
    #expect(errors.filter { $0.place > 400 }.map { abs($0.error - 2e-3) }.max() ?? 1 < 7e-4)
  }

  @Test func `is at most the limit, and is kept for a new beginning`() {
    var readings = WanderingDevice(ppm: 900)
    #expect(readings.errors(for: 60).pace.drift == 5e-4)
    let known = PaceEstimator(place: 0, time: 5, drift: 1e-4)
    #expect(known.time(at: 10) == 15.001 && known.drift == 1e-4 && !known.isJudged)
  }
}
