import Foundation
import SessionReporting
import TestSupport
import Testing
import WorkoutModel

@Suite struct `The picture of the screen in the README` {
  /// The first workout of the README.
  private static let workout = Workout(
    name: "Tabata",
    nodes: [
      ScreenWorkouts.phase("Get ready", .prepare, 10),
      .group(
        SetGroup(
          .sets(8),
          nodes: [
            ScreenWorkouts.phase("Work", .high, 20),
            .phase(Phase("Rest", .low, .after(.fixed(.seconds(10))), skip: .last)),
          ])),
    ])

  @Test func `is what the program draws`() throws {
    var harness = try ScreenHarness(Self.workout)
    let now = Duration.seconds(64)
    harness.run(to: now)
    let screen = harness.screen(at: now, 70, 12)
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../README.md").standardizedFileURL
    let readme = try String(contentsOf: root, encoding: .utf8)
    #expect(readme.contains("```\n\(screen)\n```"), "\(screen)")
  }
}
