import Testing

extension `In a browser` {
  /// What the address and the keys of a wall do.
  @Suite struct `Use of the wall` {
    private static let workout = """
      { "name": "Keys", "style": "silent", "cues": [ { "on": "phase", "at": "start", "say": "Here is {phase}" } ],
        "phases": [ { "sets": 2, "phases": [
          { "name": "First", "intensity": "low", "duration": "5m" },
          { "name": "Second", "intensity": "rest", "duration": "5m" } ] } ] }
      """
    private static let parts = ["digits", "rounds", "next", "total", "phase-bar", "strip", "cue"]

    private func visible(_ page: BrowserPage) throws -> [String] {
      try Self.parts.filter { try page.bool("document.querySelector('#\($0)').checkVisibility()") }
    }

    @Test func `shows what its address asks for`() throws {
      let shown = try ServedRun(Self.workout)
      let expected = [
        "": ["digits", "rounds", "next", "total", "phase-bar", "strip"], "?show=digits": ["digits"],
        "?show=set,next": ["rounds", "next"], "?show=digits,cue": ["digits", "cue"],
        "?show=bars": ["phase-bar", "strip"],
      ]
      for (query, parts) in expected.sorted(by: { $0.key < $1.key }) {
        let page = try BrowserPage()
        try shown.open("/wall\(query)", in: page)
        try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
        #expect(try visible(page) == parts, "\(query)")
        #expect(page.errors.isEmpty, "\(page.errors)")
      }
      let page = try BrowserPage()
      try shown.open("/wall?up&light", in: page)
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      let digits = "document.querySelector('#digits').innerText"
      #expect(try page.text(digits).contains(/^[0-9]+$/))
      #expect(try page.text("document.querySelector('main').innerText").contains("4:"))
      let first = try page.text(digits)
      try page.wait(for: "\(digits) !== '\(first)'")
      #expect(try page.number(digits) > Double(first) ?? .infinity)
      let layout = try PageLayout(of: page)
      #expect(layout.faults.isEmpty, "\(layout.faults)")
      try page.takeScreenshot("up-light")
      _ = try shown.run.stop()
    }

    private static let rounds = """
      { "name": "Rounds", "style": "silent", "phases": [
        { "name": "Start", "duration": "2m" },
        { "name": "Round", "for": "12m", "phases": [
          { "name": "Push-ups", "open": true, "reps": 10, "notes": "From the knees." },
          { "name": "Squats", "open": true, "reps": 15 } ] },
        { "name": "Cool down", "intensity": "cooldown", "duration": "6m" } ] }
      """

    @Test func `shows of a round what the terminal shows: its number, its limit, the notes and what follows in it`()
      throws
    {
      let shown = try ServedRun(Self.rounds)
      let (wall, remote) = (try BrowserPage(), try BrowserPage())
      try shown.open("/wall", in: wall)
      try shown.open("/remote", in: remote)
      try shown.ask(#"{"do":"jump","to":"2:00"}"#)
      try wall.wait(for: "document.querySelector('main').dataset.phase === 'Push-ups'")
      try wall.wait(for: "document.querySelector('#digits').innerText.startsWith('11:5')")
      #expect(try wall.text("document.querySelector('#effort').innerText") == "10 reps")
      #expect(try wall.text("document.querySelector('#notes').innerText") == "From the knees.")
      #expect(try wall.text("document.querySelector('#rounds').innerText") == "Round 1")
      #expect(
        try wall.text("document.querySelector('#next').dataset.text")
          == "Next: Squats, 15 reps, then Push-ups")
      #expect(try wall.text("document.querySelector('#own').innerText").hasPrefix("0:0"))
      // The place in the plan, 2 of 20 minutes, not the time since the start.
      #expect(try wall.text("document.querySelector('#strip').ariaValueNow") == "10")
      try remote.wait(for: "document.querySelector('#digits').innerText.startsWith('11:5')")
      #expect(try remote.text("document.querySelector('#groups').innerText") == "Round 1")
      #expect(try remote.text("document.querySelector('#notes').innerText") == "10 reps · From the knees.")
      #expect(try remote.text("document.querySelector('#ahead .name').innerText") == "Squats, 15 reps")
      for request in [#"{"do":"done"}"#, #"{"do":"done"}"#] { try shown.ask(request) }
      try wall.wait(for: "document.querySelector('#rounds').innerText === 'Round 2'")
      #expect(wall.errors.isEmpty && remote.errors.isEmpty, "\(wall.errors) \(remote.errors)")
      _ = try shown.run.stop()
    }

    @Test func `has the keys of the terminal for those who may act, and doesn't move while paused`() throws {
      let shown = try ServedRun(Self.workout)
      let page = try BrowserPage(script: WatchedDigits.script())
      try shown.open("/wall", in: page)
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      try page.press("Enter")
      try page.wait(for: "document.querySelector('main').dataset.phase === 'Second'")
      try page.press("+", withShift: true)
      try page.wait(for: "document.querySelector('main').dataset.digits.startsWith('5:1')")
      try page.press("?", withShift: true)
      try page.wait(for: "document.querySelector('#keys').open")
      try page.press("?", withShift: true)
      try page.wait(for: "!document.querySelector('#keys').open")
      try page.press(" ")
      try page.wait(for: "document.querySelector('main').dataset.state === 'paused'")
      let paused = try page.text("document.querySelector('main').dataset.digits")
      try page.evaluate("new Promise((done) => setTimeout(done, 1_500))")
      #expect(try page.text("document.querySelector('main').dataset.digits") == paused)
      let viewer = try BrowserPage()
      try viewer.open(shown.address("/wall", hasToken: false))
      try viewer.wait(for: "document.querySelector('main').dataset.state === 'paused'")
      try viewer.press(" ")
      try viewer.press("q")
      try viewer.evaluate("new Promise((done) => setTimeout(done, 300))")
      #expect(try viewer.text("document.querySelector('main').dataset.state") == "paused")
      #expect(!viewer.requests.contains { $0.hasSuffix("/requests") })
      #expect(page.errors.isEmpty && viewer.errors.isEmpty, "\(page.errors) \(viewer.errors)")
      _ = try shown.run.stop()
    }
  }
}
