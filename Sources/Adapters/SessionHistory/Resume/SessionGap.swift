import WorkoutModel

/// The time between a session's last sign of life and now.
package enum SessionGap: Equatable, Sendable {
  /// The boot clock measures it: the machine has not been restarted since.
  case exact(Duration)
  /// The machine was restarted since; the wall clock is only an estimate.
  case hinted(Duration)
  /// The machine was restarted, and the wall clock has been set back.
  case unknown

  /// The gap from `last` to `now`.
  package init(from last: ClockReading, to now: ClockReading) {
    if !last.bootID.isEmpty, last.bootID == now.bootID, now.boot >= last.boot {
      self = .exact(now.boot - last.boot)
    } else if now.wall >= last.wall {
      self = .hinted(.milliseconds(now.wall - last.wall))
    } else {
      self = .unknown
    }
  }

  /// The best known length of the gap.
  package var length: Duration {
    switch self {
    case .exact(let length), .hinted(let length): length
    case .unknown: .zero
    }
  }

  package var isExact: Bool { if case .exact = self { true } else { false } }

  /// The start of the gap, as a text with the event `what`.
  package func text(_ what: String) -> String {
    switch self {
    case .exact(let length): "It was \(what) \(DurationWords.words(length)) ago."
    case .hinted(let length):
      "The machine was restarted since; by the wall clock it was \(what) about \(DurationWords.words(length)) ago."
    case .unknown:
      "The machine was restarted since and its clock set back: it is unknown how long ago it was \(what)."
    }
  }
}

/// Durations in words, with their two largest units.
package enum DurationWords {
  /// A duration such as `3 min 12 s`, `2 h`, `5 days 3 h`.
  package static func words(_ length: Duration) -> String {
    let seconds = max(0, length.inNanoseconds) / 1_000_000_000
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24)
    let (minutes, rest) = (seconds / 60 % 60, seconds % 60)
    if days > 0 { return join(days == 1 ? "1 day" : "\(days) days", hours, "h") }
    if hours > 0 { return join("\(hours) h", minutes, "min") }
    return minutes > 0 ? join("\(minutes) min", rest, "s") : "\(rest) s"
  }

  private static func join(_ first: String, _ second: Int, _ unit: String) -> String {
    second > 0 ? "\(first) \(second) \(unit)" : first
  }
}
