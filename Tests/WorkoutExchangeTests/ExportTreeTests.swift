import Testing
import WorkoutExchange
import WorkoutFiles
import WorkoutModel

/// A workout is reduced to steps and repeats.
@Suite struct `The tree of a workout` {
  private func reduced(_ phases: String) throws -> (lines: [String], losses: [String]) {
    let text = #"{ "name": "A", "phases": [\#(phases)] }"#
    let workout = try WorkoutReader.read(Array(text.utf8), named: "a.json")
    let log = ExchangeLog()
    let tree = try ExportTree.tree(of: Timeline(workout), log)
    return (lines(tree.nodes), log.losses.map { $0.text(in: "a.json") })
  }

  private func lines(_ nodes: [ExchangeNode]) -> [String] {
    nodes.map { node in
      switch node {
      case .step(let step):
        "\(step.name ?? "") \(step.length.map(DurationText.write) ?? "open")"
          + (step.target.map { " \($0)" } ?? "") + (step.cap.map { " cap \(DurationText.write($0))" } ?? "")
      case .group(let group): "\(group.sets)x(\(lines(group.nodes).joined(separator: ", ")))"
      }
    }
  }

  @Test func `keeps sets that are the same, however deep`() throws {
    let result = try reduced(
      #"""
      { "name": "Ready", "duration": 10 },
      { "sets": 3, "phases": [{ "sets": 8, "phases": [{ "name": "W", "duration": 20, "target": "95%" },
        { "name": "R", "duration": "10s" }] }, { "name": "B", "open": true, "cap": "1m" }] }
      """#)
    #expect(result.lines == ["Ready 10s", "3x(8x(W 20s 95%, R 10s), B open cap 1m)"])
    #expect(result.losses == [])
  }

  @Test func `divides sets that differ, and says so`() throws {
    let skip = try reduced(
      #"{ "sets": 8, "phases": [{ "name": "W", "duration": 20 }, { "name": "R", "duration": 10, "skip": "last" }] }"#)
    #expect(skip.lines == ["7x(W 20s, R 10s)", "W 20s"])
    #expect(skip.losses == ["a.json: phases[0]: 8 sets that differ were divided into 2 parts"])
    let lengths = try reduced(
      #"{ "sets": 3, "phases": [{ "name": "W", "duration": [20, 30, 40] }, { "name": "R", "duration": 10 }] }"#)
    #expect(lengths.lines == ["W 20s", "R 10s", "W 30s", "R 10s", "W 40s", "R 10s"])
    #expect(lengths.losses == ["a.json: phases[0]: 3 sets with their own lengths were unrolled to 6 steps"])
  }

  @Test func `lays out what lies between two others`() throws {
    let walk = #""between": { "name": "Walk", "duration": 5 }"#
    let result = try reduced(#"{ "sets": 3, \#(walk), "phases": [{ "name": "W", "duration": 20 }] }"#)
    #expect(result.lines == ["2x(W 20s, Walk 5s)", "W 20s"])
    #expect(result.losses == ["a.json: phases[0]: 3 sets that differ were divided into 2 parts"])
    let group = #""between": { "sets": 2, "phases": [{ "name": "Sip", "duration": [1, 2] }] }"#
    let nested = try reduced(#"{ "sets": 2, \#(group), "phases": [{ "name": "W", "duration": 20 }] }"#)
    #expect(nested.lines == ["W 20s", "Sip 1s", "Sip 2s", "W 20s"])
    #expect(nested.losses.first == "a.json: phases[0].between: 2 sets with their own lengths were unrolled to 2 steps")
  }

  @Test func `lays out what the time or a list decides`() throws {
    #expect(
      try reduced(#"{ "for": "1m", "phases": [{ "name": "W", "duration": 25 }] }"#).lines == ["2x(W 25s)", "W 10s"])
    #expect(
      try reduced(#"{ "sets": 2, "every": "1m", "phases": [{ "name": "W", "duration": 20 }] }"#).lines
        == ["2x(W 20s, Rest 40s)"])
    #expect(
      try reduced(#"{ "sets": 2, "phases": [{ "name": ["A", "B"], "duration": 5, "sides": ["l", "r"] }] }"#).lines
        == ["A, l 5s", "A, r 5s", "B, l 5s", "B, r 5s"])
    #expect(
      try reduced(#"{ "for": 70, "every": [30, 20], "phases": [{ "name": "W", "duration": 20 }] }"#).lines
        == ["W 20s", "Rest 10s", "2x(W 20s)"])
    let inner = #"{ "sets": 2, "phases": [{ "name": { "by": "Round", "of": ["A", "B"] }, "duration": 5 }] }"#
    #expect(
      try reduced(#"{ "name": "Round", "sets": 2, "phases": [\#(inner)] }"#).lines == ["2x(A 5s)", "2x(B 5s)"])
  }
}
