/// Beats at an even pace through a phase, from its first frame on.
public struct Metronome: Equatable, Hashable, Sendable {
  /// The built-in sound of a beat that names none.
  public static let standardSound = BuiltInSound.tick.rawValue
  /// The normal level of a beat, in dB relative to the same sound as a cue: so low that no accent meets the limiter.
  public static let level = -6.0
  /// How much louder an accented beat is, in dB.
  public static let accentGain = 4.0
  /// How far speech pushes the beats down, in dB.
  public static let duck = -6.0

  /// How fast it beats.
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

  /// How fast a metronome beats.
  public enum Pace: Equatable, Hashable, Sendable {
    case perMinute(BeatsPerMinute)
    /// One beat and the next are so far apart.
    case every(Duration)
  }

  /// The exact length of time from one beat to the next.
  public var period: BeatPeriod {
    switch pace {
    case .perMinute(let rate): rate.period
    case .every(let length): BeatPeriod(nanoseconds: length.inNanoseconds)
    }
  }
}

/// A number of beats a minute, held exactly in millionths.
public struct BeatsPerMinute: Equatable, Hashable, Sendable {
  /// The number in millionths.
  public let millionths: Int

  /// What the number is a multiple of: a millionth.
  package static let unit = 1_000_000

  /// A number of millionths of a beat a minute.
  public init(millionths: Int) { self.millionths = millionths }

  /// The number, as near as floating point comes.
  public var value: Double { Double(millionths) / Double(Self.unit) }

  /// The exact length of time from one beat to the next: 60 · 10⁹ ns divided by the number.
  var period: BeatPeriod { BeatPeriod(nanoseconds: 60_000_000_000 * Self.unit, beats: max(1, millionths)) }
}

extension BeatsPerMinute: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// A whole number.
  public init(integerLiteral value: Int) { self.init(millionths: value * Self.unit) }

  /// The number in its fewest decimal digits: `137`, `66.5`.
  public var description: String {
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: Self.unit)
    guard rest != 0 else { return "\(whole)" }
    var fraction = "\(Self.unit + rest)".dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }
}

/// The time from one beat to the next as an exact fraction: a number of nanoseconds divided by a number of beats.
public struct BeatPeriod: Equatable, Hashable, Sendable {
  /// How long `beats` beats take.
  public let nanoseconds: Int
  /// At least 1; the fraction is in its lowest terms.
  public let beats: Int

  /// Makes the period of `beats` beats in `nanoseconds` nanoseconds, both at least 1.
  public init(nanoseconds: Int, beats: Int = 1) {
    let (length, count) = (max(1, nanoseconds), max(1, beats))
    var (divisor, rest) = (length, count)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.nanoseconds = length / divisor
    self.beats = count / divisor
  }

  /// How many beats lie in a phase that lasts so long, the one at its start included; the one at its end is not in it.
  public func count(within length: Duration) -> Int {
    guard length > .zero else { return 0 }
    let scaled = Int128(length.inNanoseconds) * Int128(beats)
    return Int((scaled - 1) / Int128(nanoseconds)) + 1
  }
}
