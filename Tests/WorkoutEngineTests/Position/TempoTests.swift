import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A phase with a tempo` {
  private static func workout(_ tempo: String, _ reps: Reps, style: Style = .silent, sets: Int = 1) throws -> Workout {
    let tempo = try #require(Tempo(tempo))
    let phase = Phase("Squat", .high, .after(.tempo(tempo)), reps: reps)
    return Workout(name: "Squats", style: style, nodes: [.group(SetGroup(.sets(sets), nodes: [.phase(phase)]))])
  }

  /// The cues of a whole run, a line each.
  private static func cues(_ workout: Workout) throws -> [String] {
    var harness = try EngineHarness(workout)
    harness.run(to: 100)
    return harness.score.lines
  }

  @Test func `says the number of each repetition, and each part has its own sound`() throws {
    let lines = try Self.cues(Self.workout("3-1-2-0.5", .perSet(PerSet(2))))
    #expect(
      lines == [
        "0 interval [woodblock]", "0 interval \"1\"", "3 interval [tick]", "4 interval [beep]", "6 interval [tick]",
        "6.500 interval [woodblock]", "6.500 interval \"2\"", "9.500 interval [tick]", "10.500 interval [beep]",
        "12.500 interval [tick]",
      ], "\(lines)")
  }

  @Test func `is silent of a part that lasts no time`() throws {
    let lines = try Self.cues(Self.workout("0-0-1-0", .perSet(PerSet(2))))
    #expect(
      lines == [
        "0 interval [beep]", "0 interval \"1\"", "1 interval [beep]", "1 interval \"2\"",
      ], "\(lines)")
  }

  @Test func `counts as many repetitions as its set has`() throws {
    let numbers = try Self.cues(Self.workout("1-0-1-0", .progression(from: 1, by: 1), sets: 3)).filter {
      $0.contains("\"")
    }
    #expect(numbers.map { $0.suffix(2).first } == ["1", "1", "2", "1", "2", "3"], "\(numbers)")
  }

  @Test func `is called by its name behind the first number`() throws {
    let hiit = try Self.cues(Self.workout("3-1-2-0", .perSet(PerSet(4)), style: .hiit))
    #expect(hiit.contains { $0.contains("\"1\"") }, "\(hiit)")
    #expect(hiit.contains { $0.contains("Squat, 4 reps") }, "\(hiit)")
  }
}
