import Glibc
import StrictJSON
import TestSupport
import Testing

extension `In a browser` {
  @Suite struct `Library and history pages` {
    private func pages() throws -> ServedPages {
      let home = try TemporaryHome.withoutSound()
      for (index, name) in ["Alpha", "Beta", "Gamma"].enumerated() {
        try home.write(WorkoutText.slow.replacing("Small", with: name), to: "w\(index).json")
      }
      try home.write("{\n  \"name\": \"Broken\",\n  \"phases\": 7\n}", to: "broken.json")
      return try ServedPages(home)
    }

    private func open(_ path: String, _ pages: ServedPages) throws -> BrowserPage {
      let page = try BrowserPage()
      try page.show(.init(width: 360, height: 740, scale: 2, isTouched: true))
      try page.open("http://127.0.0.1:\(pages.port)\(path)#k=\(pages.control)")
      return page
    }

    @Test func `show the workouts while the programmes are missing, and those once they come`() throws {
      let served = try ServedPages(TemporaryHome.withoutSound(), folder: Project.workouts)
      let page = try BrowserPage()
      try page.call("Network.setBlockedURLs", ["urls": ["*/api/programmes*"]])
      try page.open("http://127.0.0.1:\(served.port)/#k=\(served.control)")
      let programmes = "document.querySelectorAll('#programmes li').length"
      try page.wait(for: "document.querySelector('#all .play') && \(programmes) === 0")
      try page.call("Network.setBlockedURLs", ["urls": [String]()])
      try page.wait(for: "\(programmes) > 0")
    }

    private func names(_ page: BrowserPage) throws -> [String] {
      try page.record(
        """
        [...document.querySelectorAll('#all li')].filter((item) => item.checkVisibility())
          .map((item) => item.querySelector('.name').innerText)
        """)
    }

    @Test func `list the workouts with lengths and pictures, find them, and say what is broken and where`() throws {
      let pages = try pages()
      let page = try open("/", pages)
      try page.wait(for: "document.querySelectorAll('#all li').length === 4")
      #expect(
        try names(page).sorted() == ["Alpha", "Beta", "Gamma", "broken"]
          || names(page).sorted() == ["Alpha", "Beta", "Broken", "Gamma"])
      #expect(try page.text("document.querySelector('li[data-id=w0] .soft').innerText") == "0:56")
      #expect(try page.text("document.querySelector('li.broken .soft').innerText").contains("Line 3"))
      #expect(try !page.bool("document.querySelector('li.broken .play')"))
      try page.evaluate("document.querySelector('li[data-id=w2]').scrollIntoView()")
      try page.wait(for: "document.querySelector('li[data-id=w2] .strip img').naturalWidth > 0")
      #expect(try page.number("document.documentElement.scrollWidth") <= 360)
      try page.takeScreenshot("library")
      try page.evaluate("document.querySelector('#search').focus()")
      for letter in "gam" { try page.press("\(letter)") }
      try page.wait(for: "document.querySelectorAll('#all li').length === 1")
      #expect(try names(page) == ["Gamma"])
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `have a page for each workout, with all tags and what ends its phases where that isn't a time`() throws {
      let pages = try pages()
      try pages.home.write(
        """
        { "name": "Counted", "tags": ["hiit", "bodyweight", "conditioning", "at home"], "style": "silent", "phases": [
          { "name": "Squats", "open": true, "reps": 12 }, { "name": "Walk", "duration": "1m" },
          { "name": "Recover", "until": { "heartRate": "< 120" }, "cap": "3m" } ] }
        """, to: "w3.json")
      let page = try open("/", pages)
      try page.wait(for: "document.querySelector('li[data-id=w3] a')")
      #expect(try page.text("document.querySelector('li[data-id=w3] .soft').innerText") == "open · HIIT · Bodyweight")
      try page.tap("li[data-id=w3] a")
      try page.wait(for: "location.pathname === '/workouts/w3' && document.querySelector('#plan .phase')")
      #expect(
        try page.text("document.querySelector('#about').innerText") == "HIIT · Bodyweight · Conditioning · At home")
      let lengths: [String] = try page.record(
        "[...document.querySelectorAll('#plan .phase > .soft')].map((part) => part.innerText)")
      #expect(lengths == ["12 reps", "1:00", "until < 120 bpm, 3:00 at most"])
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `come as soon as the server can be reached, as the page of a link does`() throws {
      let pages = try pages()
      let link = try pages.home.cuebell("share", "circuit", "--host", "127.0.0.1:\(pages.port)").lines[0]
      let here = "http://127.0.0.1:\(pages.port)"
      let parts = [("\(here)/", "#all li"), ("\(here)/history", ".empty"), (link, "#plan li:not(.waiting > li)")]
      for (address, part) in parts {
        let page = try open("/history", pages)
        try page.wait(for: "document.querySelector('.empty')")
        try page.call("Network.setBlockedURLs", ["urls": ["*/api/health"]])
        try page.open(address)
        try page.wait(for: "document.querySelector('#status').textContent === 'No contact'")
        try page.call("Network.setBlockedURLs", ["urls": [] as [String]])
        try page.wait(for: "document.querySelector('\(part)') && !document.querySelector('#status').textContent")
      }
    }

    @Test func `start a workout, which then is on the remote, and in the history when it is over`() throws {
      let pages = try pages()
      let page = try open("/", pages)
      try page.wait(for: "document.querySelector('li[data-id=w1] .play')")
      try page.tap("li[data-id=w1] .play")
      try page.wait(for: "location.pathname === '/remote/w1'")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      #expect(try page.text("document.querySelector('#workout').innerText") == "Beta")
      try page.tap("button[data-do=stop]", for: .milliseconds(1_200))
      try page.wait(for: "document.querySelector('main').dataset.state === 'stopped'")
      let history = try open("/history", pages)
      try history.wait(for: "document.querySelectorAll('#sessions > li').length === 1")
      #expect(try history.text("document.querySelector('#sessions').innerText").contains("Beta"))
      // Too short to be training.
      let about = try history.text("document.querySelector('#sessions .soft').innerText")
      #expect(about.contains("Under a minute, doesn't count"), "\(about)")
      #expect(try history.text("document.querySelector('#sums').innerText").contains("This week"))
      #expect(try history.number("document.querySelectorAll('#days i:not([data-level=\"0\"])').length") <= 1)
      // Planned against actual.
      try history.tap("#sessions .card")
      try history.wait(for: "document.querySelector('#sessions table')?.innerText.includes('Ready')")
      #expect(try history.number("document.documentElement.scrollWidth") <= 360)
      try history.takeScreenshot("history")
      #expect(page.errors.isEmpty && history.errors.isEmpty, "\(page.errors) \(history.errors)")
    }

    @Test func `keep the favourites that are marked on their pages, which have a section and a filter`() throws {
      let pages = try pages()
      let page = try open("/", pages)
      let all = "document.querySelectorAll('#all li').length === 4"
      let favourites = #"document.querySelector('[data-tag="*"]')"#
      try page.wait(for: all)
      #expect(try !page.bool(favourites))
      for id in ["w2", "w1", "w0", "w0"] {
        try page.open("http://127.0.0.1:\(pages.port)/workouts/\(id)")
        try page.wait(for: "document.querySelector('.star')")
        let wasMarked = try page.bool("document.querySelector('.star').ariaPressed === 'true'")
        try page.tap(".star")
        #expect(try page.bool("document.querySelector('.star').ariaPressed === '\(!wasMarked)'"))
      }
      try page.open("http://127.0.0.1:\(pages.port)/")
      try page.wait(for: "\(all) && \(favourites)")
      let marked: [String] = try page.record(
        "[...document.querySelectorAll('#last li .name')].map((name) => name.innerText)")
      #expect(marked == ["Beta", "Gamma"])
      try page.tap(#"[data-tag="*"]"#)
      #expect(try names(page) == ["Beta", "Gamma"])
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `play 20 seconds of a workout that can be heard, once somebody wants to hear them`() throws {
      let pages = try pages()
      try pages.home.write(
        #"{ "name": "Mute", "style": "silent", "phases": [ { "name": "Go", "duration": "1m" } ] }"#, to: "mute.json")
      let page = try open("/workouts/w1", pages)
      let button = "document.querySelector('.hear')"
      try page.wait(for: button)
      #expect(!page.requests.contains { $0.contains("excerpt") })
      try page.tap(".hear")
      try page.wait(for: "\(button).dataset.sound === 'playing' && \(button).ariaPressed === 'true'")
      let place = "parseFloat(\(button).querySelector('i').style.transform.slice(7))"
      try page.wait(for: "\(place) > 0")
      try page.tap(".hear")
      try page.wait(for: "\(button).dataset.sound === 'pause' && \(button).ariaPressed === 'false'")
      let paused = try page.number(place)
      try page.tap(".hear")
      try page.wait(for: "\(button).dataset.sound === 'playing' && \(place) > \(paused)")
      let other = try open("/workouts/w2", pages)
      try other.wait(for: button)
      try pages.home.delete("w2.json")
      try other.tap(".hear")
      try other.wait(for: "\(button).innerText === 'That isn\\'t possible now'")
      let mute = try open("/workouts/mute", pages)
      try mute.wait(for: "document.querySelector('.star')")
      #expect(try !mute.bool(button))
      #expect(page.errors.isEmpty && other.errors.isEmpty, "\(page.errors) \(other.errors)")
    }

    @Test func `show a plan as it is written, and a link with it that another phone opens and starts`() throws {
      let home = try TemporaryHome.withoutSound()
      try home.write(
        """
        { "name": "Written", "style": "silent", "phases": [
          { "name": "{warm up}", "intensity": "warmup", "duration": "2m" },
          { "name": "{round}", "sets": 3, "phases": [
            { "name": ["Squats", "Push-ups"], "duration": "40s" },
            { "name": "{rest}", "intensity": "rest", "duration": "20s", "skip": "last" } ] } ] }
        """, to: "w.json")
      let pages = try ServedPages(home)
      let page = try open("/workouts/w", pages)
      try page.wait(for: "document.querySelector('#plan .group')")
      #expect(try page.text("document.querySelector('#plan h3').innerText") == "3 rounds")
      let rows: [String] = try page.record(
        "[...document.querySelectorAll('#plan .phase')].map((row) => row.innerText.replace(/\\s+/g, ' '))")
      #expect(rows == ["Warm up 2:00", "Squats, Push-ups 0:40", "Rest not after the last 0:20"])
      try page.tap(".tools button:last-child")
      try page.wait(for: "document.querySelector('#share img')?.naturalWidth > 0")
      let link = try page.text("document.querySelector('#share input').value")
      #expect(link.hasPrefix("http://127.0.0.1:\(pages.port)/open#w="), "\(link)")
      let other = try open("/history", pages)
      try other.wait(for: "document.querySelector('.empty')")
      try other.open(link)
      try other.wait(for: "document.querySelector('#plan .group')")
      #expect(try other.text("document.querySelector('#name').innerText") == "Written")
      try other.tap("#start")
      try other.wait(for: "document.querySelector('main').dataset.state === 'running'")
      // Every page shows the run meanwhile.
      try page.wait(for: "document.querySelector('#now').checkVisibility()")
      #expect(try page.text("document.querySelector('#now .name').innerText") == "Warm up")
      try page.tap("#now .toggle")
      try other.wait(for: "document.querySelector('main').dataset.state === 'paused'")
      try page.wait(for: "document.querySelector('#now').dataset.state === 'paused'")
      #expect(page.errors.isEmpty && other.errors.isEmpty, "\(page.errors) \(other.errors)")
      #expect(try pages.ask("written", #"{"do":"stop"}"#).status == 200)
    }

    @Test func `start a past session again, keep what its user thinks of it, and delete it after a question`() throws {
      let pages = try pages()
      _ = try pages.home.cuebell("run", "--silent", "--no-notify", "--speed", "1000", "w1.json")
      let page = try open("/history", pages)
      try page.wait(for: "document.querySelectorAll('#sessions > li').length === 1")
      #expect(try page.text("document.querySelector('#sessions .soft').innerText").contains("Rehearsal, doesn't count"))
      #expect(try page.text("document.querySelector('#sums b').innerText") == "0 min")
      try page.tap("#sessions .card")
      try page.wait(for: "document.querySelector('.opinion select')")
      try page.evaluate(
        """
        (() => {
          const [effort, note] = document.querySelectorAll('.opinion select, .opinion input');
          effort.value = '7';
          effort.dispatchEvent(new Event('change'));
          note.value = '--rpe 1';
          note.dispatchEvent(new Event('change'));
        })()
        """)
      try page.wait(for: "document.querySelector('.opinion .soft').innerText === 'Saved'")
      #expect(
        try Timeout.wait { try pages.send("GET", "/api/history/1").body.contains(#""rpe": 7, "note": "--rpe 1""#) })
      try page.tap(".deletion button")
      try page.wait(for: "document.querySelector('.deletion .asked')")
      try page.tap(".deletion .asked")
      try page.wait(for: "document.querySelectorAll('#sessions > li').length === 0")
      #expect(try pages.send("GET", "/api/history/1").status == 404)
      _ = try pages.home.cuebell("run", "--silent", "--no-notify", "--speed", "1000", "w1.json")
      try page.reload()
      try page.wait(for: "document.querySelector('#sessions .play')")
      try page.tap("#sessions .play")
      try page.wait(for: "location.pathname === '/remote/w1'")
      #expect(try pages.ask("w1", #"{"do":"stop"}"#).status == 200)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `ask before they take the sound over from another run`() throws {
      let home = try TemporaryHome.withoutSound()
      for name in ["Alpha", "Beta"] {
        try home.write(WorkoutText.slow.replacing("Small", with: name), to: "\(name.lowercased()).json")
      }
      let silence = ["--device", "no-such-card"]
      let holder = try Child([Project.command, "run", "--json"] + silence + ["alpha.json"], in: home)
      try holder.waitForPhase()
      let pages = try ServedPages(home, runs: silence)
      let page = try open("/", pages)
      try page.wait(for: "document.querySelector('li[data-id=beta] .play')")
      try page.tap("li[data-id=beta] .play")
      try page.wait(for: "document.querySelector('li[data-id=beta] .question')")
      let question = try page.text("document.querySelector('.question p').innerText")
      #expect(question.hasPrefix("Alpha is running."), "\(question)")
      try page.tap(".question .asked")
      try holder.line { $0.contains(#""event": "paused""#) && $0.contains(#""reason": "interruption""#) }
      try page.wait(for: "location.pathname === '/remote/beta'")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      try page.tap("button[data-do=stop]", for: .milliseconds(1_200))
      try holder.line { $0.contains(#""event": "resumed""#) }
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `lead to each other`() throws {
      let pages = try pages()
      for path in ["/", "/history", "/remote"] {
        let page = try open(path, pages)
        let links: [String] = try page.record("[...document.querySelectorAll('nav a')].map((link) => link.pathname)")
        #expect(Set(links).isSuperset(of: Set(["/", "/history", "/remote"]).subtracting([path])), "\(path): \(links)")
      }
    }
  }
}
