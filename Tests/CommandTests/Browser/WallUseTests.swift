import FoundationEssentials
import TestSupport
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
    private static let parts = ["digits", "set", "next", "total", "phase-bar", "total-bar", "cue"]

    private func visible(_ page: BrowserPage) throws -> [String] {
      try Self.parts.filter { try page.bool("document.querySelector('#\($0)').checkVisibility()") }
    }

    @Test func `shows what its address asks for`() throws {
      let shown = try ServedRun(Self.workout)
      let expected = [
        "": ["digits", "set", "next", "total", "phase-bar", "total-bar"], "?show=digits": ["digits"],
        "?show=set,next": ["set", "next"], "?show=digits,cue": ["digits", "cue"],
        "?show=bars": ["phase-bar", "total-bar"],
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
      #expect(try page.text(digits).hasPrefix("0:"))
      #expect(try page.text("document.querySelector('main').innerText").contains("4:"))
      let first = try page.text(digits)
      try page.wait(for: "\(digits) !== '\(first)'")
      #expect(try page.text(digits) > first)
      let layout = try PageLayout(of: page)
      #expect(layout.faults.isEmpty, "\(layout.faults)")
      try page.takeScreenshot("up-light")
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
