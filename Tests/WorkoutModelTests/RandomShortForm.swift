import TestSupport

/// Short forms of the whole grammar, in the spellings of people.
struct RandomShortForm {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func text() -> String { sum(depth: 0) }

  /// The text after some characters were changed, left out, added or swapped.
  mutating func damaged(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0...random.below(3) {
      let index = random.below(scalars.count + 1)
      let other = Array("x/:.,+()' \"-0159smho×\u{7}é\u{1F3CB}".unicodeScalars)
      switch random.below(4) {
      case 0 where index < scalars.count: scalars[index] = other[random.below(other.count)]
      case 1 where index < scalars.count: scalars.remove(at: index)
      case 2 where index + 1 < scalars.count: scalars.swapAt(index, index + 1)
      default: scalars.insert(other[random.below(other.count)], at: index)
      }
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }

  private mutating func sum(depth: Int) -> String {
    (0...random.below(depth == 0 ? 3 : 2)).map { _ in part(depth: depth) }.joined(separator: pick(["+", " + "]))
  }

  private mutating func part(depth: Int) -> String {
    switch random.below(depth < 3 ? 10 : 8) {
    case 0, 1: return intervals() + names()
    case 2: return pick(["emom \(number(30))", "EMOM \(number(30)) min", "\(number(30))min emom"]) + names()
    case 3: return pick(["amrap \(minutes())", "\(minutes()) amrap", "Amrap \(number(30))"]) + names()
    case 4: return "\(pick(["fortime", "for time"])) \(number(9))" + pick(["", " cap \(minutes())"]) + names()
    case 5: return pick(["20:00", "90s", "1h", "1:00:00", "2'30\"", "5min"]) + pick(["", " walk home"])
    case 6: return "sit \(10 + number(20))" + pick(["", " bells \(number(9))", " bells every 90s"])
    case 7:
      return pick(["breathe 4-7-8", "box 4", "breathe 5.5-0-5.5", "breathe 4-4-6-2"]) + pick(["", " x \(number(9))"])
    default:
      let (inner, rest) = (sum(depth: depth + 1), pick(["", "/1:00", " / 30", "/90s"]))
      return pick([
        "\(number(5))x(\(inner))\(rest)", "\(number(5)) x ( \(inner) )\(rest)", "(\(inner))\(rest) x \(number(5))",
      ])
    }
  }

  private mutating func number(_ most: Int) -> Int { 1 + random.below(most) }

  private mutating func minutes() -> String { pick(["\(number(30))", "7:30", "\(number(60))m", "90s"]) }

  private mutating func intervals() -> String {
    let pair = pick([
      "20/10", "45s/15s", "3:00/1:00", "1m30/45s", "40 / 20", "3'/0", "0.5s/9.5", "3s/1s", "20m/5m", "2 min / 90 sec",
    ])
    return pick(["8x\(pair)", "12x \(pair)", "\(number(20)) × \(pair)", "\(pair) x \(number(20))", "\(pair)x3"])
  }

  private mutating func names() -> String { pick(["", "", " Squats", " push-ups", " 10 rows"]) }
}
