import FoundationEssentials
import Glibc
import Testing

extension `In a browser` {
  /// What the wall says when something is away.
  @Suite struct `Contact of the wall` {
    private static let state = "document.querySelector('main').dataset.state"
    private static let contact = "document.querySelector('main').dataset.contact"

    private func status(_ page: BrowserPage) throws -> String {
      try page.text("document.querySelector('#status').innerText").lowercased()
    }

    @Test func `counts on while the server is away, is back soon, and the run notices nothing`() throws {
      let workout = """
        { "name": "Ticks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "tick" } ],
          "phases": [
            { "sets": 600, "phases": [ { "name": "One", "duration": "1s" }, { "name": "Two", "duration": "1s" } ] } ] }
        """
      let shown = try ServedRun(workout)
      let page = try BrowserPage(script: WatchedDigits.script())
      try shown.open("/wall", in: page)
      var times: [Duration] = []
      for isShort in [true, true, false] {
        try shown.killServer()
        try page.wait(for: "\(Self.contact) === 'lost'")
        #expect(try status(page).contains("no contact since"))
        if !isShort {
          let before = try page.number("watched.changes.length")
          try page.wait(for: "watched.changes.length >= \(before) + 2")
          #expect(try page.text(Self.contact) == "lost")
        }
        try shown.startServer()
        let start = ContinuousClock.now
        try page.wait(for: "\(Self.contact) === 'live'")
        times.append(ContinuousClock.now - start)
      }
      #expect(times.allSatisfy { $0 <= Measurement.limit(.seconds(3)) })
      shown.run.signal(SIGINT)
      try page.wait(for: "\(Self.state) === 'stopped'")
      let result = try shown.run.finish()
      #expect(result.code == 130)
      let plan = try PlanRecord(shown.home.cuebell("show", "--json", "w.json").out)
      let cues = try EventRecord.cues(in: result.out)
      let begin = try #require(cues.first?.mark)
      #expect(cues.map { $0.mark - begin } == plan.cues.prefix(cues.count).map(\.mark) && cues.count > 3, "\(cues)")
      #expect(cues.allSatisfy { $0.isHeard })
      #expect(!result.out.contains(#""by": "socket""#))
      let watched = try WatchedDigits(of: page)
      // A busy machine may show no change of some, but none twice in a row.
      let names = watched.changes.filter { !$0.phase.isEmpty && $0.digits != "0" }.map(\.phase)
      #expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 } && names.count > 1, "\(names)")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `says that a run doesn't answer, that it was killed, and follows the next`() throws {
      let shown = try ServedRun(
        """
        { "name": "Sets", "style": "silent", "phases": [
          { "sets": 3, "phases": [ { "name": "Go", "duration": "2m" } ] } ] }
        """)
      let page = try BrowserPage()
      try shown.open("/wall", in: page)
      try page.wait(for: "\(Self.state) === 'running'")
      shown.run.signal(SIGSTOP)
      try page.wait(for: "\(Self.contact) === 'silent'")
      #expect(try status(page).contains("no answer"))
      shown.run.signal(SIGCONT)
      try page.wait(for: "\(Self.contact) === 'live'")
      shown.run.signal(SIGKILL)
      _ = try shown.run.finish()
      try page.wait(for: "\(Self.state) === 'interrupted'")
      #expect(try page.text("document.querySelector('#praise').innerText") == "Interrupted")
      let sums = "document.querySelector('#sums').innerText"
      #expect(try page.text(sums).contains("0:") && page.text(sums).contains("1/3"))
      try shown.home.write(WorkoutText.slow.replacing("Small", with: "Another"), to: "next.json")
      let next = try shown.home.start("run", "--silent", "--json", "next.json")
      try page.wait(for: "\(Self.state) === 'running'")
      #expect(try page.text("document.querySelector('#workout').innerText") == "Another")
      #expect(try shown.home.send("next", "next").code == 0)
      #expect(try next.finish().code == 0)
      try page.wait(for: "\(Self.state) === 'finished'")
      #expect(try page.text("document.querySelector('#praise').innerText") == "Well done")
      // Nothing is left of the run before.
      #expect(try page.text(sums).contains(":") && !page.text(sums).contains("Set"))
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `says at the end what is best, and what is a new best`() throws {
      let home = try TemporaryHome.withoutSound()
      let open = #"{ "name": "Push-ups", "open": true, "cap": "2500ms" }"#
      try home.write(
        #"{ "name": "A", "style": "silent", "phases": [ { "for": "6s", "phases": [ \#(open) ] } ] }"#, to: "w.json")
      #expect(try home.cuebell("run", "--silent", "w.json").code == 0)
      let pages = try ServedPages(home)
      let page = try BrowserPage()
      try page.open("http://127.0.0.1:\(pages.port)/wall#k=\(pages.control)")
      // A busy server may take longer to find the best score than the praise lasts.
      for (dones, tile, delay) in [(3, "New best", 21_000), (0, "Best so far", 26_000)] {
        let run = try home.start("run", "--silent", "--json", "w.json")
        try run.waitForPhase()
        try page.wait(for: "\(Self.state) === 'running'")
        try page.delay("/api/wall", by: delay)
        #expect(try home.send(Array(repeating: "done", count: dones)).code == 0)
        #expect(try run.finish().code == 0)
        try page.wait(for: "\(Self.state) === 'finished'")
        let tiles = "[...document.querySelectorAll('#sums p')].map((tile) => tile.textContent)"
        try page.wait(for: "\(tiles).some((text) => text.endsWith('\(tile)'))")
        let best = try page.text("\(tiles).find((text) => text.endsWith('\(tile)'))")
        #expect(try (#require(best.wholeMatch(of: /([0-9]+)\D+/)).1).wholeMatch(of: /[3-9]/) != nil, "\(best)")
      }
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `is a clock while nothing runs, and shows moments to those who don't mind alone`() throws {
      let home = try TemporaryHome.withoutSound()
      let phases = ["First", "Last"].map { #"{ "name": "\#($0)", "duration": "6s" }"# }.joined(separator: ", ")
      try home.write(#"{ "name": "Short", "style": "silent", "phases": [ \#(phases) ] }"#, to: "w.json")
      let pages = try ServedPages(home, title: "Gym by the park")
      let walls = [try BrowserPage(), try BrowserPage()]
      try walls[1].prefersReducedMotion()
      for wall in walls {
        try wall.open("http://127.0.0.1:\(pages.port)/wall")
        try wall.wait(for: "\(Self.state) === 'none'")
        let clock = try wall.text("document.querySelector('#clock').innerText")
        #expect(clock.contains(/^[0-9]+:[0-9]{2}$/), "\(wall.summary)")
        try wall.wait(for: "document.querySelector('#title').innerText === 'Gym by the park'")
        let layout = try PageLayout(of: wall)
        #expect(layout.faults.isEmpty, "\(layout.faults)")
        try wall.evaluate(
          """
          window.moments = [];
          new MutationObserver(() => {
            for (const id of ['moment', 'count']) {
              const part = document.getElementById(id);
              const shown = part.hidden ? '' : part.innerText;
              if (shown && moments.at(-1) !== shown) moments.push(shown);
            }
          }).observe(document.querySelector('main'), { subtree: true, attributes: true, childList: true });
          """)
      }
      let run = try home.cuebell("run", "--silent", "--speed", "2", "w.json")
      #expect(run.code == 0)
      for wall in walls { try wall.wait(for: "\(Self.state) === 'finished'") }
      // A busy machine may show fewer of them, but each in its turn.
      let moments = try walls[0].text("window.moments.join()").split(separator: ",")
      var expected = "First,3,2,1,Last,3,2,1".split(separator: ",")[...]
      for moment in moments {
        expected = expected.drop { $0 != moment }
        #expect(expected.popFirst() != nil, "\(moments)")
      }
      #expect(!moments.isEmpty)
      #expect(try walls[1].text("window.moments.join()").isEmpty)
    }

    @Test(arguments: ["en", "de"])
    func `tells which workout a timer starts next, and when`(language: String) throws {
      let day = 86_400.0
      let due = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / day).rounded(.up) * day + day)
      let home = try TemporaryHome.withTimers([("later", due.addingTimeInterval(60)), ("w", due)])
      try home.write(WorkoutText.small.replacing("Small", with: "Morning class"), to: "w.json")
      let pages = try ServedPages(home)
      let wall = try BrowserPage()
      try wall.speak(language)
      try wall.open("http://127.0.0.1:\(pages.port)/wall")
      try wall.wait(for: "document.querySelector('#planned').innerText")
      let (words, weekday) = try (
        wall.text("document.querySelector('#planned').innerText"),
        wall.text(
          "new Date(\(Int(due.timeIntervalSince1970) * 1_000)).toLocaleDateString('\(language)', { weekday: 'short' })")
      )
      let start = language == "de" ? "Dann: Morning class, \(weekday)" : "Next: Morning class, \(weekday)"
      #expect(words.hasPrefix(start) && words.hasSuffix(" 00:00"), "\(words)")
      #expect(try PageLayout(of: wall).faults.isEmpty)
    }

    @Test func `fills the screen with the name of a new phase and with its last three seconds`() throws {
      let pages = try ServedPages(TemporaryHome.withoutSound())
      let wall = try BrowserPage()
      try wall.open("http://127.0.0.1:\(pages.port)/wall")
      try wall.wait(for: "\(Self.state) === 'none'")
      // At each instant of a phase of 6 s, of one that is too short for moments, and of one that is paused.
      let shown: [String] = try wall.record(
        """
        (async () => {
          const { Moments } = await import('/assets/moments.js');
          const moments = new Moments();
          const part = (id) => document.getElementById(id);
          const at = (length, passed, state) => {
            const phase = { name: 'Last', start: 0, end: length };
            moments.show({ state, phase, passed, left: length - passed, limitLeft: null, counts: 'down' });
            document.getAnimations().forEach((each) => each.finish());
            return ['moment', 'count'].map((id) => (part(id).hidden ? '' : part(id).textContent.trim())).join('');
          };
          const all = async (length, state) => {
            const texts = [];
            for (let passed = 0; passed < length; passed += 500) {
              at(length, passed, state);
              await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
              texts.push(at(length, passed, state));
            }
            return texts.join(',');
          };
          return [await all(6_000, 'running'), await all(5_000, 'running'), await all(6_000, 'paused')];
        })()
        """)
      #expect(shown[0] == "Last,Last,,,,,3,3,2,2,1,1")
      #expect(shown.dropFirst().allSatisfy { $0.allSatisfy { $0 == "," } }, "\(shown)")
    }
  }
}
