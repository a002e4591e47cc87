import AudioMixing
import CueAudio
import Glibc
import Testing
import WorkoutEngine
import WorkoutModel

/// Beds as they are heard, in windows of a fifth of a second.
@Suite struct `A swap of beds` {
  private static let window = Bus.sampleRate / 5
  private typealias Step = (at: Double, Effect.AmbientCommand)

  private static func bed(_ sound: String, gain: Double = 0, fade: Double = 2) -> Ambient {
    Ambient(sound: sound, gain: gain, fade: .milliseconds(Int(fade * 1000)))
  }

  private static func swap(_ ambient: Ambient?) -> Effect.AmbientCommand { .swap(ambient, fade: .seconds(2)) }

  /// The power of each window of what an audio manager plays, in dB.
  private static func levels(_ steps: [Step], seconds: Int) throws -> [Double] {
    let harness = try SoundHarness(
      Workout(name: "Beds", style: .silent, nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(60)))))]))
    let mixer = Mixer()
    var manager = AudioManager(mixer, phrases: harness.phrases, sounds: harness.sounds)
    var waiting = steps[...]
    return (0..<seconds * 5).map { index in
      while let step = waiting.first, step.at * 5 < Double(index + 1) {
        let due = Duration.milliseconds(Int(step.at * 1000))
        manager.perform(Effect(due: due, kind: .ambient(step.1)), FrameClock())
        waiting = waiting.dropFirst()
      }
      var left = [Float](repeating: 0, count: window)
      var right = left
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      _ = mixer.render(left: &leftSpan, right: &rightSpan)
      left = left.map { $0 * $0 }
      return 10 * log10(Double(left.reduce(0, +)) / Double(window) + 1e-12)
    }
  }

  /// What a bed sounds like by itself from an instant on, in the windows from there.
  private static func alone(_ ambient: Ambient, from second: Double, seconds: Int) throws -> [Double] {
    try levels([(second, .start(bed(ambient.sound, gain: ambient.gain, fade: 0)))], seconds: seconds)
  }

  /// Checks that from window `first` on no window lies more than 1 dB below the softest or above the loudest bed.
  private static func expectEven(
    _ steps: [Step], _ beds: [(Ambient, from: Double)], windows: Range<Int>, offset: Double = 0
  ) throws {
    let heard = try levels(steps, seconds: 10)
    let references = try beds.map { try alone($0.0, from: $0.from, seconds: 10) }
    for index in windows {
      let levels = references.map { $0[index] }.filter { $0 > -100 }
      let least = (levels.min() ?? 0) - 1 + offset
      let most = (levels.max() ?? 0) + 1
      #expect(heard[index] >= least && heard[index] <= most, "window \(index): \(heard[index]), beds \(levels)")
    }
  }

  @Test(arguments: [("white", "pink"), ("rain", "ocean"), ("pink", "rain"), ("brown", "white")])
  func `has neither a dip nor a bump`(first: String, second: String) throws {
    let (a, b) = (Self.bed(first, fade: 0), Self.bed(second))
    try Self.expectEven([(0, .start(a)), (4, Self.swap(b))], [(a, 0), (b, 4)], windows: 5..<45)
  }

  @Test func `to the same bed with another gain goes evenly from one level to the other`() throws {
    let (a, b) = (Self.bed("white", fade: 0), Self.bed("white", gain: -6))
    let steps: [Step] = [(0, .start(a)), (4, Self.swap(b))]
    try Self.expectEven(steps, [(a, 0), (b, 4)], windows: 5..<45)
    let heard = try Self.levels(steps, seconds: 8)[20...30]
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $1 <= $0 + 0.5 }, "\(heard)")
  }

  @Test(arguments: [4.2, 4.6, 5, 5.4, 5.8])
  func `during a swap is even as well`(instant: Double) throws {
    let (a, b, c) = (Self.bed("white", fade: 0), Self.bed("pink"), Self.bed("rain"))
    let steps: [Step] = [(0, .start(a)), (4, Self.swap(b)), (instant, Self.swap(c))]
    try Self.expectEven(steps, [(a, 0), (b, 4), (c, instant)], windows: 5..<45)
  }

  @Test func `during a fade in continues to rise`() throws {
    let steps: [Step] = [(1, .start(Self.bed("white", fade: 4))), (3, Self.swap(Self.bed("pink")))]
    let heard = try Self.levels(steps, seconds: 8)
    #expect(zip(heard[6...], heard[7...]).allSatisfy { $1 >= $0 - 1 }, "\(heard)")
  }

  @Test func `to none falls silent, and a pause silences both beds`() throws {
    let (a, b) = (Self.bed("white", fade: 0), Self.bed("pink"))
    let none = try Self.levels([(0, .start(a)), (4, Self.swap(nil))], seconds: 8)
    #expect(zip(none[20...], none[21...]).allSatisfy { $1 <= $0 + 0.5 } && none[30...].allSatisfy { $0 < -100 })
    let paused = try Self.levels(
      [(0, .start(a)), (4, Self.swap(b)), (5, .pause(fade: .milliseconds(10)))], seconds: 8)
    #expect(paused[26...].allSatisfy { $0 < -100 })
    let steps: [Step] = [(0, .start(a)), (4, Self.swap(nil)), (4.4, .start(b)), (5, .pause(fade: .milliseconds(10)))]
    #expect(try Self.levels(steps, seconds: 8)[26...].allSatisfy { $0 < -100 })
    for command in [Effect.AmbientCommand.pause(fade: .milliseconds(10)), .stop(fade: .milliseconds(10))] {
      let cut = try Self.levels([(0, .start(a)), (4, Self.swap(nil)), (5, command)], seconds: 8)
      #expect(cut[24] > -60 && cut[26...].allSatisfy { $0 < -100 }, "\(cut)")
    }
  }

  @Test func `whose bed goes out is silent earlier if its end comes nearer`() throws {
    let stops: [Step] = [(4, .stop(fade: .seconds(3))), (5, .stop(fade: .milliseconds(750)))]
    let heard = try Self.levels([(0, .start(Self.bed("white", fade: 0)))] + stops, seconds: 8)
    #expect(heard[24] > -60 && heard[29...].allSatisfy { $0 < -100 }, "\(heard)")
  }

  /// A last fade has the slope that is silent in time, whatever the level: its whole length may be an hour.
  @Test func `whose bed is stopped when it has hardly begun is over when it is silent`() throws {
    let harness = try SoundHarness(
      Workout(name: "Beds", style: .silent, nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(60)))))]))
    for (begun, length) in [(0, 5_000_000), (100, 5_000), (1_000, 1_000), (4_000, 3_000)] {
      var manager = AudioManager(Mixer(), phrases: harness.phrases, sounds: harness.sounds)
      let commands: [(Int, Effect.AmbientCommand)] = [
        (0, .start(Self.bed("white"))), (begun, .stop(fade: .milliseconds(length))),
      ]
      for (due, command) in commands {
        manager.perform(Effect(due: .milliseconds(due), kind: .ambient(command)), FrameClock())
      }
      let level = min(Double(begun) / 2_000, 1)
      let end = begun + max(Int(level * Double(length)), 10)
      #expect(manager.end == end * Bus.sampleRate / 1_000)
    }
  }

  @Test(arguments: [5.0, 7, 12])
  func `to a bed that is stopped before it is full silences both together`(instant: Double) throws {
    let steps: [Step] = [
      (0, .start(Self.bed("white", fade: 0))), (4, .swap(Self.bed("pink", fade: 10), fade: .seconds(10))),
      (instant, .stop(fade: .seconds(10))),
    ]
    let heard = try Self.levels(steps, seconds: 24)
    let end = Int(instant - 4 + instant) * 5
    #expect(heard[end - 3] > -80 && heard[end...].allSatisfy { $0 < -100 }, "\(heard[(end - 3)...])")
  }

  @Test func `that is stopped turns round where it is wanted again`() throws {
    let a = Self.bed("white", fade: 2)
    let heard = try Self.levels(
      [(0, .start(a)), (4, .stop(fade: .seconds(2))), (5, .start(a))], seconds: 8)
    // Half way down, at a quarter of the amplitude, it comes back within a second.
    #expect(abs(heard[24] - heard[18] - 20 * log10(0.3)) < 3, "\(heard)")
    #expect(abs(heard[30] - heard[18]) < 1, "\(heard)")
  }
}
