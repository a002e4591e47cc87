import DriftFiles
import DriftSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing
import WebEngine
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// The engine that Scripts/web.sh has compiled, run by node; `nil` where the toolchain has no library for it.
private let module = ".build/web/cuebell.wasm.gz"
private let isMade = FileManager.default.fileExists(atPath: module)

@Suite(.enabled(if: isMade, "this toolchain has no library for WebAssembly"))
struct `The engine of pages, compiled to WebAssembly,` {
  /// The number of random workouts.
  private static let sessions = ProcessInfo.processInfo.environment["SESSIONS"].flatMap { Int($0) } ?? 500
  /// So many sessions are run by one process.
  private static let batch = 50

  @Test func `answers as the one of the command in every scenario, byte for byte`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "Scenarios").filter { $0.hasSuffix(".json") }
    try #require(!names.isEmpty)
    var scripts: [CallScript] = []
    for name in names.sorted() {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "Scenarios/\(name)")))
      let scenario = try ScenarioReader.document(bytes, named: name).scenario
      let file = "Scenarios/\(scenario.workout)"
      let workout = try WorkoutReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: file))), named: file)
      // Files of sounds don't travel to a page.
      guard workout.sounds.isEmpty, let timeline = try? Timeline(workout) else { continue }
      scripts.append(Self.script(of: scenario, Oracle(timeline)))
    }
    try #require(scripts.count > names.count / 2)
    try expectSameAnswers(to: scripts)
  }

  @Test func `answers as the one of the command in random workouts with random actions, byte for byte`() throws {
    for first in stride(from: 0, to: Self.sessions, by: Self.batch) {
      let scripts = (first..<min(first + Self.batch, Self.sessions)).map { number in
        let seed = UInt64(number + 1)
        let simulation = RandomWorkouts.simulation(seed: seed)
        let scenario = ScenarioGenerator(simulation.oracle, workout: "").scenario(seed: seed &* 8)
        let workout = simulation.oracle.timeline.workout
        let durations = WorkoutGenerator().durations(for: workout, seed: seed)
        return Self.script(of: scenario, simulation.oracle, durations)
      }
      try expectSameAnswers(to: scripts)
    }
  }

  private static func script(
    of scenario: Scenario, _ oracle: Oracle, _ durations: PhraseDurations = PhraseDurations()
  ) -> CallScript {
    let script = CallScript()
    let simulation = Simulation(oracle) { policies in
      ScriptedSession(Engine(oracle.timeline, durations: durations, policies: policies), script)
    }
    _ = simulation.run(scenario)
    return script
  }

  private func expectSameAnswers(to scripts: [CallScript]) throws {
    let folder = try TemporaryFolder()
    // Each script has an engine of its own.
    let calls = scripts.map { $0.calls.joined(separator: "\n") + "\n\n" }.joined()
    try calls.write(toFile: folder["calls"], atomically: false, encoding: .utf8)
    let output = try Shell.output(of: "node Tests/Judges/web.mjs \(module) '\(folder["calls"])' '\(folder["answers"])'")
    try #require(output.isEmpty, "\(output)")
    let answers = try Data(contentsOf: URL(fileURLWithPath: folder["answers"]))
    let expected = scripts.flatMap(\.answers).joined(separator: "\n") + "\n"
    guard answers != Data(expected.utf8) else { return }
    let lines = String(decoding: answers, as: UTF8.self).split(separator: "\n")
    let (allCalls, allAnswers) = (scripts.flatMap(\.calls), scripts.flatMap(\.answers))
    let first = allAnswers.indices.first { $0 >= lines.count || allAnswers[$0] != lines[$0] } ?? allAnswers.count
    guard first < allAnswers.count else {
      Issue.record("the module gave \(lines.count) answers to \(allCalls.count) calls")
      return
    }
    #expect((first < lines.count ? String(lines[first]) : "no answer") == allAnswers[first], "\(allCalls[first])")
  }
}
