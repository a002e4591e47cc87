import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A screen shows` {
  /// The screen of 46 columns and `rows` rows.
  private func screen(_ show: inout ScreenHarness, _ milliseconds: Int, rows: Int = 4) -> [Substring] {
    show.screen(at: .milliseconds(milliseconds), 46, rows).split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `that the voice is being prepared`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata, isPrepared: false)
    #expect(screen(&show, 100).first == " Tabata                             Preparing")
    #expect(show.screen(at: .milliseconds(100), 46, 1) == " Preparing  Tabata")
  }

  @Test func `why the time does not advance`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .seconds(12))
    #expect(!screen(&show, 12_000, rows: 20).contains { $0.hasPrefix(" Paused") })
    show.send(.pause, at: .seconds(12))
    #expect(screen(&show, 12_100, rows: 20).contains(" Paused"))
    #expect(screen(&show, 12_100)[0] == " ▲ Work                                paused")
    #expect(screen(&show, 12_100, rows: 20).last == " space resume  > next  < back  q stop  ? keys")
    show.run(to: .seconds(20))
    show.send(.resume, at: .seconds(20))
    show.send(.interruptionBegan, at: .seconds(24))
    #expect(screen(&show, 30_000, rows: 20).contains(" Paused: interrupted"))
    show.send(.interruptionEnded(shouldResume: true), at: .seconds(31))
    show.run(to: .seconds(40))
    show.send(.suspended(gap: .seconds(90)), at: .seconds(140))
    #expect(screen(&show, 150_000, rows: 20).contains(" Paused: the machine slept"))
    #expect(screen(&show, 150_000, rows: 1) == [" 0:05 paused ■ Rest                       1/8"])
  }

  @Test func `the heart rate and its zone: a dash while it is unknown, nothing while nobody measures it`() throws {
    func header(_ show: inout ScreenHarness, _ second: Int) -> String {
      String(screen(&show, 1_000 * second, rows: 20).first ?? "")
    }
    var other = try ScreenHarness(ScreenWorkouts.tabata)
    #expect(header(&other, 1) == " Tabata")
    var show = try ScreenHarness(ScreenWorkouts.tabata, sensing: [.heartRate], BodyProfile(maxHeartRate: 185))
    #expect(header(&show, 1) == " Tabata                                 – bpm")
    show.send(.measure(.heartRate, 131, from: nil), at: .seconds(2))
    show.send(.setVolume(-60), at: .seconds(2))
    #expect(header(&show, 3) == " Tabata                131 bpm, zone 3  muted")
    show.run(to: .seconds(13))
    #expect(header(&show, 13) == " Tabata                          – bpm  muted")
  }

  @Test func `what an open phase waits for, counting up`() throws {
    var show = try ScreenHarness(
      Workout(
        name: "Strength",
        nodes: [
          ScreenWorkouts.open("Squats", .high, reps: 12), ScreenWorkouts.open("Plank", .sit, cap: .seconds(60)),
          ScreenWorkouts.phase("Rest", .rest, 30),
        ]))
    show.run(to: .milliseconds(75_200))
    let squats = screen(&show, 75_200, rows: 12)
    #expect(squats.contains(" ▲ Squats                             12 reps"))
    #expect(squats.contains(" Next: ▬ Plank  until done"))
    #expect(screen(&show, 75_200, rows: 20).contains(" Enter when you are done"))
    #expect(squats.contains { $0.hasPrefix(" 1:15 elapsed") && $0.contains("open end") && !$0.contains("total") })
    #expect(squats.last == " space pause   Enter done   q stop   ? keys")
    #expect(show.screen(at: .milliseconds(75_200), 46, 1) == " 1:15 ▲ Squats                            12x")
    show.send(.done, at: .seconds(80))
    show.run(to: .seconds(125))
    // Its bar fills towards the cap.
    #expect(screen(&show, 125_000)[1] == " 0:45" && screen(&show, 125_000)[2].filter { $0 == "█" }.count == 31)
    show.run(to: .seconds(140))
    #expect(screen(&show, 140_000)[1] == " 0:30" && screen(&show, 140_000)[3] == " Next: the end")
  }

  @Test func `what has to be measured for a phase to end, and whose number is missing`() throws {
    let until = Until(.heartRate, .below, Target.Part(.percentOfMaximumHeartRate, 65_000))
    let recover = Phase("Recover", .low, .open(cap: .seconds(60), until: until))
    func rows(_ body: BodyProfile) throws -> [Substring] {
      var show = try ScreenHarness(
        Workout(name: "Hills", nodes: [ScreenWorkouts.phase("Climb", .high, 10), .phase(recover)]), sensing: [], body)
      show.run(to: .seconds(8))
      let before = screen(&show, 8_000, rows: 20)
      show.run(to: .seconds(12))
      return before + screen(&show, 12_000, rows: 20)
    }
    let known = try rows(BodyProfile(maxHeartRate: 185))
    #expect(known.contains(" Next: ■ Recover  until < 120 bpm") && known.contains(" until < 120 bpm"), "\(known)")
    let unknown = try rows(BodyProfile())
    #expect(unknown.contains(" Next: ■ Recover  until < 65% HR") && unknown.contains(" until < 65% HR"), "\(unknown)")
  }

  @Test func `the rounds around the sets, but none where there is one`() throws {
    let sets = Node.group(
      SetGroup(.sets(4), nodes: [ScreenWorkouts.phase("On", .high, 5), ScreenWorkouts.phase("Off", .low, 5)]))
    var show = try ScreenHarness(
      Workout(
        name: "Nested",
        nodes: [
          .group(SetGroup(.sets(3), nodes: [sets])),
          .group(SetGroup(.sets(1), nodes: [ScreenWorkouts.phase("Last", .sit, 9)])),
        ]))
    show.run(to: .seconds(52))
    #expect(screen(&show, 52_000)[0] == " ▲ On               round 2 of 3 · set 2 of 4")
    #expect(show.screen(at: .seconds(52), 24, 2, .ascii) == "^ On             2/3 2/4\n0:03")
    show.run(to: .seconds(121))
    #expect(screen(&show, 121_000)[0] == " ▬ Last")
  }

  @Test func `the set number when the number of sets is unknown`() throws {
    let work = [ScreenWorkouts.open("Burpees", .high, reps: 5), ScreenWorkouts.open("Sit-ups", .high, reps: 10)]
    var show = try ScreenHarness(Workout(name: "AMRAP", nodes: [.group(SetGroup(.total(.seconds(600)), nodes: work))]))
    show.run(to: .seconds(20))
    show.send(.done, at: .seconds(20))
    show.send(.done, at: .seconds(50))
    show.run(to: .seconds(51))
    #expect(screen(&show, 51_000)[0] == " ▲ Burpees  0:01               5 reps · set 2")
    #expect(screen(&show, 51_000)[3] == " Next: ▲ Sit-ups, 10 reps")
    #expect(screen(&show, 51_000, rows: 12).contains { $0.contains("9:09 left") })
  }

  @Test func `how it ended, and leaves a summary`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .seconds(100))
    show.send(.pause, at: .seconds(100))
    show.run(to: .seconds(110))
    show.send(.resume, at: .seconds(110))
    show.run(to: .seconds(270))
    #expect(screen(&show, 270_000, rows: 20).contains(" Completed after 4:10"))
    #expect(screen(&show, 270_000, rows: 1) == [" Completed after 4:10  Tabata"])
    let look = TerminalStyle(isColored: false, glyphs: .eighths)
    let summary = show.view.summary(look)
    #expect(summary.prefix(2) == ["Tabata: completed after 4:10", "  17 phases; paused once"])
    #expect(summary.last?.hasPrefix("  cues: ") == true && summary.last?.hasSuffix(" on time") == true)

    var stopped = try ScreenHarness(ScreenWorkouts.tabata)
    stopped.run(to: .seconds(45))
    stopped.send(.stop, at: .seconds(45))
    #expect(stopped.screen(at: .seconds(45), 40, 1) == " 0:15 stopping ▲ Work               2/8")
    stopped.run(to: .seconds(50))
    _ = stopped.screen(at: .seconds(50), 40, 1)
    #expect(
      stopped.view.summary(look).prefix(2)
        == ["Tabata: stopped after 0:45", "  4 phases"])
    #expect(try ScreenHarness(ScreenWorkouts.tabata).view.summary(look).isEmpty)
  }

  @Test func `how many phases there were, each once however often the user went back to it`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .seconds(11))
    let actions: [Action] = [.back, .skip, .skip, .back, .restartPhase, .stop]
    for (index, action) in actions.enumerated() { show.send(action, at: .seconds(11 + index)) }
    show.run(to: .seconds(25))
    _ = screen(&show, 25_000, rows: 1)
    #expect(show.view.summary(TerminalStyle(isColored: false, glyphs: .eighths)).dropFirst().first == "  3 phases")
  }

  @Test func `what is unusual about the sound`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    func header() -> Substring? { screen(&show, 1000, rows: 24).first }
    #expect(header() == " Tabata")
    show.send(.setVolume(-3), at: .seconds(1))
    #expect(header() == " Tabata                                 −3 dB")
    show.view.add(
      SessionEvent(
        at: .seconds(1), kind: .audio(SessionEvent.AudioReport(sink: "silent", device: nil, state: .lost, xruns: 0))))
    show.send(.setVolume(4.5), at: .seconds(1))
    #expect(header() == " Tabata                     no sound  +4.5 dB")
    show.view.add(
      SessionEvent(
        at: .seconds(1), kind: .audio(SessionEvent.AudioReport(sink: "alsa", device: "x", state: .restored, xruns: 0))))
    func notify(_ state: SessionEvent.AudioReport.State, _ reason: String?, _ device: String? = nil) {
      let sink = device == nil ? "silent" : "alsa"
      let report = SessionEvent.AudioReport(sink: sink, device: device, state: state, xruns: 0, reason: reason)
      show.view.add(SessionEvent(at: .seconds(1), kind: .audio(report)))
    }
    show.send(.setVolume(0), at: .seconds(1))
    notify(.opened, nil)
    #expect(header() == " Tabata                                silent")
    // Why there is no sound is to be read as long as there is none.
    notify(.opened, "x: not there")
    #expect(header() == " Tabata                no sound: x: not there")
    notify(.stalled, "default: it has stopped taking sound", "default")
    #expect(header() == " Tabata    no sound: default: it has stopped…")
    for columns in [60, 30, 20, 9] {
      let screen = show.screen(at: .seconds(1), columns, 24)
      #expect(screen.split(separator: "\n").allSatisfy { ColumnWidth.of(String($0)) <= columns })
    }
    notify(.restored, nil, "x")
    show.send(.setVolume(-60), at: .seconds(1))
    #expect(header() == " Tabata                                 muted")
  }

  @Test func `a message for a while, and what it refuses`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .seconds(12))
    show.view.show("The cable is out", at: .seconds(12))
    #expect(screen(&show, 12_000, rows: 20).contains(" The cable is out"))
    #expect(screen(&show, 12_000)[3] == " The cable is out", "a small screen has no other row for it")
    show.send(.done, at: .seconds(13))
    let text = screen(&show, 13_000, rows: 20).joined(separator: "\n")
    #expect(text.contains(" This phase ends by the clock: skip it\n"), "\(text)")
    show.run(to: .seconds(19))
    #expect(screen(&show, 19_000)[3] == " Next: ■ Rest  0:10")
  }

  @Test func `why an action was refused until another one is accepted, or as long as that is true`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .seconds(12))
    show.send(.undo, at: .seconds(12))
    show.send(.measure(.heartRate, 131, from: nil), at: .seconds(13))
    #expect(screen(&show, 13_000)[3] == " There is nothing to undo")
    show.send(.toggle, at: .seconds(13))
    #expect(screen(&show, 13_000)[3] == " Next: ■ Rest  0:10")
    show.send(.toggle, at: .milliseconds(13_200))
    #expect(screen(&show, 13_499)[3] == " Toggled less than 0.5 s before")
    #expect(screen(&show, 13_500)[3] == " Next: ■ Rest  0:10")
    show.view.show("The cable is out", at: .seconds(14))
    show.send(.toggle, at: .seconds(14))
    #expect(screen(&show, 14_000)[3] == " The cable is out")
  }

  @Test(arguments: [40, 60, 80])
  func `a message whole, on as many rows as it takes, and where it was before when it is gone`(columns: Int) throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .seconds(12))
    let before = show.screen(at: .seconds(12), columns, 24)
    let message =
      "The sound is lost (default: Device or resource busy; another program holds it, such as a browser); "
      + "the workout continues in silence. 再生できません、別のプログラムが使っています。"
    show.view.show(message, at: .seconds(12))
    for rows in [24, 12] {
      let lines = show.screen(at: .seconds(12), columns, rows).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == rows && lines.allSatisfy { ColumnWidth.of(String($0)) <= columns })
      let words = lines.joined(separator: " ").split(separator: " ").joined()
      #expect(words.contains(message.split(separator: " ").joined()), "\(rows): \(lines)")
    }
    // Longer than a short message, as it takes longer to read.
    #expect(show.screen(at: .seconds(19), columns, 24).contains("The sound is lost"))
    var quiet = try ScreenHarness(ScreenWorkouts.tabata)
    for moment in [12, 25] { quiet.run(to: .seconds(moment)) }
    show.run(to: .seconds(25))
    #expect(show.screen(at: .seconds(25), columns, 24) == quiet.screen(at: .seconds(25), columns, 24))
    #expect(!before.contains("The sound is lost"))
  }

  @Test func `nothing that could steer a terminal, whatever the names hold`() throws {
    var workout = Workout(
      name: ScreenWorkouts.hostileName, nodes: [ScreenWorkouts.phase(ScreenWorkouts.hostileName, .high, 30)])
    workout.cues = [CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound(ScreenWorkouts.hostileName))]
    for columns in [80, 20, 9] {
      for rows in [24, 5, 1] {
        for glyphs in Glyphs.allCases {
          var show = try ScreenHarness(workout)
          show.run(to: .seconds(2))
          show.view.show(ScreenWorkouts.hostileName, at: .seconds(2))
          let screen = show.screen(at: .seconds(2), columns, rows, glyphs)
          let scalars = screen.unicodeScalars.filter { $0 != "\n" }
          #expect(scalars.allSatisfy { SafeText.filtered(String($0)) == String($0) })
          #expect(glyphs != .ascii || scalars.allSatisfy(\.isASCII))
          #expect(screen.split(separator: "\n").allSatisfy { ColumnWidth.of(String($0)) <= columns })
        }
      }
    }
    var show = try ScreenHarness(workout)
    show.run(to: .seconds(2))
    #expect(show.screen(at: .seconds(2), 40, 2) == " ▲ \u{FFFD}[31m\u{FFFD}日本e\u{301}\u{200D}👍\u{FFFD}\n 0:28")
    #expect(show.screen(at: .seconds(2), 20, 2) == "▲ \u{FFFD}[31m\u{FFFD}日本e\u{301}\u{200D}👍\u{FFFD}\n0:28")
  }
}
