import WorkoutEngine
import WorkoutModel

extension Plan {
  /// The plan as a picture: phases as bars by intensity over time, cues as ticks beneath.
  public var svg: String {
    let (width, left, top) = (1200.0, 20.0, 60.0)
    let last = max(phases.last?.start ?? .zero, cues.last?.due ?? .zero)
    let end = max(Self.seconds(last), Self.seconds(total ?? .zero), 1)
    func x(_ moment: Duration) -> Double { left + (width - 2 * left) * Self.seconds(moment) / end }
    var body = ""
    for phase in phases {
      let from = x(phase.start)
      let to = phase.end.map(x) ?? width - left
      let height = Self.height(phase.intensity)
      let label = Self.escaped("\(phase.name) \(ClockText.exact(phase.start))")
      body += """
        <rect x="\(Self.text(from))" y="\(Self.text(top + 120 - height))" width="\(Self.text(max(1, to - from)))" \
        height="\(Self.text(height))" fill="\(Self.fill(phase.intensity))" stroke="#fff" stroke-width="0.5">\
        <title>\(label)</title></rect>\n
        """
    }
    for cue in cues {
      let at = Self.text(x(cue.due))
      let label = Self.escaped([cue.kind.rawValue, cue.sound, cue.say].compactMap { $0 }.joined(separator: " "))
      let color = cue.say == nil ? "#886600" : "#224488"
      body += """
        <line x1="\(at)" y1="184" x2="\(at)" y2="\(cue.say == nil ? "196" : "208")" stroke="\(color)">\
        <title>\(label) \(ClockText.exact(cue.due))</title></line>\n
        """
    }
    let name = Self.escaped(workout.name)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 240" font-family="sans-serif">
      <rect width="1200" height="240" fill="#fff"/>
      <text x="20" y="30" font-size="20">\(name)</text>
      <text x="1180" y="30" font-size="14" text-anchor="end">\(total.map { ClockText.short($0) } ?? "open")</text>
      \(body)<line x1="20" y1="180.5" x2="1180" y2="180.5" stroke="#999"/>
      \(axis(end: end, x))</svg>

      """
  }

  private func axis(end: Double, _ x: (Duration) -> Double) -> String {
    let steps = [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 86_400]
    let step = steps.first { end / Double($0) <= 14 } ?? 86_400
    return stride(from: 0, through: Int(end), by: step).map { second in
      let at = Self.text(x(.seconds(second)))
      let label = ClockText.short(.seconds(second))
      return "<text x=\"\(at)\" y=\"228\" font-size=\"11\" text-anchor=\"middle\">\(label)</text>\n"
    }.joined()
  }

  private static func seconds(_ duration: Duration) -> Double { Double(duration.inNanoseconds) / 1e9 }

  /// Two decimals, the same on every machine.
  private static func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  private static func height(_ intensity: Intensity) -> Double {
    switch intensity {
    case .prepare: 20
    case .rest: 30
    case .cooldown: 45
    case .low, .sit: 60
    case .warmup: 75
    case .high: 120
    }
  }

  private static func fill(_ intensity: Intensity) -> String {
    switch intensity {
    case .prepare: "#b08cc8"
    case .warmup: "#e8b84a"
    case .high: "#d9483b"
    case .low: "#5aa867"
    case .rest: "#6f9fd0"
    case .cooldown: "#63b5b5"
    case .sit: "#7b8fb5"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in SafeText.filtered(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
