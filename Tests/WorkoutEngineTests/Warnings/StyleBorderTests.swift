import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// "Set 3 completing in" leads to numbers: it is never said without them, and it gives way to the name of the phase.
@Suite struct `The completion of a set` {
  /// Lengths of the last phase in milliseconds: each second, and a millisecond around every border of the rules.
  private static let lengths =
    (0...15).flatMap { second in [-1, 0, 1].map { second * 1000 + $0 } } + [3100, 3400, 3500, 3501, 5600, 5799, 6000]

  /// How long the words last that a style says in a language, by how long they are written.
  private static func length(of text: String) -> Duration {
    Int(text) == nil ? .milliseconds(200 + 65 * text.unicodeScalars.count) : .milliseconds(450)
  }

  private static func groups(_ last: Duration) -> [Node] {
    let (work, end) = (Sample.phase("Work", .high, 6), Node.phase(Phase("Rest", .low, .after(.fixed(last)))))
    let left = Node.phase(Phase("Rest", .low, .after(.fixed(last)), skip: .last))
    let listed = Node.phase(Phase("Rest", .low, .after(.perSet([last, last + .seconds(1), .zero]))))
    let inner = Node.group(SetGroup(.sets(2), nodes: [work, end]))
    return [
      .group(SetGroup(.sets(2), nodes: [work, end])), .group(SetGroup(.sets(3), nodes: [work, left])),
      .group(SetGroup(.sets(3), nodes: [work, listed])), .group(SetGroup(.sets(2), nodes: [inner, end])),
      .group(SetGroup(.sets(2), nodes: [work, inner])),
      .group(SetGroup(.total(.seconds(20) + last), nodes: [work, work])),
      .group(SetGroup(.interval(sets: 2, every: .fixed(.seconds(8) + last)), nodes: [work])),
    ]
  }

  @Test(arguments: Language.allCases.prefix(SplitMix64.cases(7)))
  func `is never said without its numbers, whatever the length of the last phase`(language: Language) throws {
    var (words, numbers) = (0, 0)
    for milliseconds in Self.lengths where milliseconds >= 0 {
      for (index, group) in Self.groups(.milliseconds(milliseconds)).enumerated() {
        let workout = Workout(name: "W", voice: Voice(language: language.rawValue), nodes: [group])
        let score = try Score(workout, measure: Self.length)
        let played = score.reports.filter { $0.outcome == .onTime }
        let counts = Set(played.filter { $0.kind == .countdown && $0.cue.number == 3 }.map(\.mark))
        let completions = played.filter { $0.kind == .setCompletion }
        #expect(
          completions.allSatisfy { counts.contains($0.mark) }, "\(language) \(milliseconds) ms, group \(index)")
        words += completions.count
        numbers += counts.count
        #expect(overlaps(score).isEmpty, "\(language) \(milliseconds) ms, group \(index)")
      }
    }
    #expect(words > 300 && numbers > words)
  }

  @Test func `of five seconds is counted, and gives way to a name that leaves it no space`() throws {
    func score(_ name: String, _ last: Duration) throws -> [String] {
      let nodes: [Node] = [
        Sample.phase("Work", .high, 20), .phase(Phase(PerSet(name), .low, .after(.fixed(last)))),
      ]
      let workout = Workout(name: "W", nodes: [.group(SetGroup(.sets(2), nodes: nodes))])
      return try Score(workout, measure: Self.length).reports.filter {
        $0.mark > .seconds(20) && $0.mark < .seconds(20) + last
      }
      .map { $0.say ?? $0.sound ?? "" }
    }
    #expect(try score("Rest", .seconds(5)) == ["3", "2", "1"])
    #expect(try score("Rest", .seconds(6)) == ["Set 1 completing in", "3", "2", "1"])
    #expect(try score("Rest before the next exercise", .seconds(6)) == ["3", "2", "1"])
    #expect(try score("Rest", .milliseconds(4999)).isEmpty)
  }

  /// The phrases that are spoken while another one is.
  private func overlaps(_ score: Score) -> [String] {
    var spans: [(from: Duration, to: Duration, text: String)] = []
    for effect in score.effects {
      guard case .speak(let words) = effect.kind else { continue }
      let (text, align) = (words.phrase, words.align)
      let length = Self.length(of: text.text)
      let start = align == .start ? effect.due : effect.due - length
      spans.append((start, start + length, text.text))
    }
    spans.sort { $0.from < $1.from }
    return zip(spans, spans.dropFirst()).filter { $0.to > $1.from }.map { "\($0.text) over \($1.text)" }
  }
}
