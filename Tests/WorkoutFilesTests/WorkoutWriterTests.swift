import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct `The writer` {
  @Test func `writes what reads back as the same workout, and the same again`() throws {
    let seed: UInt64 = 7_919
    var generator = RandomWorkoutFiles(seed: seed)
    for round in 0..<500 {
      let workout = generator.workout()
      try #require(workout.problems == [], "seed \(seed), round \(round)")
      let text = WorkoutWriter.write(workout)
      let back = try read(text)
      let isSame = back == workout && WorkoutWriter.write(back) == text
      #expect(isSame, "seed \(seed), round \(round): \(text)")
    }
  }

  @Test func `keeps the accepted files as they are in meaning`() throws {
    for text in try CaseFile.accepted() {
      let workout = try read(text)
      #expect(try read(WorkoutWriter.write(workout)) == workout, "\(text)")
    }
  }

  @Test(arguments: Style.allCases)
  func `writes the rules of a style so that they read back`(style: Style) throws {
    let rules = WorkoutWriter.write(style.rules)
    let file = "{ \"name\": \"A\", \"phases\": [{ \"name\": \"A\", \"duration\": 1 }], \"cues\": \(rules) }"
    #expect(try read(file).cues == style.rules)
  }

  @Test func `puts a phase on one line and a group on several`() throws {
    let workout = Workout(
      name: "Tabata", ambient: Ambient(sound: "rain", gain: -3),
      nodes: [
        .phase(Phase("Get ready", .prepare, .after(.fixed(.seconds(10))))),
        .group(
          SetGroup(
            .sets(8),
            nodes: [
              .phase(Phase("Work", .high, .after(.fixed(.seconds(90))))),
              .phase(Phase("Rest", .low, .after(.fixed(.milliseconds(1500))), skip: .last)),
            ])),
      ])
    #expect(
      WorkoutWriter.write(workout) == """
        {
          "name": "Tabata",
          "style": "hiit",
          "ambient": { "sound": "rain", "gain": -3 },
          "phases": [
            { "name": "Get ready", "intensity": "prepare", "duration": "10s" },
            {
              "sets": 8,
              "phases": [
                { "name": "Work", "intensity": "high", "duration": "1m30s" },
                { "name": "Rest", "intensity": "low", "duration": "1.5s", "skip": "last" }
              ]
            }
          ]
        }

        """)
  }

  @Test func `escapes whatever could steer a terminal or break a line`() {
    let text = WorkoutWriter.write(Workout(name: "a\u{1B}\u{7F}\u{9B}\u{2028}\"\\\n\tä", nodes: []))
    #expect(text.contains(#""name": "a\u001b\u007f\u009b\u2028\"\\\n\tä""#))
  }

  @Test func `breaks a line before it passes 120 columns`() {
    let fits = Phase(PerSet(String(repeating: "n", count: 62)), .high, .after(.fixed(.seconds(1))))
    let tooLong = Phase(PerSet(String(repeating: "n", count: 63)), .high, .after(.fixed(.seconds(1))))
    let text = WorkoutWriter.write(Workout(name: "A", nodes: [.phase(fits), .phase(tooLong)]))
    let lines = text.split(separator: "\n")
    #expect(lines.map(\.count).max() == 120)
    #expect(lines.contains { $0 == "      \"duration\": \"1s\"" })
  }

  @Test func `gives each workout a digest of its text, the same in every build`() throws {
    let phase = Phase(PerSet(.work), .high, .after(.fixed(.seconds(20))))
    var workout = Workout(name: "Short", sounds: ["a": "a.wav", "b": "b.wav"], nodes: [.phase(phase)])
    let digest = try Timeline(workout).digest
    #expect(digest == "21cba3182e65d6a9")
    #expect(try Timeline(read(WorkoutWriter.write(workout)), seed: 7).digest == digest)
    workout.sounds["b"] = "c.wav"
    #expect(try Timeline(workout).digest != digest)
  }
}
