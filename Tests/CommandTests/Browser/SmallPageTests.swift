import Testing

extension `In a browser` {
  /// A page of 1280 by 1024 pixels at 400 %.
  @Suite struct `A page at 400 %` {
    private static let zoomed = BrowserPage.Viewport(width: 320, height: 256, scale: 4, isTouched: true)

    private static let workout = """
      { "name": "Zoomed in", "style": "silent", "phases": [
        { "name": "Goblet squats", "intensity": "high", "duration": "5m", "notes": "Elbows inside the knees." },
        { "name": "Swings", "open": true, "reps": 12 }, { "name": "Rest", "intensity": "rest", "duration": "5m" } ] }
      """

    /// What can't be pressed, because something else lies over it.
    private func covered(_ page: BrowserPage) throws -> [String] {
      try page.record(
        """
        [...document.querySelectorAll('button, a, input, select')].map((part) => {
          if (!part.checkVisibility()) return '';
          part.scrollIntoView({ block: 'center' });
          const { left, top, width, height } = part.getBoundingClientRect();
          const there = document.elementFromPoint(left + width / 2, top + height / 2);
          return part.contains(there) ? '' : `${part.outerHTML.slice(0, 80)} under ${there?.outerHTML.slice(0, 80)}`;
        }).filter(Boolean)
        """)
    }

    @Test func `has everything within reach, and nothing under the navigation`() throws {
      let shown = try ServedRun(Self.workout)
      let remote = try BrowserPage()
      try remote.show(Self.zoomed)
      try shown.open("/remote", in: remote)
      for phase in ["Goblet squats", "Swings"] {
        try remote.wait(for: "document.querySelector('#phase').innerText === '\(phase)'")
        let faults = try covered(remote)
        #expect(faults.isEmpty, "\(phase): \(faults)")
        #expect(try remote.number("document.documentElement.scrollWidth") <= 320)
        try remote.takeScreenshot("remote-400-\(phase.prefix(6))")
        try shown.ask(#"{"do":"next"}"#)
      }
      for (path, part) in [
        ("/", "#all li"), ("/history", "#sessions .card"), ("/workouts/w", "#plan .phase"), ("/edit/w", "#nodes li"),
      ] {
        let page = try BrowserPage()
        try page.show(Self.zoomed)
        try page.open(shown.address(path))
        try page.wait(for: "document.querySelector('\(part)') && document.querySelector('#now').checkVisibility()")
        let faults = try covered(page)
        #expect(faults.isEmpty, "\(path): \(faults)")
        #expect(try page.number("document.documentElement.scrollWidth") <= 320, "\(path)")
      }
      _ = try shown.run.stop()
    }

    @Test func `tells a screen reader each phase once, and whose its fields are`() throws {
      let shown = try ServedRun(Self.workout)
      for path in ["/remote", "/wall"] {
        let page = try BrowserPage()
        try shown.open(path, in: page)
        try page.wait(for: "document.querySelector('#told').textContent === 'Goblet squats, 5:00'")
        try page.evaluate(
          """
          window.told = [];
          new MutationObserver(() => told.push(document.querySelector('#told').textContent))
            .observe(document.querySelector('#told'), { childList: true, characterData: true, subtree: true });
          """)
        // Digits change meanwhile.
        let digits = try page.text("document.querySelector('#digits').innerText")
        try page.wait(for: "document.querySelector('#digits').innerText !== '\(digits)'")
        #expect(try page.number("told.length") == 0)
        #expect(try page.text("document.querySelector('#told').ariaLive") == "polite")
      }
      let editor = try BrowserPage()
      try editor.open(shown.address("/edit/w"))
      try editor.wait(for: "document.querySelector('#nodes li')")
      let labels: [String] = try editor.record(
        "[...document.querySelectorAll('#nodes li:first-child .row [aria-label]')].map((field) => field.ariaLabel)")
      #expect(labels.allSatisfy { $0.hasSuffix("Goblet squats") }, "\(labels)")
      _ = try shown.run.stop()
    }
  }
}
