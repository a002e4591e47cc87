import SessionReporting
import WorkoutModel

/// The time between a session's last sign of life and now.
package enum SessionGap: Equatable, Sendable {
  /// The boot clock measures it: the machine has not been restarted since.
  case exact(Duration)
  /// The machine was restarted since; the wall clock is only an estimate.
  case hinted(Duration)
  /// The machine was restarted, and the wall clock has been set back.
  case unknown

  package init(from last: ClockReading, to now: ClockReading) {
    if !last.bootID.isEmpty, last.bootID == now.bootID, now.boot >= last.boot {
      self = .exact(now.boot - last.boot)
    } else if now.wall >= last.wall {
      self = .hinted(.milliseconds(now.wall - last.wall))
    } else {
      self = .unknown
    }
  }

  package var length: Duration {
    switch self {
    case .exact(let length), .hinted(let length): length
    case .unknown: .zero
    }
  }

  /// The gap without its beginning, in which the session still played.
  package func shortened(by played: Duration) -> SessionGap {
    switch self {
    case .exact(let length): .exact(max(length - played, .zero))
    case .hinted(let length): .hinted(max(length - played, .zero))
    case .unknown: .unknown
    }
  }

  package var isExact: Bool { if case .exact = self { true } else { false } }

  /// The start of the gap, as a text with the event `what`.
  package func text(_ what: String) -> String {
    switch self {
    case .exact(let length): "It was \(what) \(DurationWords.text(length)) ago."
    case .hinted(let length):
      "The machine was restarted since; by the wall clock it was \(what) about \(DurationWords.text(length)) ago."
    case .unknown:
      "The machine was restarted since and its clock set back: it is unknown how long ago it was \(what)."
    }
  }
}
