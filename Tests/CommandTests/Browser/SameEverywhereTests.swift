import Glibc
import TestSupport
import Testing

extension `In a browser` {
  /// The terminal, the wall and the remote show one session: nothing is missing or different on any of them.
  @Suite struct `What is shown of a session` {
    /// A workout with the requests that lead through it.
    struct Course: CustomStringConvertible {
      let description: String
      let phases: String
      let requests: [String]

      var workout: String { #"{ "name": "\#(description)", "style": "silent", "phases": [ \#(phases) ] }"# }
    }

    private static let next = #""do":"next""#

    private static let courses = [
      Course(
        description: "Rounds in a time",
        phases: """
          { "name": "Start", "intensity": "prepare", "duration": "2m" },
          { "name": "Round", "for": "12m", "phases": [
            { "name": "Push-ups", "open": true, "reps": 10, "notes": "From the knees is fine." },
            { "name": "Squats", "open": true, "reps": 15 } ] },
          { "name": "Cool down", "intensity": "cooldown", "duration": "6m" }
          """, requests: [next, next, next, #""do":"undo""#, #""do":"redo""#, #""do":"jump","to":"13:59""#, next]),
      Course(
        description: "Every minute",
        phases: """
          { "name": "Minute", "sets": 3, "every": "1m", "phases": [
            { "name": "Swings", "open": true, "reps": 15, "target": "70%" } ] },
          { "name": "Walk", "intensity": "low", "duration": "90s" }
          """, requests: [next, #""do":"jump","to":"1:00""#, next, #""do":"extend","by":"15s""#, next, next]),
      Course(
        description: "Rounds for time",
        phases: """
          { "name": "Round", "sets": 5, "cap": "20m", "phases": [
            { "name": "Run 400 metres", "open": true }, { "name": "Burpees", "open": true, "reps": 10 } ] },
          { "name": "Walk", "intensity": "cooldown", "duration": "3m" }
          """, requests: [next, next, next]),
      Course(
        description: "Circuit",
        phases: """
          { "name": "Round", "sets": 3, "phases": [
            { "name": "Station", "sets": 6, "phases": [
              { "name": "Work", "intensity": "high", "duration": "40s" },
              { "name": "Change", "intensity": "rest", "duration": "20s" } ] },
            { "name": "Recover", "intensity": "low", "duration": "2m" } ] }
          """, requests: [next, #""do":"jump","to":"8:44""#, #""do":"jump","to":"5:40""#, #""do":"back""#]),
      Course(
        description: "Sides and tempo",
        phases: """
          { "name": "Lunges", "sides": ["left", "right"], "change": "5s", "duration": "30s" },
          { "name": "Squats", "reps": 8, "tempo": "3-1-2-0" },
          { "name": "Rest", "intensity": "rest", "duration": "1m" }
          """, requests: [next, next, next, #""do":"jump","to":"1:20""#]),
    ]

    private func pages(of shown: ServedPages) throws -> (wall: BrowserPage, remote: BrowserPage) {
      let pages = (wall: try BrowserPage(), remote: try BrowserPage())
      for (page, path) in [(pages.wall, "/wall"), (pages.remote, "/remote")] {
        try page.open("http://127.0.0.1:\(shown.port)\(path)#k=\(shown.control)")
        try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      }
      return pages
    }

    @Test(arguments: courses) func `is the same on the terminal, the wall and the remote`(course: Course) throws {
      let home = try TemporaryHome.withoutSound()
      try home.write(course.workout, to: "w.json")
      let served = try ServedPages(home)
      let terminal = try Terminal("\"$CUEBELL\" run --silent --no-notify --name w w.json", in: home, columns: 110)
      try terminal.wait(for: "left")
      let (wall, remote) = try pages(of: served)
      for request in course.requests {
        for each in [request, #""do":"pause""#] {
          let reply = try served.ask("w", "{\"client\":\"test\",\(each)}")
          #expect(reply.status == 200 || each.contains("back"), "\(each): \(reply)")
        }
        for page in [wall, remote] { try page.wait(for: "document.querySelector('main').dataset.state === 'paused'") }
        try compare(terminal, wall, remote, after: request)
        #expect(try served.ask("w", #"{"do":"resume"}"#).status == 200)
        for page in [wall, remote] { try page.wait(for: "document.querySelector('main').dataset.state === 'running'") }
      }
      #expect(wall.errors.isEmpty && remote.errors.isEmpty, "\(wall.errors) \(remote.errors)")
      terminal.type("q")
      try terminal.finish()
    }

    /// A page's text without what its layout does to it.
    private func text(_ page: BrowserPage, _ selector: String) throws -> String {
      try page.text("document.querySelector('\(selector)')?.textContent ?? ''")
    }

    private func compare(
      _ terminal: Terminal, _ wall: BrowserPage, _ remote: BrowserPage, after request: String
    ) throws {
      try compareDigits(terminal, wall)
      // What has another size is drawn again.
      terminal.resize(110, 24)
      let screen = try terminal.wait { screen in
        screen.lines.contains { $0.contains("Paused") } && screen.lines.contains { $0.contains("elapsed") }
      }.lines.map { line in
        // Shapes stand for intensities, as colours do on pages.
        line.filter { !"◆◢▲■●◣▬".contains($0) }.split(separator: " ").joined(separator: " ").lowercased()
      }
      func expect(_ text: String, _ what: String) {
        let isShown = text.isEmpty || screen.contains { $0.contains(text.lowercased()) }
        #expect(
          isShown, "after \(request), \(what) '\(text)' isn't on the terminal:\n\(screen.joined(separator: "\n"))")
      }
      let groups = try wall.text(
        """
        [...document.querySelectorAll('#rounds .plain, #rounds .dots')]
          .map((part) => part.ariaLabel ?? part.textContent).join(' · ')
        """)
      let wallTexts = [
        try text(wall, "#phase"), try text(wall, "#effort"), try text(wall, "#notes"), groups,
        try text(wall, "#own"), try text(wall, "#total"),
      ]
      for (what, text) in zip(["name", "effort", "notes", "groups", "own time", "rest"], wallTexts) {
        for part in text.split(separator: " · ") { expect(String(part), what) }
      }
      let next = try wall.text("document.querySelector('#next').dataset.shorter")
      expect(next, "next phase")
      let remoteTexts = [
        try text(remote, "#phase"), try text(remote, "#notes"), try text(remote, "#groups"), try text(remote, "#own"),
        try text(remote, "#left"),
      ]
      let effort = [wallTexts[1], wallTexts[2]].filter { !$0.isEmpty }.joined(separator: " · ")
      #expect(remoteTexts == [wallTexts[0], effort, wallTexts[3], wallTexts[4], wallTexts[5]], "after \(request)")
      #expect(try text(remote, "#digits") == text(wall, "#digits"), "after \(request)")
      let ahead = try remote.text(
        "[...(document.querySelector('#ahead').firstElementChild?.children ?? [])].map((e) => e.textContent).join(' ')")
      #expect(ahead.trimming(" ").isEmpty || next.hasSuffix(ahead.trimming(" ")), "after \(request): \(next), \(ahead)")
    }

    /// On one row the terminal writes the time first; it comes to show what the wall shows, which doesn't change.
    private func compareDigits(_ terminal: Terminal, _ wall: BrowserPage) throws {
      let digits = try text(wall, "#digits")
      let long = digits.contains(":") ? digits : "0:" + (digits.count < 2 ? "0" : "") + digits
      terminal.resize(110, 1)
      _ = try terminal.wait { screen in
        screen.lines.first.map { $0.contains("paused") && $0.split(separator: " ").first == long[...] } ?? false
      }
    }
  }
}

extension String {
  fileprivate func trimming(_ character: Character) -> String {
    String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
  }
}
