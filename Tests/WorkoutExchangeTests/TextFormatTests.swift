import Testing
import WorkoutExchange
import WorkoutModel

@Suite struct `Workouts in text` {
  private func read(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> (
    lines: [String], losses: [String], name: String
  ) {
    let result = try Exchange.read(text, options)
    return (Exchange.lines(result.workouts[0]), Exchange.losses(result, in: "a"), result.workouts[0].name)
  }

  @Test func `of intervals icu become phases, headings and repeats`() throws {
    let result = try read(
      """
      Sweet spot

      Warmup
      - 10m ramp 50-75%

      Main set 3x
      - Push 1m30 88-94% 90rpm
      - 1'30" 55%

      2x
      - 30s 120%
      - 90s Z1

      - 3x
        - 1m30s 220w
        - 1h 145bpm
      - 4x 20s 200%
      Cooldown
      - 5m 60% HR
      """)
    #expect(result.name == "Sweet spot")
    #expect(
      result.lines == [
        "Warm up 50-75 % (warmup) 10m @ ramp 50-75%",
        "3x Main set [Push (high) 1m30s @ 88-94% 90rpm; Steady 55 % (low) 1m30s @ 55%]",
        "2x [Steady 120 % (high) 30s @ 120%; Steady Z1 (rest) 1m30s @ Z1]",
        "3x [Steady 220w (high) 1m30s @ 220w; Steady 145bpm (high) 1h @ 145bpm]",
        "4x [Steady 200 % (high) 20s @ 200%]", "Cool down 60 % HR (cooldown) 5m @ 60% HR",
      ])
    #expect(result.losses == [])
  }

  @Test func `of intervals icu have distances, lap buttons, rests, prompts and words that mean nothing`() throws {
    let result = try read(
      "- 400mtr 95% pace 30s rest\n- Relax 20^Breathe<!> 5m Z1 170spm\n- lap press Z2\n- 2km 5:00/km\n- drill\n")
    #expect(
      result.lines == [
        "400 m (high) open @ 95% pace", "Rest (rest) 30s", "Relax (rest) 5m @ Z1 {phase start+20s “Breathe”}",
        "Lap (low) open @ Z2", "2 km (high) open @ 5:00/km pace",
      ])
    #expect(
      result.losses == [
        "a:1: step: a step that ends by distance became an open phase (2 times)", "a:2: \"170spm\" means nothing here",
        "a:3: step: a step that ends by a button became an open phase",
        "a:5: \"drill\": a step without a length: left out",
      ])
  }

  @Test func `of intervals icu have odd names, headings before blank lines, and lengths beside buttons`() throws {
    let result = try read("Main set 3x\n\n- Bench press 45s\n- 10m 60% press lap\n\nEnd\n- 5m\n")
    #expect(
      result.lines == ["3x Main set [Bench press (high) 45s; Lap (low) open @ 60%]", "Steady (high) 5m"])
    #expect(
      result.losses == [
        "a:4: step: a step that ends by a button became an open phase", "a:6: the heading \"End\" is not kept",
      ])
  }

  @Test(arguments: [
    ("- 30 sec 62,5%", "Steady 62.5 % (low) 30s @ 62.5%"), ("- Warm 5min", "Warm (warmup) 5m"),
    ("- 1 min 30 sec", "Steady (high) 1m30s"), ("- 1h 30 minutes", "Steady (high) 1h30m"),
    ("- 1,5 min 50%", "Steady 50 % (low) 1m30s @ 50%"), ("- Row 20 5m", "Row 20 (high) 5m"),
    ("- 90secs", "Steady (high) 1m30s"), ("- Run 400mtr", "Run, 400 m (high) open"),
    ("- 5m 30s rest", "Steady (high) 5m|Rest (rest) 30s"), ("- 2 min 30 sec rest", "Steady (high) 2m|Rest (rest) 30s"),
  ])
  func `of intervals icu have times as people write them`(_ line: String, _ expected: String) throws {
    #expect(try read("\(line)\n").lines.joined(separator: "|") == expected)
  }

  @Test func `of intervals icu have an intensity by pace and heart rate as by power`() throws {
    let targets = [
      "Z1 pace", "Z2 pace", "Z2 HR", "60% pace", "Z5 HR", "95% LTHR", "70% HR", "40% HR", "145bpm", "6:00/km pace",
    ]
    let result = try read(targets.map { "- Go 1m \($0)\n" }.joined())
    let found = result.lines.map { String($0.split { "()".contains($0) }[1]) }
    #expect(found == ["rest", "low", "low", "low", "high", "high", "low", "rest", "high", "high"])
  }

  @Test func `of intervals icu as JSON have nested repeats and units`() throws {
    let result = try read(
      #"""
      [{ "name": "Doc", "workout_doc": { "steps": [
        { "duration": 600, "ramp": true, "warmup": true, "power": { "start": 50, "end": 75, "units": "%ftp" } },
        { "reps": 3, "text": "Set", "steps": [
          { "duration": 60.5, "power": { "value": 4, "units": "power_zone" },
            "cadence": { "value": 90, "units": "rpm" } },
          { "duration": 30, "hr": { "start": 70, "end": 80, "units": "%lthr" }, "hidepower": true } ] },
        { "distance": 500, "pace": { "value": 90, "units": "%pace" } },
        { "duration": 60, "freeride": true, "intensity": "rest", "odd": 1 } ] } }]
      """#)
    #expect(result.name == "Doc")
    #expect(
      result.lines == [
        "Warm up 50-75 % (warmup) 10m @ ramp 50-75%",
        "3x Set [Steady Z4 90rpm (high) 1m0.5s @ Z4 90rpm; Steady 70-80 % LTHR (low) 30s @ 70-80% LTHR]",
        "500 m (high) open @ 90% pace", "Free ride (rest) 1m",
      ])
    #expect(result.losses.last == "a:8: steps[3]: \"odd\" means nothing here")
  }

  private static let erg = """
    [COURSE HEADER]
    VERSION = 2
    DESCRIPTION=Ramps
    FILE NAME = ramps.erg
    FTP = 250
    MINUTES WATTS
    [END COURSE HEADER]
    [COURSE DATA]
    0.00 125
    5.00 125
    5.00 250
    7.5 250
    7.5\t125
    8 0
    [END COURSE DATA]
    [COURSE TEXT]
    30 "Stay seated" 10
    [END COURSE TEXT]
    """

  @Test func `of points become steps and ramps`() throws {
    let result = try read(Self.erg)
    #expect(result.name == "ramps")
    #expect(
      result.lines == [
        "Steady 50 % (low) 5m @ 50%", "Steady 100 % (high) 2m30s @ 100%", "Ramp 50-0 % (rest) 30s @ ramp 50-0%",
        "{workout start+30s “Stay seated”}",
      ])
    let watts = try read(Self.erg.replacing("FTP = 250\n", with: ""))
    #expect(watts.lines[0] == "Steady 125w (high) 5m @ 125w")
    #expect(
      try read(Self.erg.replacing("FTP = 250\n", with: ""), ImportOptions(ftp: 125)).lines[0]
        == "Steady 100 % (high) 5m @ 100%")
    let percent = Self.erg.replacing("MINUTES WATTS", with: "MINUTES PERCENT")
    #expect(try read(percent).lines[0] == "Steady 125 % (high) 5m @ 125%")
    let points = "[COURSE HEADER]\nMINUTES PERCENT\n[COURSE DATA]\n0 50\n1 50\n1 52\n2 52\n2 90\n3 90\n"
    #expect(try read(points).lines.count == 3)
    #expect(
      try read(points, ImportOptions(merge: 5000)).lines
        == ["Steady 50 % (low) 2m @ 50%", "Steady 90 % (high) 1m @ 90%"])
  }

  @Test(arguments: [",", ";", "\t"]) func `of tables have columns in any order`(_ separator: String) throws {
    let rows = [
      ["duration", "name", "sets", "group", "intensity", "target", "say", "notes", "colour"],
      ["10", "Get ready", "", "", "prepare", "", "", "", "red"],
      ["20s", "\"Work, \"\"hard\"\"\"", "8", "Tabata", "high", "95% 90rpm", "Go", "Slowly", ""],
      ["0:10", "Rest", "8", "Tabata", "", "", "", "", ""], ["open", "Cool down", "", "", "", "", "", "", ""],
    ]
    let result = try read("\u{FEFF}" + rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n"))
    #expect(
      result.lines == [
        "Get ready (prepare) 10s",
        "8x Tabata [Work, \"hard\" (high) 20s @ 95% 90rpm say “Go” notes “Slowly”; Rest (rest) 10s]",
        "Cool down (cooldown) open",
      ])
    #expect(result.losses == ["a:1: colour: this column means nothing here"])
  }

  @Test func `of tables have times in words, decimal commas and quoted numbers`() throws {
    let result = try read(
      "name;duration;target\nA;30 sec;62,5%\nB;5min;\nC;1,5;\nD;\"2,5\";\nE;1,5 min;\nF;1 h 30 min;a, b\n")
    #expect(
      result.lines == [
        "A (low) 30s @ 62.5%", "B (high) 5m", "C (high) 1.5s", "D (high) 2.5s", "E (high) 1m30s",
        "F (high) 1h30m @ a, b",
      ])
    #expect(try read("name,duration\nA,\"1,5\"\nB,30 sec\n").lines == ["A (high) 1.5s", "B (high) 30s"])
  }

  @Test func `of tables are refused with the row`() {
    do throws(ExchangeError) {
      _ = try Exchange.read("name,duration,intensity\nA,soon,high\nB,10,hard\n")
      Issue.record("read")
    } catch {
      #expect(
        error.errors.map { $0.text(in: "a.csv") } == [
          "a.csv:2: duration: \"soon\" is not a duration: write seconds, 1:30, or 1m30s",
          "a.csv:3: intensity: \"hard\" is not an intensity",
        ])
    }
  }
}
