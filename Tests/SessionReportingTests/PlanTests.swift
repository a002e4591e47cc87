import Foundation
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A plan` {
  /// Phases and cues that bear a hostile name; what is said second has to wait or give way.
  private var hostile: Workout {
    let name = CueText(pieces: [.placeholder(.phase)])
    return Workout(
      name: PlanFixture.hostileName, description: PlanFixture.hostileName, style: .silent,
      cues: [
        CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("bell"), say: name),
        CueRule(on: .phase, at: .start(offset: .milliseconds(700)), say: name, cueClass: .start),
        CueRule(on: .phase, at: .start(offset: .milliseconds(700)), say: name, cueClass: .transition),
      ],
      nodes: [
        PlanFixture.phase(PlanFixture.hostileName, .warmup, .seconds(20)),
        PlanFixture.phase("B", .rest, .milliseconds(19_500)),
      ])
  }

  @Test func `in words is a bar of the whole, a line for each phase and cue, and the totals`() throws {
    #expect(
      try PlanFixture.table(PlanFixture.small, width: 36) == """
        Small  open  style silent

        █████▄▄████▄▄▄▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓
        █ high  ▄ low  ▓ sit

           0:00.000  █ Push  0:06.000  set 1 of 2
           0:01.000    your own cue  [bell]
           0:06.000  ▄ Breathe  0:03.000  set 1 of 2
           0:07.000    your own cue  [bell]
           0:08.000    your own cue  “Set 1 over”  (for 0:09.000)
           0:09.000  █ Push  0:06.000  set 2 of 2
           0:10.000    your own cue  [bell]
           0:15.000  ▄ Breathe  0:03.000  set 2 of 2
           0:16.000    your own cue  [bell]
           0:17.000    your own cue  “Set 2 over”  (for 0:18.000)
           0:18.000  ▓ Hang  until done
           0:19.000    your own cue  [bell]

        Total open (high 0:12, low 0:06); 5 phases, 7 cues, 0 moved, 0 left out
        """)
  }

  @Test func `in words has the number of the innermost set of several, and none of a group of one`() throws {
    let one = Node.group(SetGroup(.sets(1), nodes: [PlanFixture.phase("A", .high, .seconds(9))]))
    let alone = try PlanFixture.table(Workout(name: "W", style: .silent, nodes: [one]))
    #expect(alone.contains("█ A  0:09.000\n"), "\(alone)")
    let two = Node.group(SetGroup(.sets(2), nodes: [one]))
    let several = try PlanFixture.table(Workout(name: "W", style: .silent, nodes: [two]))
    #expect(several.contains("█ A  0:09.000  set 1 of 2\n") && several.contains("set 2 of 2"), "\(several)")
  }

  @Test func `in words has the remark on a phase below it`() throws {
    let phase = Phase(PerSet("Hang"), .sit, .after(.fixed(.seconds(9))), notes: PerSet("Slow\u{1B}[31m."))
    let table = try PlanFixture.table(Workout(name: "A", style: .silent, nodes: [.phase(phase)]))
    #expect(table.contains("\n   0:00.000  ▓ Hang  0:09.000\n             Slow\u{FFFD}[31m.\n\nTotal"))
  }

  @Test func `in words says what was moved or left out and why, and filters every name`() throws {
    let safe = "\"A\" & <b>\u{FFFD}[31m\u{FFFD}'x' ]]>"
    #expect(
      try PlanFixture.table(hostile, width: 8) == """
        \(safe)  0:39  style silent
        \(safe)

        ▒▒▒▒▁▁▁▁
        ▒ warm-up  ▁ rest

           0:00.000  ▒ \(safe)  0:20.000
           0:00.000    your own cue  [bell] “\(safe)”
           0:00.700    your own cue  “\(safe)”  left out: your own cue is spoken then
           0:01.750    your own cue  “\(safe)”  moved by 1050 ms: your own cue is spoken first
           0:20.000  ▁ B  0:19.500
           0:20.000    your own cue  [bell] “B”
           0:20.700    your own cue  “B”  left out: your own cue is spoken then
           0:21.750    your own cue  “B”  moved by 1050 ms: your own cue is spoken first

        Total 0:39.500 (warm-up 0:20, rest 0:19); 2 phases, 4 cues, 2 moved, 2 left out
        """)
  }

  @Test func `says how a text is spoken where that isn't as it is written, and where words are missing`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .zero), say: CueText(pieces: [.placeholder(.phase)]))
    let nodes = [PlanFixture.phase("3x12", .high, .seconds(10)), PlanFixture.phase("Rest", .rest, .seconds(10))]
    var workout = Workout(name: "Words", style: .silent, cues: [rule], nodes: nodes)
    let plan = try PlanFixture.plan(workout)
    let spoken = { (text: String) in text == "3x12" ? "3 times 12" : text }
    let lines = try PlanFixture.table(workout, spoken: spoken).split(separator: "\n")
    #expect(lines.contains("   0:00.000    your own cue  “3x12” (said “3 times 12”)"))
    #expect(lines.contains("   0:10.000    your own cue  “Rest”"))
    let json = PlanFixture.json(plan, spoken: spoken)
    #expect(json.contains(#""say": "3x12""#) && json.contains(#""spoken": "3 times 12""#))
    #expect(json.contains(#""untranslated": null"#))
    workout.style = .hiit
    workout.voice.language = "sv"
    let note = "note: the built-in phrases aren't translated into \"sv\": an English voice speaks them"
    #expect(try PlanFixture.table(workout).split(separator: "\n")[1] == note)
    #expect(PlanFixture.json(try PlanFixture.plan(workout)).contains(#""untranslated": "sv""#))
  }

  @Test func `names the next phase by its name where its words name the one after it`() throws {
    func phase(_ name: String) -> Node {
      .phase(Phase(PerSet(name), .high, .after(.fixed(.seconds(10))), say: "\(name), then {next}"))
    }
    let rule = CueRule(on: .phase, at: .start(offset: .zero), say: CueText(pieces: [.placeholder(.phase)]))
    let plan = try PlanFixture.plan(
      Workout(name: "Chain", style: .silent, cues: [rule], nodes: [phase("In"), phase("Hold"), phase("Out")]))
    let said = plan.rows.compactMap { row in
      if case .cue(let cue) = row { cue.say } else { nil }
    }
    #expect(said == ["In, then Hold", "Hold, then Out"])
  }

  @Test(arguments: [1, 7, 80])
  func `has a bar as wide as asked, coloured or not`(width: Int) throws {
    func bar(colored: Bool) throws -> Substring {
      let table = try PlanFixture.table(hostile, width: width, colored: colored)
      return table.split(separator: "\n", omittingEmptySubsequences: false)[3]
    }
    let (plain, colored) = (try bar(colored: false), try bar(colored: true))
    #expect(plain.count == width)
    #expect(colored.filter { "▒▁".contains($0) } == plain)
    #expect(colored.contains("\u{1B}[33m▒\u{1B}[0m") || width == 1)
  }

  @Test func `keeps no more rows than its capacity, and counts the others`() throws {
    let sets = SetGroup(.sets(Plan.capacity + 3), nodes: [PlanFixture.phase("A", .high, .seconds(1))])
    let workout = Workout(name: "Many", style: .silent, nodes: [.group(sets)])
    let plan = try PlanFixture.plan(workout)
    #expect(plan.rows.count == Plan.capacity)
    #expect(plan.stopsAt == .seconds(Plan.capacity) && plan.omittedPhases == 3)
    let cut = "\n… the table stops at 5:33:20.000: 3 more phases follow\n\nTotal 5:33:23.000; 20003 phases"
    #expect(try PlanFixture.table(workout).hasSuffix(cut))
    #expect(PlanFixture.json(plan).hasSuffix("\"stopsAt\": 20000000000000, \"omittedPhases\": 3}"))
  }

  /// Ten phases and ten cues with words of their own begin in each second; the workouts differ in how many sets follow.
  @Test func `looks at no more of a workout than it shows, however many sets follow`() throws {
    func work(sets: Int) throws -> (steps: Int, texts: Int, rows: Int) {
      let name = CueText(pieces: [.words("Set "), .placeholder(.set)])
      let inner = SetGroup(.sets(1000), nodes: [PlanFixture.phase("A", .high, .milliseconds(100))])
      let workout = Workout(
        name: "Many", style: .silent, cues: [CueRule(on: .set, at: .start(offset: .zero), say: name)],
        nodes: [.group(SetGroup(.sets(sets / 1000), nodes: [.group(inner)]))])
      let timeline = try Timeline(workout)
      var (steps, texts, rows) = (0, 0, 0)
      var table = PlanTable(of: timeline, width: 80, colored: false)
      var rehearsal = Rehearsal(timeline) { _ in
        texts += 1
        return .length(.milliseconds(50))
      }
      while !table.isFull, let reaction = rehearsal.next() {
        steps += 1
        rows += table.add(reaction, at: rehearsal.engine.state.position).count
      }
      #expect(table.foot.hasSuffix("\(sets) phases"))
      return (steps, texts, rows)
    }
    let (small, large) = (try work(sets: 20_000), try work(sets: 90_000))
    #expect(small == large && small.rows == Plan.capacity)
    #expect(small.steps <= Plan.capacity && small.texts <= Plan.capacity, "\(small)")
  }

  @Test func `as JSON comes in parts of bounded length`() throws {
    let sets = SetGroup(.sets(Plan.capacity), nodes: [PlanFixture.phase("A", .high, .seconds(1))])
    let plan = try PlanFixture.plan(Workout(name: "Many", style: .silent, nodes: [.group(sets)]))
    var parts: [Int] = []
    let frame = { (_: Duration) in 0 }
    plan.writeJSON(frameOf: frame) { parts.append($0.utf8.count) }
    #expect(parts.count > 30 && parts.allSatisfy { $0 < 66_000 }, "\(parts)")
  }

  @Test func `has its rows by time, a phase before its cues`() throws {
    let plan = try PlanFixture.plan(hostile)
    #expect(zip(plan.rows, plan.rows.dropFirst()).allSatisfy { $0.at <= $1.at })
    let kinds = plan.rows.map { row in
      switch row {
      case .phase: "phase"
      case .cue: "cue"
      case .note: "note"
      }
    }
    let part = ["phase", "cue", "note", "note", "cue"]
    #expect(kinds == part + part)
  }

  @Test func `as JSON holds every phase, cue and note`() throws {
    let text = PlanFixture.json(try PlanFixture.plan(hostile))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["api"] as? Int == SessionEvent.api)
    #expect(object["workout"] as? String == PlanFixture.hostileName)
    #expect(object["style"] as? String == "silent")
    #expect(object["total"] as? Int == 39_500_000_000)
    #expect(object["omittedPhases"] as? Int == 0)
    let phases = try #require(object["phases"] as? [[String: Any]])
    #expect(phases.map { $0["name"] as? String } == [PlanFixture.hostileName, "B"])
    let cues = try #require(object["cues"] as? [[String: Any]])
    #expect(cues.map { $0["frame"] as? Int } == [0, 700, 20_000, 20_700])
    let notes = try #require(object["notes"] as? [[String: Any]])
    #expect(notes.map { $0["change"] as? String } == ["leftOut", "moved", "leftOut", "moved"])
  }

  @Test func `as JSON has its fields in order, and empty lists where there is nothing`() throws {
    let plan = try PlanFixture.plan(
      Workout(name: "A", style: .silent, nodes: [PlanFixture.phase("B", .high, .seconds(1))]))
    #expect(
      PlanFixture.json(plan) == """
        {"api": 1, "workout": "A", "style": "silent", "untranslated": null, "total": 1000000000, "language": "en", \
        "phases": [
          {"name": "B", "intensity": "high", "path": "phases[0]", "set": null, "sets": null, "start": 0, \
        "end": 1000000000}
        ], "cues": [], "notes": [], "stopsAt": null, "omittedPhases": 0}
        """)
  }
}
