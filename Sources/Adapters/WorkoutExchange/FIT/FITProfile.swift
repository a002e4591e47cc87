import WorkoutModel

/// The numbers of messages, fields and values for workouts and activities, from the public profile of the protocol.
enum FITProfile {
  static let (fileID, workout, workoutStep) = (0, 26, 27)
  static let workoutFile = 5
  /// "development", the manufacturer number for unregistered programs.
  static let manufacturer = 255

  enum Activity {
    static let file = 4
    static let (session, lap, record, event, activity) = (18, 19, 20, 21, 34)
    static let (timer, sessionEvent, lapEvent, activityEvent) = (0, 8, 9, 26)
    static let (start, stop, stopAll) = (0, 1, 4)
    static let (manual, sessionEnd, activityEnd) = (0, 7, 0)
    /// The sport and the kind of it.
    static let (training, generic) = (10, 0)
  }

  enum Workout {
    static let (sport, validSteps, name, description) = (4, 6, 8, 17)
  }

  enum Step {
    static let (name, durationType, durationValue, targetType, targetValue) = (0, 1, 2, 3, 4)
    static let (low, high, intensity, notes, index) = (5, 6, 7, 8, 254)
    /// Whether a repeat leaves out the last of its steps in the last round; not in the public profile, but in the files
    /// of Garmin Connect.
    static let skipsLastRest = 18
  }

  enum Duration {
    static let (time, distance, open, repeatSteps, repetitionTime) = (0, 1, 5, 6, 28)
    /// The duration types of repeats: a number of times, or until a condition is met.
    static let repeats: Set<Int> = [6, 7, 8, 9, 10, 11, 12, 13, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27]

    /// The phase name for a step that doesn't end by time, and the condition that ends it.
    static func open(_ type: Int, _ value: Int?) -> (name: String, ends: String) {
      let number = value ?? 0
      switch type {
      // Centimetres.
      case distance: return (OpenStep.name(metres: number * 10), "distance")
      case 2: return ("Heart rate below \(FITTarget.rate(number))", "heart rate")
      case 3: return ("Heart rate above \(FITTarget.rate(number))", "heart rate")
      case 4: return ("\(number) kcal", "calories")
      case 14: return ("Power below \(FITTarget.power(number))", "power")
      case 15: return ("Power above \(FITTarget.power(number))", "power")
      case 29: return ("\(number) reps", "repetitions")
      default: return ("Until done", "an unknown condition")
      }
    }
  }

  enum Target {
    static let (speed, heartRate, open, cadence, power) = (0, 1, 2, 3, 4)
    /// Power as a mean of 3, 10 or 30 s, or of the lap.
    static let meanPowers = 7...10
  }

  enum Intensity {
    static let (active, rest, warmup, cooldown, recovery, interval) = (0, 1, 2, 3, 4, 5)
  }

  /// The numbers of intensities; others have none.
  private static let intensities: [(intensity: WorkoutModel.Intensity, number: Int)] = [
    (.rest, Intensity.rest), (.warmup, Intensity.warmup), (.cooldown, Intensity.cooldown),
    (.low, Intensity.recovery), (.high, Intensity.interval),
  ]

  static func number(of intensity: WorkoutModel.Intensity) -> Int? {
    intensities.first { $0.intensity == intensity }?.number
  }

  /// The intensity of a step; `nil` if it is derived from the target or the name.
  static func intensity(_ number: Int?) -> WorkoutModel.Intensity? {
    intensities.first { $0.number == number }?.intensity
  }
}

/// Reads targets, which are a zone or two custom values.
enum FITTarget {
  typealias Step = FITProfile.Step

  static func part(_ message: FITMessage) -> Target.Part? {
    guard let type = message.number(Step.targetType) else { return nil }
    let zone = message.number(Step.targetValue) ?? 0
    let low = message.number(Step.low)
    let high = message.number(Step.high) ?? low
    switch type {
    case FITProfile.Target.power, FITProfile.Target.meanPowers:
      if zone > 0 { return zone <= 10 ? Target.Part(.powerZone, zone * 1000) : nil }
      return custom(low, high, offset: 1000, .percentOfFTP, .watts)
    case FITProfile.Target.heartRate:
      if zone > 0 { return zone <= 10 ? Target.Part(.heartRateZone, zone * 1000) : nil }
      return custom(low, high, offset: 100, .percentOfMaximumHeartRate, .beatsPerMinute)
    case FITProfile.Target.cadence:
      let low = zone > 0 ? zone : low
      guard let low, low > 0, low < 1000 else { return nil }
      return Target.Part(.revolutionsPerMinute, low * 1000, to: zone > 0 ? nil : high.map { $0 * 1000 })
    case FITProfile.Target.speed:
      guard zone == 0, let low, let high, low > 0, high > 0 else { return nil }
      return Target.Part(.secondsPerKilometre, roundPace(low), to: roundPace(high))
    default: return nil
    }
  }

  /// Two values, which are percentages up to `offset` and absolute above it.
  private static func custom(
    _ low: Int?, _ high: Int?, offset: Int, _ relative: Target.Measure, _ absolute: Target.Measure
  ) -> Target.Part? {
    guard let low, let high, low > 0 || high > 0, low < 10_000, high < 10_000 else { return nil }
    if low > offset, high > offset {
      return Target.Part(absolute, (low - offset) * 1000, to: (high - offset) * 1000)
    }
    return low <= offset && high <= offset ? Target.Part(relative, low * 1000, to: high * 1000) : nil
  }

  /// Converts between milliseconds per kilometre and millimetres per second; it is its own inverse.
  static func pace(_ speed: Int) -> Int { (1_000_000_000 + speed / 2) / max(1, speed) }

  /// The pace in milliseconds per kilometre at a speed in millimetres per second: the nearest whole second that has
  /// this speed, if there is one.
  private static func roundPace(_ speed: Int) -> Int {
    let exact = pace(speed)
    let second = exact / 1000 * 1000
    let nearest = [second, second + 1000].sorted { abs($0 - exact) < abs($1 - exact) }
    return nearest.first { pace($0) == speed } ?? exact
  }

  /// "145 bpm", or "90 %".
  static func rate(_ number: Int) -> String { number > 100 ? "\(number - 100) bpm" : "\(number) %" }

  /// "250 W", or "90 %".
  static func power(_ number: Int) -> String { number > 1000 ? "\(number - 1000) W" : "\(number) %" }
}
