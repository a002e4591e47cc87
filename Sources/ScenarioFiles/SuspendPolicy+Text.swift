import WorkoutEngine
import WorkoutModel

extension SuspendPolicy {
  private static let prefix = "pause-if-over="

  /// Reads `continue`, `freeze` or `pause-if-over=2s`; `nil` for anything else.
  init?(text: String) {
    switch text {
    case "continue": self = .goOn
    case "freeze": self = .freeze
    default:
      guard text.hasPrefix(Self.prefix),
        let limit = try? DurationText.read(String(text.dropFirst(Self.prefix.count))),
        (.zero...ScenarioLimits.time).contains(limit)
      else { return nil }
      self = .pauseIfOver(limit)
    }
  }

  /// The text that reads as this policy.
  var text: String {
    switch self {
    case .goOn: "continue"
    case .freeze: "freeze"
    case .pauseIfOver(let limit): Self.prefix + DurationText.write(limit)
    }
  }
}
