import Cuebell
import Foundation
import Testing

/// A workout as it is written in a file, and in code.
private struct Twin: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let json: String
  let code: Workout

  init(_ description: String, _ rest: String, _ build: () throws -> Workout) rethrows {
    (testDescription, json, code) = (description, #"{ "name": "W", \#(rest) }"#, try build())
  }

  static func all() throws -> [Twin] { try texts() + phases() + lists() + groups() + rules() }

  private static func texts() throws -> [Twin] {
    [
      Twin(
        "texts, sounds and voices",
        """
        "$schema": "workout.schema.json", "description": "Short.", "author": "A", "tags": ["hiit"],
        "style": { "base": "boxing", "without": ["clapper"] }, "coach": { "every": "45s" },
        "voice": { "language": "de", "variant": "f3", "rate": 150, "pitch": 40, "gain": -2, "recordings": "voice" },
        "ambient": { "sound": "rain", "gain": -3, "fade": "2s", "duck": "clear" }, "sounds": { "clap": "clap.wav" },
        "pronounce": { "Qi": "chee" }, "translations": { "fr": { "Work": "Effort" } },
        "phases": [{ "name": "Work", "duration": 20 }]
        """
      ) {
        Workout(
          name: "W", description: "Short.", author: "A", tags: ["hiit"], style: .boxing, without: ["clapper"],
          voice: Voice(language: "de", variant: "f3", rate: 150, pitch: 40), voiceGain: -2, recordings: "voice",
          ambient: Ambient(sound: "rain", gain: -3, fade: .seconds(2), duck: .clear), sounds: ["clap": "clap.wav"],
          pronounce: ["Qi": "chee"], translations: ["fr": ["Work": "Effort"]], coach: .on(every: .seconds(45)),
          nodes: [.phase(Phase("Work", for: .seconds(20)))])
      },
      try Twin(
        "a block that is used twice",
        #""blocks": { "row": { "name": "Row", "duration": 60 } }, "phases": [{ "use": "row" }, { "use": "row" }]"#
      ) {
        let row = Phase("Row", for: .seconds(60))
        return try Workout("W") {
          row
          row
        }
      },
    ]
  }

  private static func phases() throws -> [Twin] {
    [
      try Twin(
        "phases that end in each way",
        """
        "phases": [
          { "name": "Talk", "duration": "track", "track": "talk.flac", "ambient": null },
          { "name": "Wait", "duration": { "random": ["3s", "9s"] }, "surprise": false, "intensity": "low" },
          { "name": "Rest", "duration": { "of": "Wait", "times": 1.5 }, "intensity": "rest" },
          { "name": "Curls", "tempo": "3-1-2-0", "reps": 8, "ambient": { "sound": "ocean", "duck": -6 } },
          { "name": "Plank", "open": true, "cap": "2m", "atLeast": "20s", "coach": false, "notes": "Flat back." },
          { "name": "Calm", "cap": "3m", "until": { "heartRate": "< 120", "hold": "10s" } },
          { "name": "Spin", "cap": "3m", "until": { "cadence": "> 90" } },
          { "name": "Push", "cap": "3m", "until": { "power": "> 200" } },
          { "name": "Speech", "duration": "7m", "overtime": "30s", "say": "Go", "target": "90rpm",
            "stages": [{ "at": "end-1m", "intensity": "warmup" }] },
          { "name": "Questions", "duration": "3m", "overtime": true }
        ]
        """
      ) {
        try Workout("W") {
          Phase("Talk", for: .track, ambient: .silent, track: "talk.flac")
          Phase("Wait", for: .random(RandomLength(.seconds(3), .seconds(9), isSurprise: false)), .low)
          Phase("Rest", for: .relative(RelativeLength(of: "Wait", millionths: 1_500_000)), .rest)
          if let tempo = Tempo("3-1-2-0") {
            Phase("Curls", for: .tempo(tempo), reps: 8, ambient: .bed(Ambient(sound: "ocean", duck: -6)))
          }
          Phase(
            open: "Plank", cap: .seconds(120), atLeast: .seconds(20), notes: "Flat back.", coach: .off)
          Phase(
            open: "Calm", cap: .seconds(180),
            until: Until(.heartRate, .below, Target.Part(.beatsPerMinute, 120_000), hold: .seconds(10)))
          Phase(
            open: "Spin", cap: .seconds(180),
            until: Until(.cadence, .above, Target.Part(.revolutionsPerMinute, 90_000)))
          Phase(open: "Push", cap: .seconds(180), until: Until(.power, .above, Target.Part(.watts, 200_000)))
          Phase(
            "Speech", for: .seconds(420), say: "Go", target: Target("90rpm"), overtime: .limited(.seconds(30)),
            stages: [PhaseStage(at: .end(offset: .seconds(-60)), intensity: .warmup)])
          Phase("Questions", for: .seconds(180), overtime: .unlimited)
        }
      },
      try Twin(
        "metronomes",
        """
        "phases": [
          { "name": "Run", "duration": 60,
            "metronome": { "bpm": 172.5, "sound": "woodblock", "accent": 4, "gain": -2 } },
          { "name": "Row", "duration": 60, "metronome": { "every": "1.5s" } }
        ]
        """
      ) {
        try Workout("W") {
          Phase(
            "Run", for: .seconds(60),
            metronome: Metronome(.perMinute(172.5), sound: "woodblock", accent: 4, gain: -2))
          Phase("Row", for: .seconds(60), metronome: Metronome(.every(.milliseconds(1500))))
        }
      },
    ]
  }

  private static func lists() throws -> [Twin] {
    [
      try Twin(
        "values by set",
        """
        "phases": [{ "name": "Round", "sets": 2, "phases": [{ "sets": 3, "phases": [
          { "name": ["Squats", "Push-ups", "Rows"], "say": ["Low", "Wide", "Pull"], "notes": ["a", "b"],
            "reps": [12, 10, 8], "target": ["60%", "70%"], "duration": ["30s", "40s", "50s"] },
          { "name": { "by": "Round", "of": ["Lunges", "Planks"] }, "duration": { "from": "20s", "by": "5s" },
            "reps": { "from": 1, "by": 1 }, "metronome": { "bpm": [60, 66.5, 70] } },
          { "name": "Step", "open": true, "reps": { "by": "Round", "of": [4, 6] },
            "metronome": { "bpm": { "from": 60, "by": 2.5 } } }
        ] }] }]
        """
      ) {
        try Workout("W") {
          Sets(2, name: "Round") {
            Sets(3) {
              Phase(
                PerSet("Squats", "Push-ups", "Rows"), .high, .after(.perSet([30, 40, 50].map { .seconds($0) })),
                reps: .perSet(PerSet(12, 10, 8)), say: PerSet("Low", "Wide", "Pull"), notes: PerSet("a", "b"),
                target: PerSet(Target("60%"), Target("70%")))
              Phase(
                PerSet("Lunges", "Planks", by: "Round"), .high,
                .after(.progression(from: .seconds(20), by: .seconds(5))), reps: .progression(from: 1, by: 1),
                metronome: Metronome(.perSet(PerSet(60, 66.5, 70))))
              Phase(
                "Step", .high, .open(), reps: PerSet(list: [4, 6], by: "Round").map { .perSet($0) },
                metronome: Metronome(.progression(from: 60, by: 2.5)))
            }
          }
        }
      }
    ]
  }

  private static func groups() throws -> [Twin] {
    [
      try Twin(
        "groups",
        """
        "phases": [
          { "sets": 4, "order": "shuffled-each-set", "pick": 1, "sides": ["left", "right"], "coach": true,
            "between": { "name": "Walk", "duration": "15s", "intensity": "rest" }, "metronome": { "bpm": 90 },
            "phases": [{ "name": "A", "duration": 20, "skip": "last" }, { "name": "B", "duration": 20 }] },
          { "for": "12m", "phases": [{ "name": "A", "duration": 20, "sides": ["in", "out"], "change": 5 }] },
          { "sets": 3, "every": ["1m", "50s", "40s"], "phases": [{ "name": "A", "open": true, "skip": [1, 2] }] },
          { "sets": 3, "every": { "from": "1m", "by": "-5s" }, "phases": [{ "name": "A", "open": true }] },
          { "for": "10m", "every": "1m", "phases": [{ "name": "A", "open": true }] },
          { "sets": 5, "cap": "20m", "phases": [{ "name": "A", "open": true, "sides": true, "change": "5s" }] }
        ]
        """
      ) {
        let open = Phase(open: "A")
        return try Workout("W") {
          Sets(
            4, order: .shuffledEachSet, pick: 1, sides: Sides(["left", "right"]),
            between: Phase("Walk", for: .seconds(15), .rest), metronome: Metronome(.perMinute(90)), coach: .standard
          ) {
            Phase("A", for: .seconds(20), skip: .last)
            Phase("B", for: .seconds(20))
          }
          Sets(.total(.seconds(720))) {
            Phase("A", for: .seconds(20), sides: Sides(["in", "out"], change: .seconds(5)))
          }
          Sets(.interval(sets: 3, every: .perSet([60, 50, 40].map { .seconds($0) }))) {
            Phase(open: "A", skip: .numbers([1, 2]))
          }
          Sets(.interval(sets: 3, every: .progression(from: .seconds(60), by: .seconds(-5)))) { open }
          Sets(.totalInterval(total: .seconds(600), every: .seconds(60))) { open }
          Sets(.capped(sets: 5, cap: .seconds(1200))) { Phase(open: "A", sides: Sides(change: .seconds(5))) }
        }
      }
    ]
  }

  private static func rules() throws -> [Twin] {
    [
      try Twin(
        "cue rules",
        """
        "style": "silent",
        "cues": [
          { "id": "names", "on": "phase", "at": ["start", "half+1s", "25%"], "say": "{phase}", "class": "start",
            "sound": "gong", "strikes": 2, "spacing": "1s", "gain": -3,
            "voice": { "language": "fr", "variant": "f2", "rate": 120, "pitch": 60 },
            "if": { "intensity": ["high", "low"], "atLeast": "10s", "intensityChanges": true } },
          { "on": "phase", "at": "end-3s", "count": 3, "if": { "longerThan": "8s", "endsSet": true } },
          { "on": "set", "at": "end", "say": "Set {set}", "align": "end", "if": { "set": { "every": 3, "from": 2 } } },
          { "on": "set", "at": "start", "sound": "bell", "if": { "set": [1, 3], "severalPhases": true } },
          { "on": "set", "at": "end-3s", "say": "In", "if": { "set": "not-last", "counted": true } },
          { "on": "workout", "at": "every 5m", "sound": "bowl", "if": { "before": "end-30s", "after": "start+1m" } },
          { "on": "workout", "at": "random 2", "sound": "bowl" }
        ],
        "phases": [{ "sets": 2, "phases": [
          { "name": "A", "duration": "20m", "cues": [{ "on": "phase", "at": "half", "sound": "bell" }] },
          { "name": "B", "duration": "20m" }
        ] }]
        """
      ) {
        let names = CueRule(
          "names", on: .phase, at: .start(offset: .zero),
          further: [.half(offset: .seconds(1)), .part(percent: 25, offset: .zero)],
          sound: CueSound("gong", strikes: 2, spacing: .seconds(1), gain: -3), say: try CueText("{phase}"),
          voice: VoiceChange(language: "fr", variant: "f2", rate: 120, pitch: 60), speechGain: -3, cueClass: .start,
          condition: Condition(
            intensity: [.high, .low], atLeast: .seconds(10), intensityChanges: true))
        let sets = [
          CueRule(
            on: .set, at: .end(offset: .zero), say: try CueText("Set {set}"), align: .end,
            condition: Condition(set: .every(3, from: 2))),
          CueRule(
            on: .set, at: .start(offset: .zero), sound: CueSound("bell"),
            condition: Condition(set: .numbers([1, 3]), severalPhases: true)),
          CueRule(
            on: .set, at: .end(offset: .seconds(-3)), say: try CueText("In"),
            condition: Condition(set: .notLast, counted: true)),
        ]
        let count = CueRule(
          on: .phase, at: .end(offset: .seconds(-3)), count: 3,
          condition: Condition(longerThan: .seconds(8), endsSet: true))
        let bells = [
          CueRule(
            on: .workout, at: .every(.seconds(300)), sound: CueSound("bowl"),
            condition: Condition(before: .end(offset: .seconds(-30)), after: .start(offset: .seconds(60)))),
          CueRule(on: .workout, at: .random(2), sound: CueSound("bowl")),
        ]
        let half = CueRule(on: .phase, at: .half(offset: .zero), sound: CueSound("bell"))
        return try Workout("W", style: .silent, cues: [names, count] + sets + bells) {
          Sets(2) {
            Phase("A", for: .seconds(1200), cues: [half])
            Phase("B", for: .seconds(1200))
          }
        }
      }
    ]
  }
}

@Suite struct `A workout in code` {
  @Test func `is the one that a file describes, and writes a file that describes it`() throws {
    for twin in try Twin.all() {
      #expect(try Workout(json: twin.json) == twin.code, "\(twin.testDescription)")
      #expect(try Workout(json: twin.code.json) == twin.code, "\(twin.testDescription)")
    }
  }

  @Test func `can say whatever a file can`() throws {
    let schema = URL(filePath: #filePath).appending(path: "../../../../../Schemas/workout.schema.json").standardized
    let keys = keys(of: try JSONSerialization.jsonObject(with: Data(contentsOf: schema)))
    let texts = try Twin.all().map(\.json).joined()
    #expect(keys.count > 70)
    #expect(keys.filter { !texts.contains("\"\($0)\":") }.sorted() == [])
  }

  /// The names of all properties in a schema.
  private func keys(of value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(keys(of: $1)) } }
    guard let object = value as? [String: Any] else { return [] }
    let own = (object["properties"] as? [String: Any]).map { Set($0.keys) } ?? []
    return object.values.reduce(into: own) { $0.formUnion(keys(of: $1)) }
  }
}
