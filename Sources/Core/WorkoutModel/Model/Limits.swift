/// The limits of workouts, which the documentation of the file format also lists.
public enum Limits {
  /// The longest file, in bytes.
  public static let fileSize = 1 << 20
  /// The maximum nesting depth of objects and lists in a file.
  package static let fileDepth = 32
  /// The maximum nesting depth of set groups.
  package static let groupDepth = 8
  /// The maximum number of phases and groups of a workout, at any depth.
  package static let nodes = 10_000
  /// The maximum number of phases in the plan of a workout.
  package static let laidOutPhases = 100_000
  /// The maximum number of cues in the plan of a workout that its own rules make.
  package static let cues = 100_000
  /// The maximum number of cue rules of a workout, including those of its phases and groups.
  package static let cueRules = 1_000
  /// The longest text, in characters.
  public static let textLength = 300
  /// The longest target of a phase, in characters.
  package static let targetLength = 60
  /// The longest name of a workout, in characters.
  public static let nameLength = 120
  /// The maximum number of words in `pronounce`.
  package static let pronunciations = 1_000
  /// The range of sets of a group.
  public static let sets = 1...100_000
  /// The range of strikes of a sound.
  package static let strikes = 1...9
  /// The range of the time between two strikes.
  package static let strikeSpacing = Duration.milliseconds(100)...Duration.seconds(30)
  /// The range of the first number of a countdown.
  package static let count = 1...60
  /// The range of moments of `random`.
  package static let randomMoments = 1...100
  /// The minimum distance of random moments from one another and from both ends.
  package static let randomSpacing = Duration.seconds(10)
  /// The range of repetitions of a phase.
  public static let reps = 1...10_000
  /// The range of each part of a tempo.
  package static let tempoPart = Duration.zero...Duration.seconds(60)
  /// The range of the factor by which a phase is longer than another one.
  package static let times = 0.1...10.0
  /// The range of a metronome's rate, in beats per minute.
  public static let beatsPerMinute = 1...300
  /// The range of the least time between two calls of a coach.
  package static let coachInterval = Duration.seconds(10)...Duration.seconds(3600)
  /// The range of beats per accent.
  package static let accent = 1...100
  /// The range of sides of a phase or group.
  package static let sides = 2...8
  /// The range of a voice's rate, in words per minute.
  package static let voiceRate = 80...450
  /// The range of a voice's pitch; 50 is the voice's default.
  package static let voicePitch = 0...99
  /// The range of the gain of sounds and beds, in dB.
  public static let gain = -60.0...24.0
  /// The range of the gain of a bed during speech, in dB.
  package static let duck = -60.0...0.0
  /// The range of a session's volume relative to the normal level, in dB; at the lowest the session is muted.
  public static let volume = -60.0...12.0
  /// The range of a phase's length: up to 24 hours.
  public static let phaseLength = Duration.zero...Duration.seconds(86_400)
  /// The maximum number of stages of a phase.
  public static let stages = 10
  /// The maximum length of a workout: 7 days.
  public static let totalLength = Duration.seconds(7 * 86_400)
}

extension Limits {
  /// The volume that is nearest to a level in dB.
  package static func volume(nearest level: Double) -> Double {
    min(max(level, volume.lowerBound), volume.upperBound)
  }

  /// Lengths of texts in characters, which are Unicode scalars.
  package static let name = 1...nameLength
  package static let text = 1...textLength
  package static let target = 1...targetLength
  /// For a text that a session says on request.
  package static let saidText = 1...120
  /// For texts that are only displayed and may be empty.
  package static let remark = 0...textLength
  /// The shortest interval of `every`, for cues and for sets, and the shortest time of `for`.
  package static let shortestInterval = Duration.seconds(1)
  package static let cueInterval = shortestInterval...totalLength
  package static let setInterval = shortestInterval...phaseLength.upperBound
  /// That factor in millionths.
  package static let timesMillionths = RelativeLength.unit / 10...10 * RelativeLength.unit
  /// The rate of a metronome in millionths of a beat per minute.
  package static let beatMillionths =
    Int64(beatsPerMinute.lowerBound) * BeatsPerMinute.unit...Int64(beatsPerMinute.upperBound) * BeatsPerMinute.unit
  /// The range of a rate's change from set to set, in the same unit.
  package static let beatGrowth = (-beatMillionths.upperBound)...beatMillionths.upperBound
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
  /// The range of the time that a phase may take beyond its planned end.
  package static let overtime = shortestInterval...phaseLength.upperBound

  /// When an open phase without a cap ends where nobody is there to end it: from a second to a day after its start.
  package static func doneAfter(_ wanted: Duration) -> Duration {
    min(max(wanted, .seconds(1)), phaseLength.upperBound)
  }
  package static let conditionLength = Duration.zero...totalLength
  /// The range of the time for which a measurement has to hold; without time, phases without length could go round for
  /// ever.
  package static let hold = Duration.seconds(1)...Duration.seconds(600)
  /// The range of a share of the person's own number, in per cent.
  package static let share = 1...300
}
