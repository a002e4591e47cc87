import Glibc
import StrictJSON
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
      let programmes = "document.getElementById('programmes').children.length"
      try page.wait(for: "document.querySelector('#workouts .start') && \(programmes) === 0")
      try page.call("Network.setBlockedURLs", ["urls": [String]()])
      try page.wait(for: "\(programmes) > 0")
    }

    private func names(_ page: BrowserPage) throws -> [String] {
      try page.record(
        """
        [...document.querySelectorAll('#workouts > li')].filter((item) => item.checkVisibility())
          .map((item) => item.querySelector('.name').innerText)
        """)
    }

    @Test func `list the workouts with lengths and pictures, find them, and say what is broken and where`() throws {
      let pages = try pages()
      let page = try open("/", pages)
      try page.wait(for: "document.querySelectorAll('#workouts > li').length === 4")
      #expect(
        try names(page).sorted() == ["Alpha", "Beta", "Gamma", "broken"]
          || names(page).sorted() == ["Alpha", "Beta", "Broken", "Gamma"])
      #expect(try page.text("document.querySelector('li[data-id=w0] .length').innerText") == "0:56")
      #expect(try page.text("document.querySelector('li.broken .problem').innerText").contains("Line 3"))
      #expect(try !page.bool("document.querySelector('li.broken .start')"))
      try page.evaluate("document.querySelector('li[data-id=w2]').scrollIntoView()")
      try page.wait(for: "document.querySelector('li[data-id=w2] .strip img').naturalWidth > 0")
      #expect(try page.number("document.documentElement.scrollWidth") <= 360)
      try page.takeScreenshot("library")
      try page.evaluate("document.querySelector('#search').focus()")
      for letter in "gam" { try page.press("\(letter)") }
      try page.wait(for: "document.querySelectorAll('#workouts > li:not([hidden])').length === 1")
      #expect(try names(page) == ["Gamma"])
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `show all tags of a workout, and what ends its phases where that isn't a time`() throws {
      let pages = try pages()
      try pages.home.write(
        """
        { "name": "Counted", "tags": ["hiit", "bodyweight", "conditioning", "at home"], "style": "silent", "phases": [
          { "name": "Squats", "open": true, "reps": 12 }, { "name": "Walk", "duration": "1m" },
          { "name": "Recover", "until": { "heartRate": "< 120" }, "cap": "3m" } ] }
        """, to: "w3.json")
      let page = try open("/", pages)
      try page.wait(for: "document.querySelector('li[data-id=w3] .card')")
      #expect(
        try page.text("document.querySelector('li[data-id=w3] .tags').innerText")
          == "HIIT · Bodyweight · Conditioning · At home")
      let isCut = "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)"
      #expect(try !page.bool("\(isCut)(document.querySelector('li[data-id=w3] .tags'))"))
      try page.evaluate("document.querySelector('li[data-id=w3] .card').click()")
      try page.wait(for: "document.querySelector('li[data-id=w3] .plan')")
      let lengths: [String] = try page.record(
        "[...document.querySelectorAll('li[data-id=w3] .plan .soft')].map((part) => part.innerText)")
      #expect(lengths == ["12 reps", "1:00", "until < 120 bpm"])
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `come as soon as the server can be reached, as the page of a link does`() throws {
      let pages = try pages()
      let link = try pages.home.cuebell("share", "circuit", "--host", "127.0.0.1:\(pages.port)").lines[0]
      let here = "http://127.0.0.1:\(pages.port)"
      for (address, part) in [("\(here)/", "#workouts > li"), ("\(here)/history", ".empty"), (link, "#plan li")] {
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
      try page.wait(for: "document.querySelector('li[data-id=w1] .start')")
      try page.tap("li[data-id=w1] .start")
      try page.wait(for: "location.pathname === '/remote/w1'")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      #expect(try page.text("document.querySelector('#workout').innerText") == "Beta")
      try page.tap("button[data-do=stop]", for: .milliseconds(1_200))
      try page.wait(for: "document.querySelector('main').dataset.state === 'stopped'")
      let history = try open("/history", pages)
      try history.wait(for: "document.querySelectorAll('#sessions > li').length === 1")
      #expect(try history.text("document.querySelector('#sessions').innerText").contains("Beta"))
      #expect(try history.text("document.querySelector('#sessions .state').innerText") == "Stopped")
      #expect(try history.text("document.querySelector('#sums').innerText").contains("This week"))
      #expect(try history.number("document.querySelectorAll('#calendar i:not([data-level=\"0\"])').length") <= 1)
      // Planned against actual.
      try history.tap("#sessions .card")
      try history.wait(for: "document.querySelector('#sessions table')?.innerText.includes('Ready')")
      #expect(try history.number("document.documentElement.scrollWidth") <= 360)
      try history.takeScreenshot("history")
      #expect(page.errors.isEmpty && history.errors.isEmpty, "\(page.errors) \(history.errors)")
    }

    @Test func `keep the favourites that are marked, which come first and can be shown alone`() throws {
      let pages = try pages()
      let page = try open("/", pages)
      let all = "document.querySelectorAll('#workouts > li').length === 4"
      let favourites = #"document.querySelector('[data-tag="*"]')"#
      func isMarked(_ id: String) throws -> Bool {
        try page.text("document.querySelector('li[data-id=\(id)] .star').ariaPressed") == "true"
      }
      try page.wait(for: all)
      #expect(try names(page).prefix(3) == ["Alpha", "Beta", "broken"])
      #expect(try page.bool("\(favourites).hidden"))
      for id in ["w2", "w1", "w0"] { try page.tap("li[data-id=\(id)] .star") }
      try page.tap("li[data-id=w0] .star")
      #expect(try isMarked("w1") && isMarked("w2") && !isMarked("w0"))
      // Nothing moves under a finger.
      #expect(try names(page).first == "Alpha")
      try page.reload()
      try page.wait(for: "\(all) && !\(favourites).hidden")
      #expect(try isMarked("w1") && isMarked("w2") && !isMarked("w0"))
      #expect(try names(page).prefix(3) == ["Beta", "Gamma", "Alpha"])
      try page.tap(#"[data-tag="*"]"#)
      #expect(try names(page) == ["Beta", "Gamma"])
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
      try page.wait(for: "document.querySelector('li[data-id=beta] .start')")
      try page.tap("li[data-id=beta] .start")
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
