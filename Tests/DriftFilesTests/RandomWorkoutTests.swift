import DriftSimulation
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Workouts from the whole grammar, as the simulator draws them, go the way of a file: written, read, checked, shown.
@Suite struct `A thousand random workouts` {
  @Test(arguments: 0..<2)
  func `read back as they were written, and have a table`(part: UInt64) throws {
    let generator = WorkoutGenerator()
    for seed in (part * 500 + 1)...(part * 500 + 500) {
      let workout = generator.workout(seed: seed)
      let text = WorkoutWriter.write(workout)
      let read = try WorkoutReader.read(Array(text.utf8), named: "seed \(seed)")
      #expect(read == workout, "seed \(seed)")
      let timeline = try Timeline(read)
      _ = timeline.ineffective
      var table = PlanTable(of: timeline, width: 80, colored: false)
      #expect(!table.head.isEmpty)
      var rehearsal = Rehearsal(timeline)
      var lines = 0
      while !table.isFull, let reaction = rehearsal.next() {
        lines += table.add(reaction, at: rehearsal.engine.position).count
      }
      #expect(lines > 0 && table.foot.contains("Total "), "seed \(seed)")
    }
  }
}
