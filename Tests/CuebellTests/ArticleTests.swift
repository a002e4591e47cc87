import CuebellTesting
import Foundation
import Testing

/// The code of the articles, which is run here or in an example.
@Suite struct `The articles of the library` {
  private let clock = TestClock()

  private func circuit(_ rounds: Int, _ exercises: [String], hasFinisher: Bool) throws -> Workout {
    let workout = try Workout("Circuit") {
      Phase("Get ready", for: .seconds(10), .prepare)
      Sets(rounds, name: "Round", between: Phase("Change", for: .seconds(15), .rest)) {
        for exercise in exercises { Phase(exercise, for: .seconds(40)) }
        if hasFinisher { Phase(open: "Burpees", cap: .seconds(60), reps: 10) }
      }
    }
    return workout
  }

  @Test func `make a workout, and its text`() throws {
    let workout = try circuit(2, ["Squats", "Rows"], hasFinisher: true)
    #expect(try Timeline(workout).phaseCount == 12)
    let text = workout.json
    let copy = try Workout(json: text)
    #expect(copy == workout)
  }

  @Test func `say what is wrong`() throws {
    var messages: [String] = []
    do { _ = try Workout("Wrong") { Sets(0) { Phase("Work", for: .seconds(-1)) } } } catch {
      messages = error.problems.map { "\($0.path)" }  // phases[0].sets, phases[0].phases[0].duration
    }
    #expect(messages == ["phases[0].sets", "phases[0].phases[0].duration"])
  }

  @Test func `do a workout, show it and refuse what can't be`() async throws {
    let workout = try circuit(2, ["Squats", "Rows"], hasFinisher: false)
    var (lines, messages): ([String], [String]) = ([], [])
    let session = try WorkoutSession(workout, clock: clock)
    let events = session.events
    try await session.send(.start)
    await clock.advance(by: .seconds(122))
    let place = await session.place
    let sets = "\(place.phase?.name ?? ""), \(place.phase?.set ?? 1) of \(place.phase?.sets ?? 1)"
    let left = place.place(at: session.now).phaseRemaining
    #expect(sets == "Squats, 2 of 2" && left == .seconds(38))
    do { try await session.send(.done) } catch {
      messages = ["\(error)"]  // done was refused: this phase ends by the clock: skip it instead
    }
    #expect(messages == ["done was refused: this phase ends by the clock: skip it instead"])
    await clock.advance(by: .seconds(600))
    for await event in events {
      if case .phaseStarted(let phase) = event.kind { lines.append("\(event.at) \(phase.name) \(phase.set ?? 1)") }
    }
    #expect(lines.count == 8 && lines[0] == "0.0 seconds Get ready 1" && lines[7] == "175.0 seconds Rows 2", "\(lines)")
  }

  @Test func `test an app on a clock`() async throws {
    let workout = try tabata()
    let clock = TestClock()
    let session = try WorkoutSession(workout, clock: clock, policies: Policies(whenSuspended: .freeze))
    try await session.send(.start)
    await clock.advance(by: .seconds(20))
    await clock.suspend(for: .seconds(90))  // The lid is closed.
    clock.step(by: .seconds(-3600))  // The user sets the time.
    let place = await session.place
    #expect(place.elapsed == .seconds(20))
  }

  @Test func `show no other code than that`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func files(_ folder: String, _ isMeant: (String) -> Bool) throws -> [[String]] {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      return try paths.filter(isMeant).map { path in
        try String(contentsOf: root.appending(path: "\(folder)/\(path)"), encoding: .utf8).split(separator: "\n").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
    }
    let sources =
      try files("Tests") { $0.hasSuffix("ArticleTests.swift") }
      + files("Examples/AppModel/Tests") { $0.hasSuffix(".swift") }
    var blocks = 0
    for page in try files("Sources", { $0.contains(".docc/") && $0.hasSuffix(".md") }) {
      // Every second part of a page is between fences.
      for block in page.split(whereSeparator: { $0 == "```" }) {
        guard let start = block.firstIndex(of: "```swift") else { continue }
        let code = Array(block[(start + 1)...])
        #expect(sources.contains { $0.contains(code) }, "\(code.joined(separator: "\n"))")
        blocks += 1
      }
    }
    #expect(blocks > 15)
  }

  @Test func `list every public type under a topic`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }
    let type = /(?m)^public (?:final |indirect )?(?:struct|enum|class|actor|protocol|typealias|func) (\w+)/
    var types = 0
    for page in paths where page.hasSuffix(".docc") {
      let module = page.split(separator: "/").dropLast().joined(separator: "/")
      let name = module.split(separator: "/").last ?? ""
      let topics = try text("\(page)/\(name).md").split(separator: "## Topics").last ?? ""
      for path in paths where path.hasPrefix("\(module)/") && path.hasSuffix(".swift") {
        for match in try text(path).matches(of: type) {
          #expect(topics.contains("- ``\(match.1)``") || topics.contains("- ``\(match.1)("), "\(match.1)")
          types += 1
        }
      }
    }
    #expect(types > 200)
  }
}
