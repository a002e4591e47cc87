import FoundationEssentials
import Glibc
import StrictJSON
import Testing

extension `In a browser` {
  /// Pictures of every page in every state and size, for people to look at: `make screenshots`.
  @Suite(.enabled(if: ProcessInfo.processInfo.environment["CUEBELL_SCREENSHOTS"] != nil))
  struct `Screenshots` {
    /// A size with the scheme of colours that a page is asked for.
    private typealias Look = (viewport: BrowserPage.Viewport, scheme: String)

    private static let walls: [Look] = [
      (.init(width: 1280, height: 720), "dark"), (.init(width: 1920, height: 1080), "dark"),
      (.init(width: 3840, height: 2160), "dark"), (.init(width: 1080, height: 1920), "dark"),
    ]
    private static let hands: [Look] = [
      (.init(width: 360, height: 740, scale: 2, isTouched: true), "dark"),
      (.init(width: 800, height: 360, scale: 2, isTouched: true), "dark"), (.init(width: 1280, height: 800), "dark"),
      (.init(width: 390, height: 844, scale: 2, isTouched: true), "light"), (.init(width: 1280, height: 800), "light"),
    ]

    /// Takes a page in each of its sizes, when its pictures are there and nothing moves.
    func take(_ page: BrowserPage, _ name: String) throws {
      let looks = name.hasPrefix("wall") ? Self.walls : Self.hands
      for (viewport, scheme) in looks {
        try page.show(viewport)
        try page.prefer("color-scheme", scheme)
        try page.wait(
          for: """
            [...document.images].every((image) => image.complete || !image.checkVisibility()
              || image.getBoundingClientRect().top > innerHeight)
            """)
        try page.evaluate(
          """
          document.fonts.ready
            .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
            .then(() => document.getAnimations().forEach((each) => each.finish()))
          """)
        try page.takeScreenshot("\(name)-\(scheme == "dark" ? "" : "\(scheme)-")\(viewport)")
      }
    }

    /// Opens a page, and waits until a condition holds in it.
    func open(
      _ path: String, of served: ServedPages, until condition: String, language: String = "en", hasToken: Bool = true
    ) throws -> BrowserPage {
      let page = try BrowserPage()
      try page.speak(language)
      try page.open("http://127.0.0.1:\(served.port)\(path)\(hasToken ? "#k=\(served.control)" : "")")
      try page.wait(for: condition)
      return page
    }

    func isIn(_ state: String) -> String { "document.querySelector('main')?.dataset.state === '\(state)'" }
    func has(_ selector: String) -> String { "document.querySelector(\(selector.json.line()))" }

    func ask(_ served: ServedPages, _ fields: String) throws {
      _ = try served.ask("w", "{\"client\":\"test\",\(fields)}")
    }

    /// The shipped workouts whose screens differ most, with a place in each.
    static let runs = [
      ("circuit", "8:44"), ("amrap-12", "0:40"), ("emom-10", "0:20"), ("rounds-for-time", "0:30"),
      ("box-breathing", "0:08"), ("meditation-20", "2:00"), ("boxing-12", "1:00"), ("yoga-sides", "1:00"),
    ]

    @Test func `of runs`() throws {
      let home = try TemporaryHome.withoutSound()
      let served = try ServedPages(home)
      let pages = try ["wall", "remote"].map {
        ($0, try open("/\($0)", of: served, until: isIn("none")))
      }
      for (name, place) in Self.runs {
        let run = try home.start("run", "--silent", "--json", "--name", "w", name)
        try run.waitForPhase()
        for (_, page) in pages { try page.wait(for: isIn("running")) }
        try ask(served, #""do":"jump","to":"\#(place)""#)
        // After the name of the phase, which fills the screen for a second.
        for (_, page) in pages { try page.wait(for: "!\(has("#moment:not([hidden])"))") }
        usleep(1_300_000)
        for (kind, page) in pages { try take(page, "\(kind)-\(name)") }
        if ["circuit", "rounds-for-time"].contains(name) {
          try ask(served, #""do":"pause""#)
          for (_, page) in pages { try page.wait(for: isIn("paused")) }
          for (kind, page) in pages { try take(page, "\(kind)-\(name)-paused") }
          try takeMoments(pages[0].1)
        }
        try ask(served, #""do":"stop""#)
        _ = try run.finish()
        for (_, page) in pages { try page.wait(for: isIn("stopped")) }
        guard name == "circuit" else { continue }
        try pages[1].1.wait(for: has("#start .all"))
        for (kind, page) in pages { try take(page, "\(kind)-\(name)-stopped") }
      }
    }

    /// What fills a wall for a second, over a paused one, where it stays.
    private func takeMoments(_ wall: BrowserPage) throws {
      for (name, passed) in [("moment", 300), ("count", 8_500)] {
        try wall.evaluate(
          """
          (async () => {
            const { Moments } = await import('/assets/moments.js');
            const phase = { name: document.getElementById('phase').innerText, start: 0, end: 10_000 };
            window.moments ??= new Moments();
            moments.show({ state: 'running', phase, passed: \(passed), left: 10_000 - \(passed), counts: 'down' });
          })()
          """)
        try take(wall, "wall-\(name)")
      }
      try wall.evaluate("moments.show({ state: 'paused' })")
      try wall.wait(for: "!\(has("#moment:not([hidden])"))")
    }

    @Test func `of a wall in each intensity, dark and light`() throws {
      let all = `Wall pages`.intensities
      let phases = all.map {
        #"{ "name": "\#($0.capitalized)", "intensity": "\#($0)", "duration": "48s", "notes": "Slow and steady." }"#
      }
      let home = try TemporaryHome.withoutSound()
      try home.write(
        """
        { "name": "All seven", "style": "silent", "phases": [
          { "sets": 5, "phases": [ \(phases.joined(separator: ",")) ] } ] }
        """, to: "w.json")
      let served = try ServedPages(home)
      let run = try home.start("run", "--silent", "--json", "--name", "w", "w.json")
      try run.waitForPhase()
      let walls = try ["", "?light"].map { try open("/wall\($0)", of: served, until: isIn("running")) }
      for name in all {
        for (wall, look) in zip(walls, ["wall", "wall-light"]) {
          try wall.wait(for: "document.querySelector('main').dataset.intensity === '\(name)'")
          try wall.wait(for: "!\(has("#moment:not([hidden])"))")
          try take(wall, "\(look)-\(name)")
        }
        try ask(served, #""do":"next""#)
      }
      try ask(served, #""do":"mute""#)
      try walls[0].wait(for: "document.querySelector('#status').innerText === 'Muted'")
      try walls[0].wait(for: "!\(has("#moment:not([hidden])"))")
      try take(walls[0], "wall-muted")
      run.signal(SIGSTOP)
      try walls[0].wait(for: "document.querySelector('main').dataset.contact === 'silent'")
      try take(walls[0], "wall-no-answer")
      run.signal(SIGCONT)
      try walls[0].wait(for: "document.querySelector('main').dataset.contact === 'live'")
      let remote = try open("/remote", of: served, until: isIn("running"))
      try served.kill()
      for (kind, page) in [("wall", walls[0]), ("remote", remote)] {
        try page.wait(for: "document.querySelector('main').dataset.contact === 'lost'")
        try take(page, "\(kind)-no-contact")
      }
    }
  }
}
