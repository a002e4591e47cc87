import TestSupport

/// A random workout in a random spelling: with comments, odd white space, line ends and numbers, and keys that no page
/// has a field for.
struct SpelledWorkout {
  let text: String

  init(_ random: inout SplitMix64) {
    var writer = Writer(random: random)
    let mark = writer.below(4) == 0 ? "\u{FEFF}" : ""
    let voice = [(#""x-a""#, #"{ "b": [1, 2.50, "\u0041\/"] }"#), (#""style""#, #""silent""#)]
    let members =
      [(#""name""#, #""Spelled \u00e9""#)] + voice.prefix(writer.below(3)) + [(#""phases""#, writer.list(0))]
    text = mark + writer.gap() + writer.object(members) + writer.gap() + (writer.below(2) == 0 ? "\n" : "")
    random = writer.random
  }

  private struct Writer {
    var random: SplitMix64

    mutating func below(_ limit: Int) -> Int { random.below(limit) }

    mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }

    mutating func gap() -> String {
      pick(["", "", " ", " ", "\n", "\r\n", "\t", "  \n   ", " /* a, \" { */ ", " // b ] }\n", "//\r\n", " /**/\n "])
    }

    mutating func object(_ members: [(String, String)]) -> String {
      let parts = members.map { "\(gap())\($0)\(gap()):\(gap())\($1)\(gap())" }
      return "{\(parts.joined(separator: ","))\(below(4) == 0 ? "," : "")\(gap())}"
    }

    mutating func list(_ depth: Int) -> String {
      let count = 1 + below(4)
      let nodes = (0..<count).map { _ in "\(gap())\(node(depth))\(gap())" }
      return "[\(nodes.joined(separator: ","))\(below(4) == 0 ? "," : "")\(gap())]"
    }

    mutating func node(_ depth: Int) -> String {
      if depth < 3, below(4) == 0 {
        let often = pick([#""sets":3"#, #""sets" : 2"#, #""for": "10m""#]).split(separator: ":").map(String.init)
        return object([(often[0], often[1]), (#""phases""#, list(depth + 1))])
      }
      var members = [(#""name""#, pick([#""Go""#, #""A \"b\" \\ \u00e4""#, "\"ä ✓\""]))]
      if below(2) == 0 { members.append((#""intensity""#, pick([#""rest""#, #""low""#, #""sit""#]))) }
      members.append(
        below(5) == 0 ? (#""open""#, "true") : (#""duration""#, pick(["20", "1.5e1", "7.50", #""1m30s""#, #""0:45""#])))
      if below(3) == 0 { members.append((#""notes""#, #""n\u00f6tes""#)) }
      if below(3) == 0 { members.append((#""x-\u0062""#, "[ null , true ]")) }
      if below(4) == 0 { members.append((#""cues""#, #"[ { "on": "phase", "at": "half", "sound": "bell" } ]"#)) }
      return object(members)
    }
  }
}
