import WorkoutModel

/// Draws what the sensors of random scenarios measure.
extension ScriptBuilder {
  /// A body, or a few points.
  mutating func source(of signal: Signal) -> SignalSource {
    let (rest, most) =
      switch signal {
      case .heartRate: (45 + random.below(40), 140 + random.below(61))
      case .power: (random.below(50), 150 + random.below(300))
      case .cadence: (random.below(60), 70 + random.below(50))
      }
    if random.below(2) == 0 {
      let tau = Duration.seconds(1 + random.below(signal == .heartRate ? 90 : 10))
      return .response(IntensityResponse(rest: rest, max: most, tau: tau, seed: UInt64(random.below(1000))))
    }
    var points: [SignalPoint] = []
    var at = random.below(3) == 0 ? size(from: 500, to: 30_000) : .zero
    for _ in 0...(1 + random.below(8)) {
      points.append(SignalPoint(at: at, rest + random.below(most - rest + 1)))
      at += size(from: 500, to: 120_000)
    }
    return .points(points)
  }
}

/// Lets some cues of a random workout mention the heart rate.
struct HeartRateBuilder {
  private var random: SeededRandom

  init(_ random: SeededRandom) {
    var random = random
    self.random = SeededRandom(seed: random.next() ^ 0x5261_7465)
  }

  /// The same rules, some with other words.
  mutating func rules(_ rules: [CueRule]) -> [CueRule] {
    rules.map { rule in
      guard rule.say != nil, rule.count == nil, random.below(10) == 0 else { return rule }
      var rule = rule
      let texts = ["{heartRate}", "Pulse {heartRate}", "{phase} at {heartRate}", "Heart rate {heartRate}, keep it so"]
      rule.say = (try? CueText(random.pick(texts) ?? texts[0])) ?? rule.say
      return rule
    }
  }

  mutating func node(_ node: Node) -> Node {
    node.changing {
      $0.cues = rules($0.cues)
    } phases: {
      $0.cues = rules($0.cues)
    }
  }
}
