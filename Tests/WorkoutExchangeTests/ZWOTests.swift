import StrictJSON
import Testing
import WorkoutExchange
import WorkoutModel
import XMLReading

@Suite struct `A ZWO file` {
  private func read(_ body: String, header: String = "<name>Test</name>") throws -> (lines: [String], losses: [String])
  {
    let result = try Exchange.read("<workout_file>\(header)<workout>\n\(body)\n</workout></workout_file>")
    return (Exchange.lines(result.workouts[0]), Exchange.losses(result, in: "a.zwo"))
  }

  @Test func `becomes phases with targets`() throws {
    let result = try read(
      """
      <Warmup Duration="600" PowerLow="0.5" PowerHigh="0.75" Cadence="90"/>
      <SteadyState Duration="300" Power="0.95"/>
      <steadystate duration="60" powerlow="0.88" powerhigh="0.94"/>
      <Ramp Duration="120" PowerLow="0.6" PowerHigh="0.4"/>
      <FreeRide Duration="60.0"/>
      <MaxEffort Duration="30"/>
      <SteadyState Duration="60" Zone="4" CadenceLow="85" CadenceHigh="95"/>
      <Cooldown Duration="180.00002" PowerLow="0.69999999" PowerHigh="0.30000001"/>
      """)
    #expect(
      result.lines == [
        "Warm up 50-75 % 90rpm (warmup) 10m @ ramp 50-75% 90rpm", "Steady 95 % (high) 5m @ 95%",
        "Steady 88-94 % (high) 1m @ 88-94%", "Ramp 60-40 % (low) 2m @ ramp 60-40%", "Free ride (high) 1m",
        "Max effort (high) 30s", "Steady Z4 85-95rpm (high) 1m @ Z4 85-95rpm",
        "Cool down 70-30 % (cooldown) 3m @ ramp 70-30%",
      ])
    #expect(result.losses == [])
  }

  @Test func `repeats intervals, and says their texts over all of them`() throws {
    let result = try read(
      """
      <SteadyState Duration="60" Power="0.5"/>
      <IntervalsT Repeat="3" OnDuration="30" OffDuration="15" OnPower="1.2" PowerOffLow="0.4"
        PowerOffHigh="0.5" CadenceResting="60">
        <textevent timeoffset="50" message="Second one"/>
      </IntervalsT>
      """)
    #expect(
      result.lines == [
        "Steady 50 % (low) 1m @ 50%",
        "3x [Interval 120 % (high) 30s @ 120%; Recover 40-50 % 60rpm (rest) 15s @ 40-50% 60rpm]",
        "{workout start+1m50s “Second one”}",
      ])
  }

  @Test func `lists what means nothing here, once for each kind, and texts after their ends`() throws {
    let result = try read(
      """
      <SteadyState Duration="60" Power="0.5" FlatRoad="1"/>
      <SteadyState Duration="60" Power="0.5" FlatRoad="1">
        <TextEvent TimeOffset="20" message="Hello"/>
        <textevent timeoffset="75" message="Never"/>
      </SteadyState>
      """, header: "<n>Odd</n><category>x</category><tags><tag name='a'/><tag>b</tag></tags>")
    #expect(result.lines[1] == "Steady 50 % (low) 1m @ 50% {phase start+20s “Hello”}")
    #expect(
      result.losses == [
        "a.zwo:1: category: this element means nothing here",
        "a.zwo:2: SteadyState: FlatRoad=\"1\" means nothing here (2 times)",
        "a.zwo:5: textevent: at 75 s, after the end of its interval (60 s): left out",
      ])
  }

  @Test func `says its texts before the names that its steps were given`() throws {
    let result = try Exchange.read(
      """
      <workout_file><name>A</name><workout><IntervalsT Repeat="2" OnDuration="30" OffDuration="15" OnPower="1.2"
      OffPower="0.4"><textevent timeoffset="45" message="Up"/></IntervalsT></workout></workout_file>
      """)
    #expect(result.workouts[0].cues.map(\.effectiveClass) == [.start])
    let second = try Exchange.read(
      """
      [COURSE HEADER]\nMINUTES PERCENT\n[COURSE DATA]\n0 50\n1 50\n1 90\n2 90\n[END COURSE DATA]
      [COURSE TEXT]\n0\tEasy\t5\n60\tHard\t5\n
      """)
    #expect(second.workouts[0].cues.map(\.effectiveClass) == [.start, .start])
  }

  @Test func `has cool-downs that fall, whichever way their powers are written, and steps without a pace`() throws {
    let result = try read(
      """
      <Cooldown Duration="60" PowerLow="0.4" PowerHigh="0.6" pace="0"/>
      <Cooldown Duration="60" PowerLow="0.6" PowerHigh="0.4"/>
      <Cooldown Duration="60" Power="0.5"/>
      <Ramp Duration="60" PowerLow="0.4" PowerHigh="0.6" pace="1"/>
      <Warmup Duration="60" PowerLow="0.6" PowerHigh="0.4"/>
      <FreeRide Duration="60" FlatRoad="0"/>
      """)
    #expect(
      result.lines == [
        "Cool down 60-40 % (cooldown) 1m @ ramp 60-40%", "Cool down 60-40 % (cooldown) 1m @ ramp 60-40%",
        "Cool down 50 % (cooldown) 1m @ 50%", "Ramp 40-60 % (low) 1m @ ramp 40-60%",
        "Warm up 60-40 % (warmup) 1m @ ramp 60-40%", "Free ride (high) 1m",
      ])
    #expect(result.losses == ["a.zwo:5: Ramp: pace=\"1\" means nothing here"])
  }

  @Test func `is written with cool-downs that fall`() throws {
    let phases = ["ramp 40-60%", "ramp 60-40%", "40-60%", "50%"].map { target in
      Phase(
        PerSet("Down"), .cooldown, .after(.fixed(.seconds(60))), target: PerSet(Target(target)))
    }
    let workout = Workout(name: "A", style: .silent, nodes: phases.map { .phase($0) })
    let track = MediaTrack(title: "A", author: nil, audio: "a", chapters: [], captions: [])
    let result = try WorkoutExporter.write(Timeline(workout), track: track, as: .zwo)
    let lines = String(decoding: result.bytes, as: UTF8.self).split(separator: "\n").filter { $0.contains("Duration") }
    #expect(
      lines.map { $0.drop { $0 == " " } } == [
        "<Ramp Duration=\"60\" PowerLow=\"0.4\" PowerHigh=\"0.6\"/>",
        "<Cooldown Duration=\"60\" PowerLow=\"0.6\" PowerHigh=\"0.4\"/>",
        "<Cooldown Duration=\"60\" PowerLow=\"0.6\" PowerHigh=\"0.4\"/>",
        "<Cooldown Duration=\"60\" PowerLow=\"0.5\" PowerHigh=\"0.5\"/>",
      ])
    #expect(
      result.losses.map { $0.text(in: "a") } == [
        "a: phases[0]: the intensity cooldown is not kept",
        "a: phases[2]: the range 40-60% became \"ramp 60-40%\"", "a: phases[0]: the names of 4 steps are not kept",
      ])
  }

  @Test func `of distances says texts at the start of a step`() throws {
    let result = try read(
      """
      <SteadyState Duration="500" Power="1"><textevent distoffset="0" message="Go"/>
        <textevent distoffset="200" message="Never"/></SteadyState>
      <IntervalsT Repeat="3" OnDuration="400" OffDuration="200" OnPower="1.1" OffPower="0.6">
        <textevent distoffset="0" message="Quick"/><textevent distoffset="400" message="Slow"/></IntervalsT>
      """, header: "<name>D</name><sportType>run</sportType><durationType>distance</durationType>")
    #expect(
      result.lines == [
        "500 m (high) open @ 100% pace {phase start “Go”}",
        "3x [400 m (high) open @ 110% pace {phase start “Quick” first}; 200 m (low) open @ 60% pace]",
      ])
    #expect(
      result.losses.filter { $0.contains("offset") } == [
        "a.zwo:3: textevent: distoffset=\"200\" is a distance: the text was left out",
        "a.zwo:5: textevent: distoffset=\"400\" is a distance: the text was left out",
      ])
  }

  @Test func `of distances has open phases`() throws {
    let result = try read(
      "<SteadyState Duration=\"500\" Power=\"1\"/>",
      header: "<name>D</name><sportType>run</sportType><durationType>distance</durationType>")
    #expect(result.lines == ["500 m (high) open @ 100% pace"])
    #expect(result.losses == ["a.zwo:2: SteadyState: a step that ends by distance became an open phase"])
  }

  @Test(
    arguments: zip(
      [
        "", "<workout_file", "<workout_file></workout_file>", "<!DOCTYPE x []><workout_file/>",
        "<workout_file><workout>\n<IntervalsT Repeat=\"many\" OnDuration=\"1\" OffDuration=\"1\"/></workout>"
          + "</workout_file>",
        "<workout_file><workout><SteadyState Power=\"1\"/></workout></workout_file>",
        "<workout_file><workout><SteadyState Duration=\"1e30\"/></workout></workout_file>",
        "<workout_file><workout><SteadyState Duration=\"100000\"/></workout></workout_file>", "<gpx/>",
      ],
      [
        "a.zwo: the file is empty", "a.zwo:1:1: not XML: unclosed token", "a.zwo: the workout has no steps",
        "a.zwo:1:13: DOCTYPE: a document type is not allowed",
        "a.zwo:2:1: IntervalsT: Repeat=\"many\": a number is expected",
        "a.zwo:1:24: SteadyState: its duration is missing",
        "a.zwo:1:24: SteadyState: Duration=\"1e30\": a number is expected",
        "a.zwo:1: SteadyState: must be 0s…24h, got 27h46m40s",
        "a.zwo: a GPX file is a recorded activity or a route, not a workout",
      ]))
  func `that is broken is refused with the place`(_ text: String, _ expected: String) {
    do throws(ExchangeError) {
      _ = try Exchange.read(text)
      Issue.record("read: \(text)")
    } catch {
      #expect(error.errors.first?.text(in: "a.zwo") == expected)
    }
  }
}

@Suite struct `XML is read as a tree` {
  @Test func `with names, attributes, texts and places`() throws {
    let log = ExchangeLog()
    let root = try XMLReader.read(Array("<a x='1'>\n  <B y=\"2\">t &amp; u</B>\n</a>".utf8), log)
    #expect(log.losses.isEmpty)
    #expect(root.name == "a")
    #expect(root["X"] == "1")
    #expect(root.child("b")?.text == "t & u")
    #expect(root.child("b")?.location.description == "2:3")
  }

  @Test(arguments: ["", "<a>", "<!DOCTYPE a []><a/>", String(repeating: "<a>", count: 33)])
  func `or refused with the place`(_ text: String) {
    let log = ExchangeLog()
    #expect(throws: ExchangeError.self) { try XMLReader.read(Array(text.utf8), log) }
  }
}
