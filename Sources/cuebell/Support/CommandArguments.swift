import ArgumentParser
import StrictJSON
import WorkoutEngine
import WorkoutModel

/// A duration on the command line, written as in a workout file; a bare number is seconds.
struct DurationArgument: ExpressibleByArgument {
  let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  init?(argument: String) {
    // On the command line a bare number is unambiguous: seconds.
    let text = Double(argument) == nil ? argument : argument + "s"
    guard let duration = try? DurationText.read(text), duration >= .zero, duration <= Limits.totalLength else {
      return nil
    }
    self.duration = duration
  }

  var defaultValueDescription: String { DurationText.write(duration) }
}

/// When open phases end where nobody is there to end them.
struct DoneAfterOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When open phases without a cap end: from 1s to 24h after their start.", valueName: "time"))
  var doneAfter = DurationArgument(.seconds(30))

  var duration: Duration { Limits.doneAfter(doneAfter.duration) }
}

/// A suspend policy on the command line: `continue`, `freeze`, or `pause-if-over=2s`.
struct SuspendChoice: ExpressibleByArgument, JSONConvertible {
  static let standard = SuspendChoice(policy: .pauseIfOver(.seconds(2)))

  let policy: SuspendPolicy

  init(policy: SuspendPolicy) { self.policy = policy }

  init?(argument: String) {
    switch argument {
    case "continue": policy = .continue
    case "freeze": policy = .freeze
    default:
      let prefix = "pause-if-over="
      guard argument.hasPrefix(prefix), let limit = DurationArgument(argument: String(argument.dropFirst(prefix.count)))
      else { return nil }
      policy = .pauseIfOver(limit.duration)
    }
  }

  var defaultValueDescription: String {
    switch policy {
    case .continue: "continue"
    case .freeze: "freeze"
    case .pauseIfOver(let limit): "pause-if-over=\(DurationText.write(limit))"
    }
  }
}

/// A seed on the command line: a whole number that JSON readers don't round.
struct SeedArgument: ExpressibleByArgument {
  private static let largest: UInt64 = 1 << 53 - 1

  let number: UInt64

  /// A new seed, short enough to be typed.
  static var random: UInt64 { UInt64.random(in: 1...999_999) }

  init(_ number: UInt64) { self.number = number }

  init?(argument: String) {
    guard let number = UInt64(argument), number <= Self.largest else { return nil }
    self.number = number
  }

  var defaultValueDescription: String { "\(number)" }
}

extension [String] {
  /// The arguments of a verb: before `--`, which itself is none, an option is a mistake.
  func afterOptions() throws -> [String] {
    let first = prefix { $0 != "--" }
    if let option = first.first(where: { $0.hasPrefix("--") }) { throw ValidationError("Unknown option '\(option)'") }
    return Array(first) + dropFirst(first.count + 1)
  }
}
