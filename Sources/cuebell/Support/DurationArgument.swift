import ArgumentParser
import WorkoutModel

/// A duration on the command line, written as in a workout file; a bare number is seconds.
struct DurationArgument: ExpressibleByArgument {
  let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  init?(argument: String) {
    // On the command line a bare number is no riddle: it is seconds.
    let text = Double(argument) == nil ? argument : argument + "s"
    guard let duration = try? DurationText.read(text), duration >= .zero, duration <= Limits.totalLength else {
      return nil
    }
    self.duration = duration
  }

  var defaultValueDescription: String { DurationText.write(duration) }
}
