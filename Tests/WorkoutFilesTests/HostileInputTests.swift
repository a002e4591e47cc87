import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct `Hostile input` {
  private static let good = """
    { "name": "Tabata 💪", "voice": { "rate": 165 }, "ambient": { "sound": "rain", "gain": -3.5, "fade": "1.5s" },
      "sounds": { "clap": "sounds/clap.wav" }, // mine
      "cues": [{ "on": "set", "at": "end-3s", "align": "end", "say": "Set {set} of {sets}", "if": { "set": "last" } },
        { "on": "phase", "at": "every 5m", "sound": "clap", "strikes": 3, "if": { "before": "end-30s" } }],
      "phases": [{ "name": "W\\u00f6rk", "duration": "1m30s", "say": "{next}" }, { "sets": 3, "name": "C", "phases": [
        { "name": "A", "duration": [1, 2.5, "PT3S"] }, { "name": "B", "duration": { "from": 20, "by": "-5s" } },
        { "name": "D", "open": true, "reps": 5, "cap": "1:30", "skip": "first", "ambient": null }] },
        { "for": "5m", "phases": [{ "name": "E", "duration": 1e1, "track": "clap" }] }] }
    """
  private static let fragments = [
    "1e308", "-1e-400", "1e99999999999", "\"", "\\u", "\\ud800", "{", "}", "[", "]", ",", ":", "/*", "//", "null",
    "99999999999999999999", "-0", "\"9999999999999999999999h\"", "{set@", "\u{202E}", "every ", "random 9999999999999",
    "\"end-\"", "../", "\u{0}", "\r", "100000", "\"track\"", "\"for\": 1, ",
  ]

  @Test func `never traps or hangs, whatever bytes are changed`() {
    let seed: UInt64 = 0xC0FFEE
    var random = SplitMix64(seed: seed)
    let good = Array(Self.good.utf8)
    var readable = 0
    for round in 0..<10_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) { Self.mutate(&bytes, &random) }
      do throws(WorkoutFileError) {
        let workout = try WorkoutReader.read(bytes, named: "w.json")
        readable += 1
        let isKept = (try? read(WorkoutWriter.write(workout))) == workout
        #expect(isKept, "seed \(seed), round \(round)")
      } catch {
        #expect(!error.problems.isEmpty, "seed \(seed), round \(round)")
        let isPrintable = error.description.unicodeScalars.allSatisfy {
          $0 == "\n" || $0.properties.generalCategory != .control
        }
        #expect(isPrintable, "seed \(seed), round \(round): \(error)")
      }
    }
    #expect(complaints(good) == [] && readable > 100, "seed \(seed): the changes must reach beyond the syntax")
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
    switch Int.random(in: 0...5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
    case 4: bytes[place] = Array("0123456789\"{}[],:esm-".utf8).randomElement(using: &random) ?? 0
    default:
      bytes.insert(contentsOf: Array((fragments.randomElement(using: &random) ?? "").utf8), at: place)
    }
  }

  @Test func `is refused quickly where it nests deeply`() {
    for (opening, closing) in [("[", "]"), ("{\"phases\": [", "]}"), ("{\"a\":", "}")] {
      let text = String(repeating: opening, count: 10_000) + "1" + String(repeating: closing, count: 10_000)
      #expect(complaints(text).count == 1)
      #expect(complaints(text).first?.contains("nest deeper than 32") == true)
    }
  }

  @Test func `is refused where the file is one byte too long`() {
    let text = Self.good + String(repeating: " ", count: Limits.fileSize - Self.good.utf8.count)
    #expect(complaints(text) == [])
    #expect(complaints(text + " ") == ["1:1: the file has 1048577 bytes: at most 1048576 are allowed"])
  }

  @Test func `cannot make the reader slow with what is allowed in size`() {
    let million = 1_000_000
    let wrap = { (text: String) in "{ \"name\": \"A\", \"phases\": [{ \"name\": \"A\", \"duration\": 1 }], \(text) }" }
    let texts = [
      wrap("\"tags\": [" + String(repeating: "0,", count: million / 2) + "]"),
      wrap((0..<90_000).map { "\"k\($0)\": 0" }.joined(separator: ",")),
      wrap("\"" + String(repeating: "k", count: million) + "\": 0"),
      wrap("\"author\": \"" + String(repeating: "e\u{301}", count: million / 3) + "\""),
      "{ \"name\": \"A\", \"phases\": [" + String(repeating: "{},", count: million / 3) + "] }",
      "{ \"name\": \"A\", \"phases\": [{ \"name\": \"A\", \"duration\": 1" + String(repeating: "0", count: million)
        + " }] }",
      "{ \"name\": \"A\", \"phases\": [{ \"name\": \"A\", \"duration\": 0." + String(repeating: "1", count: million)
        + " }] }",
    ]
    let clock = ContinuousClock()
    for text in texts {
      let time = clock.measure { #expect(!complaints(text).isEmpty) }
      #expect(time < Timeout.limit, "\(text.prefix(90)): \(time)")
    }
  }

  @Test func `is no file of ten thousand phases`() throws {
    let phase =
      "{ \"name\": \"Work at a steady pace and breathe\", \"intensity\": \"high\", \"duration\": \"1m30s\" },\n"
    let text = "{ \"name\": \"A\", \"phases\": [" + String(repeating: phase, count: 10_000) + "] }"
    let padded = text + String(repeating: " ", count: Limits.fileSize - text.utf8.count)
    #expect(try read(padded).nodes.count == 10_000)
  }

  @Test func `is one phase or one cue rule too many`() {
    let phase = #"{ "name": "A", "duration": 1 },"#
    let phases = String(repeating: phase, count: 9_999)
    let tooMany = "{ \"name\": \"A\", \"phases\": [\(phases) { \"sets\": 2, \"phases\": [\(phase)\(phase)] }] }"
    let place = "phases[9999].phases[0]"
    #expect(
      complaints(tooMany).map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) } == [
        "\(place): is one phase or group too many: at most 10000"
      ])
    let rules = String(repeating: #"{ "on": "phase", "at": "end", "count": 1 },"#, count: 1001)
    let found = complaints("{ \"name\": \"A\", \"cues\": [\(rules)], \"phases\": [\(phase)] }")
    #expect(found.count == 1 && found[0].hasSuffix("cues[1000]: is one cue rule too many: at most 1000"))
  }
}
