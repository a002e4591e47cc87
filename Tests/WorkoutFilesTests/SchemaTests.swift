import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

/// The schema that editors use and the reader must agree on all that the schema can check.
@Suite struct `The JSON schema` {
  private let schema = SchemaValidator("workout.schema.json")

  @Test func `refuses what the reader refuses, where a schema can check it`() throws {
    let refused = try CaseFile.refused()
    let verdicts = try schema.accepts(refused.map(\.text))
    for (refused, isAccepted) in zip(refused, verdicts) {
      #expect(isAccepted != refused.isRefusedBySchema, "\(refused.text)")
    }
  }

  @Test func `accepts what the reader accepts`() throws {
    let accepted = try CaseFile.accepted()
    for (text, isAccepted) in zip(accepted, try schema.accepts(accepted)) {
      #expect(isAccepted, "\(text)")
    }
  }

  @Test func `accepts whatever the writer writes`() throws {
    let seed: UInt64 = 20_261
    var generator = RandomWorkoutFiles(seed: seed)
    let texts = (0..<80).map { _ in WorkoutWriter.write(generator.workout(), schema: "s.json") }
    for (text, isAccepted) in zip(texts, try schema.accepts(texts)) {
      #expect(isAccepted, "seed \(seed): \(text)")
    }
  }

  @Test func `accepts the cue rules of each style`() throws {
    let texts = Style.allCases.map { style in
      "{ \"name\": \"A\", \"phases\": [{ \"name\": \"A\", \"duration\": 1 }], \"cues\": "
        + WorkoutWriter.write(style.rules) + "}"
    }
    #expect(try schema.accepts(texts).allSatisfy(\.self))
  }

  @Test func `is a valid schema in its draft and in draft 7`() throws {
    #expect(
      try schema.run("Draft202012Validator.check_schema(schema); Draft7Validator.check_schema(schema); print('ok')")
        == "ok\n")
  }

  @Test func `describes every key for editors`() throws {
    #expect(try schema.undescribed() == "")
  }
}
