import Testing
import WorkoutExchange

@Suite struct `Files of other timers` {
  private func read(_ text: String) throws -> (lines: [[String]], losses: [String]) {
    let result = try Exchange.read(text)
    return (result.workouts.map(Exchange.lines), Exchange.losses(result, in: "a"))
  }

  @Test(arguments: [false, true]) func `OpenHIIT are rounds of intervals`(asText: Bool) throws {
    let times =
      #"{"workTime":30,"restTime":10,"breakTime":60,"warmupTime":20,"cooldownTime":40,"getReadyTime":5,"restarts":1}"#
    let settings = asText ? "\"\(times.replacing("\"", with: "\\\""))\"" : times
    let result = try read(
      #"[{"name":"A","activeIntervals":3,"activities":[],"timeSettings":\#(settings),"soundSettings":{}}, "#
        + #"{"name":"B","activeIntervals":2,"activities":["Squat","Plank"],"#
        + #""timeSettings":{"workTime":20,"restTime":0}}]"#
    )
    #expect(
      result.lines == [
        [
          "Get ready (prepare) 5s", "Warm up (warmup) 20s", "Rest (rest) 10s",
          "2x [3x [Work (high) 30s; Rest (rest) 10s skip last]; Rest (rest) 1m skip last]", "Cool down (cooldown) 40s",
        ], ["Squat (high) 20s", "Plank (high) 20s"],
      ])
  }

  @Test func `Just Another Workout Timer are sets of exercises, Latin-1 letters among them`() throws {
    let stretch = #"{"name":"Dehnen für x","duration":30}"#
    let sets = [
      #"{"repetitions":3,"exercises":[\#(stretch),{"name":"Pause","duration":10}]}"#,
      #"{"repetitions":1,"exercises":[{"name":"Ende","duration":5}]}"#,
    ]
    let text = #"{"workouts":[{"title":"Kniebeugen","sets":[\#(sets.joined(separator: ","))],"version":2}]}"#
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let result = try Exchange.read(bytes)
    #expect(
      Exchange.lines(result.workouts[0])
        == ["3x [Dehnen für x (high) 30s; Pause (rest) 10s]", "Ende (high) 5s"])
  }

  @Test func `TimeR Machine are steps and groups in milliseconds`() throws {
    let result = try read(
      #"""
      {"timers":[{"id":1,"name":"Eggs","loop":2,"startStep":{"label":"Ready","length":5000},"steps":[
        {"label":"Boil","length":1500,"behaviour":[{"type":"VOICE","content":"Go on"},{"type":"HALF"},
          {"type":"FLASH"}]},
        {"step_type":"group","name":"G","loop":3,"steps":[{"step_type":"step","label":"Stir","length":10000,
          "behaviour":[{"type":"COUNT"}]}]},
        {"label":"Wait","length":1000,"behaviour":[{"type":"HALT"}]}]}],"folders":[]}
      """#)
    #expect(
      result.lines == [
        [
          "Ready (prepare) 5s",
          "2x [Boil (high) 1.5s say “Go on” {phase half “Halfway”}; "
            + "3x G [Stir (high) 10s {phase end-5s count 5}]; "
            + "Wait (high) open]",
        ]
      ])
    #expect(
      result.losses == [
        "a:3: step: \"FLASH\" means nothing here", "a:6: step: a step that ends by a button became an open phase",
      ])
  }

  @Test func `TCX are steps and nested repeats`() throws {
    let result = try read(
      """
      <TrainingCenterDatabase xmlns="x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Workouts><Workout>
      <Name>T</Name>
      <Step xsi:type="Step_t"><Name>Easy</Name><Duration xsi:type="Time_t"><Seconds>300</Seconds></Duration>
      <Intensity>Resting</Intensity><Target xsi:type="None_t"/></Step>
      <Step xsi:type="Repeat_t"><Repetitions>3</Repetitions><Child xsi:type="Step_t"><Name>Go</Name>
      <Duration xsi:type="Distance_t"><Meters>400</Meters></Duration><Intensity>Active</Intensity>
      <Target xsi:type="HeartRate_t"><HeartRateZone xsi:type="CustomHeartRateZone_t">
      <Low xsi:type="HeartRateInBeatsPerMinute_t"><Value>140</Value></Low>
      <High xsi:type="HeartRateInBeatsPerMinute_t"><Value>150</Value></High></HeartRateZone></Target></Child>
      <Child xsi:type="Step_t"><Name>Walk</Name><Duration xsi:type="UserInitiated_t"/><Intensity>Active</Intensity>
      </Child></Step></Workout></Workouts></TrainingCenterDatabase>
      """)
    #expect(
      result.lines == [["Easy (rest) 5m", "3x [Go, 400 m (high) open @ 140-150bpm; Walk (high) open]"]])
    #expect(result.losses == ["a:5: Child: a step that ends by distance became an open phase"])
    #expect(throws: ExchangeError.self) {
      try Exchange.read("<TrainingCenterDatabase><Activities/></TrainingCenterDatabase>")
    }
  }
}
