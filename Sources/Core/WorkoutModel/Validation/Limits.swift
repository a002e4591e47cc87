/// The limits of workouts, which the documentation of the file format states as well.
public enum Limits {
  /// The longest file, in bytes.
  public static let fileSize = 1 << 20
  /// How deep objects and lists may nest in a file.
  public static let fileDepth = 32
  /// How deep set groups may nest.
  public static let groupDepth = 8
  /// How many phases and groups a workout may have, at any depth.
  public static let nodes = 10_000
  /// How many phases the plan of a workout may have.
  public static let laidOutPhases = 10_000_000
  /// How many of them may begin within one second.
  public static let phasesPerSecond = 1_000
  /// How many cue rules a workout may have, those of its phases and groups included.
  public static let cueRules = 1_000
  /// The longest text, in characters.
  public static let textLength = 300
  /// The longest target of a phase, in characters.
  public static let targetLength = 60
  /// The longest name of a workout, in characters.
  public static let nameLength = 120
  /// The most words in `pronounce`.
  public static let pronunciations = 1_000
  /// How many sets a group may have.
  public static let sets = 1...100_000
  /// How many times a sound may be struck.
  public static let strikes = 1...9
  /// How far apart the strikes of a sound may be.
  public static let strikeSpacing = Duration.milliseconds(100)...Duration.seconds(30)
  /// The numbers a countdown may begin with.
  public static let count = 1...60
  /// How many moments `random` may ask for.
  public static let randomMoments = 1...100
  /// The smallest distance of random moments from one another and from both ends.
  public static let randomSpacing = Duration.seconds(10)
  /// The range of repetitions of a phase.
  public static let reps = 1...10_000
  /// The range of each part of a tempo.
  public static let tempoPart = Duration.zero...Duration.seconds(60)
  /// The range of a metronome's rate, in beats per minute.
  public static let beatsPerMinute = 20...300
  /// The range of beats per accent.
  public static let accent = 1...100
  /// The range of sides of a phase or group.
  public static let sides = 2...8
  /// The range of a voice's rate, in words per minute.
  public static let voiceRate = 80...450
  /// The scale of a voice's pitch; 50 is its own.
  public static let voicePitch = 0...99
  /// dB for sounds and beds.
  public static let gain = -60.0...24.0
  /// dB by which speech may push a bed down.
  public static let duck = -60.0...0.0
  /// How long a phase may last: up to 24 hours.
  public static let phaseLength = Duration.zero...Duration.seconds(86_400)
  /// How long a workout may last: 7 days.
  public static let totalLength = Duration.seconds(7 * 86_400)
}

extension Limits {
  /// Lengths of texts in characters, which are Unicode scalars.
  package static let name = 1...nameLength
  package static let text = 1...textLength
  package static let target = 1...targetLength
  /// For texts that are only displayed and may be empty.
  package static let remark = 0...textLength
  /// The shortest interval of `every`, for cues and for sets, and the shortest time of `for`.
  package static let shortestInterval = Duration.seconds(1)
  package static let cueInterval = shortestInterval...totalLength
  package static let setInterval = shortestInterval...phaseLength.upperBound
  /// The rate of a metronome in millionths of a beat per minute.
  package static let beatMillionths =
    beatsPerMinute.lowerBound * BeatsPerMinute.unit...beatsPerMinute.upperBound * BeatsPerMinute.unit
  /// The range of the time between two beats.
  package static let beatInterval = Duration.milliseconds(100)...phaseLength.upperBound
  /// The range of the length of a `for` group; without time it would have no set.
  package static let groupTime = shortestInterval...totalLength
  /// The range of a moment's distance from its anchor.
  package static let offset = (.zero - totalLength)...totalLength
  /// The range of a phase's change from set to set.
  package static let growth = (.zero - phaseLength.upperBound)...phaseLength.upperBound
  /// The range of a change in repetitions from set to set.
  package static let repsGrowth = (-reps.upperBound)...reps.upperBound
  /// The range of the lengths in conditions.
  package static let conditionLength = Duration.zero...totalLength
}
