/// A steady beat during a phase, starting at its first frame.
///
/// ```swift
/// let beat = Metronome(.perMinute(180), accent: 4)
/// let faster = Metronome(.progression(from: 60, by: 2.5))
/// ```
public struct Metronome: Equatable, Hashable, Sendable {
  /// The built-in sound of a beat without a sound of its own.
  public static let standardSound = BuiltInSound.tick.rawValue
  /// The normal level of a beat in dB relative to the same sound as a cue; low enough that accents don't reach the
  /// limiter.
  package static let level = -6.0
  /// The additional gain of an accented beat, in dB.
  package static let accentGain = 4.0
  /// The gain of the beats during speech, in dB.
  package static let duck = -6.0

  /// The rate of the beats.
  public var pace: Pace
  /// A built-in sound, a name from `Workout.sounds`, or a path.
  public var sound: String
  /// The number of beats from one accent to the next, beat 1 being the first; `nil` for no accents.
  public var accent: Int?
  /// dB relative to the normal level.
  public var gain: Double

  /// Creates a metronome. By default it ticks at the normal level, without accents.
  public init(_ pace: Pace, sound: String = Metronome.standardSound, accent: Int? = nil, gain: Double = 0) {
    self.pace = pace
    self.sound = sound
    self.accent = accent
    self.gain = gain
  }

  /// The rate of a metronome.
  public enum Pace: Equatable, Hashable, Sendable {
    /// So many beats a minute.
    case perMinute(BeatsPerMinute)
    /// Rates that are used in turn, set by set.
    case perSet(PerSet<BeatsPerMinute>)
    /// `from` in the first set, `by` more (or, when negative, fewer) in each later one.
    case progression(from: BeatsPerMinute, by: BeatsPerMinute)
    /// The time between two beats.
    case every(Duration)
  }

  /// The exact time between two beats; in the first set, if it differs from set to set.
  package var period: BeatPeriod {
    switch pace {
    case .perMinute(let rate): rate.period
    case .perSet, .progression: inSet(0).period
    case .every(let length):
      // One in code may have any length before it is checked.
      BeatPeriod(
        nanoseconds: min(max(length, Limits.beatInterval.lowerBound), Limits.beatInterval.upperBound).inNanoseconds)
    }
  }

  /// The metronome in a set, counted from 0, where it has one rate: of the innermost group around a phase, or of the
  /// group that the metronome belongs to.
  package func inSet(_ set: Int) -> Metronome {
    var metronome = self
    switch pace {
    case .perMinute, .every: break
    case .perSet(let rates): metronome.pace = .perMinute(rates.value(inSet: set))
    case .progression(let from, let growth):
      // A group that time ends may have more sets than the limits allow for.
      let rate = from.millionths + growth.millionths * Int64(set)
      let limits = Limits.beatMillionths
      metronome.pace = .perMinute(BeatsPerMinute(millionths: min(max(rate, limits.lowerBound), limits.upperBound)))
    }
    return metronome
  }
}

extension Metronome {
  /// The metronome at its fastest rate in a number of sets, `nil` if it is unknown.
  func fastest(inSets sets: Int?) -> Metronome {
    let numbers: [Int] =
      switch pace {
      case .perMinute, .every: [0]
      case .perSet(let rates): Array(rates.values.indices)
      case .progression: [0, (sets ?? Limits.sets.upperBound) - 1]
      }
    let all = numbers.map(inSet)
    return all.max { $0.period.count(within: .seconds(3600)) < $1.period.count(within: .seconds(3600)) } ?? self
  }
}

/// A number of beats per minute, exact to a millionth.
///
/// ```swift
/// let rate: BeatsPerMinute = 66.5
/// ```
public struct BeatsPerMinute: Equatable, Hashable, Sendable {
  /// The number in millionths.
  package let millionths: Int64

  /// The resolution: a millionth.
  package static let unit: Int64 = 1_000_000

  /// Creates a rate in millionths of a beat per minute.
  package init(millionths: Int64) { self.millionths = millionths }

  /// Creates a rate, rounded to a millionth; one that is far beyond the limits stays there.
  public init(_ number: Double) {
    let millionths = Int64(exactly: (number * Double(Self.unit)).rounded())
    self.init(millionths: millionths ?? (number < 0 ? .min : .max))
  }

  /// The exact time between two beats: 60 · 10⁹ ns divided by the number.
  var period: BeatPeriod {
    let beats = min(max(1, millionths), Limits.beatMillionths.upperBound)
    return BeatPeriod(nanoseconds: 60_000_000_000 * Self.unit, beats: beats)
  }
}

extension BeatsPerMinute: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, CustomStringConvertible {
  /// A number of beats per minute, rounded to a millionth.
  public init(floatLiteral value: Double) { self.init(value) }

  /// A whole number; one that is far beyond the limits stays there.
  public init(integerLiteral value: Int) {
    let (millionths, isOver) = Int64(value).multipliedReportingOverflow(by: Self.unit)
    self.init(millionths: isOver ? (value < 0 ? .min : .max) : millionths)
  }

  /// The number in its fewest decimal digits: `137`, `66.5`.
  public var description: String { DecimalText.shortest(millionths, per: Self.unit) }
}

/// The time between two beats as an exact fraction: nanoseconds divided by beats.
package struct BeatPeriod: Equatable, Hashable, Sendable {
  /// The duration of `beats` beats.
  package let nanoseconds: Int64
  /// The number of beats, at least 1; the fraction is in lowest terms.
  package let beats: Int64

  /// The period for `beats` beats in `nanoseconds` nanoseconds, both at least 1.
  package init(nanoseconds: Int64, beats: Int64 = 1) {
    let (length, count) = (max(1, nanoseconds), max(1, beats))
    var (divisor, rest) = (length, count)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.nanoseconds = length / divisor
    self.beats = count / divisor
  }

  /// The number of beats in a phase of this length, including the one at its start and excluding one at its end.
  package func count(within length: Duration) -> Int {
    guard length > .zero else { return 0 }
    let scaled = Int128(length.inNanoseconds) * Int128(beats)
    return Int((scaled - 1) / Int128(nanoseconds)) + 1
  }
}
