import StrictJSON
import Testing

extension `In a browser` {
  /// What every page owes to those who use a keyboard, a screen reader, large type or no motion.
  @Suite struct `Every page` {
    private static let phone = BrowserPage.Viewport(width: 360, height: 740, scale: 2, isTouched: true)

    /// A phone at 200 %.
    private static let zoomed = BrowserPage.Viewport(width: 195, height: 422, scale: 4, isTouched: true)

    private static let workout = """
      { "name": "Audit", "style": "silent", "phases": [
        { "name": "Ready", "intensity": "prepare", "duration": "5m", "notes": "Breathe." },
        { "sets": 3, "phases": [ { "name": "Go", "intensity": "high", "duration": "12s" } ] },
        { "name": "Squats", "open": true, "reps": 5, "intensity": "low" },
        { "name": "Rest", "intensity": "rest", "duration": "5m" } ] }
      """

    /// What is wrong with a page as it is now: roles, names, languages, sizes to touch, the order of focus, contrasts.
    private func faults(of page: BrowserPage, language: String = "en") throws -> [String] {
      var faults: [String] = try page.record(Self.audit)
      faults += try `In a browser`.unnamedParts(of: page).map { "no name: \($0)" }
      let spoken = try page.text("document.documentElement.lang")
      if spoken != language { faults.append("the page is in \(spoken)") }
      for part in try PageLayout(of: page).parts where part.height > 0 && part.isEnabled {
        let contrast = try PerceivedColour(part.colour).contrast(to: PerceivedColour(part.ground))
        if contrast < 7 { faults.append("#\(part.id) '\(part.text.prefix(40))': a contrast of \(contrast)") }
      }
      return faults
    }

    private static let audit = """
      (() => {
        const faults = [];
        const isShown = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
        const tell = (what, parts) => faults.push(...parts.map((part) => `${what}: ${part.outerHTML.slice(0, 160)}`));
        const hand = document.body.classList.contains('hand');
        if (!document.title) faults.push('no title');
        if (all('main').length !== 1) faults.push('not one main part');
        if (hand && all('.strong').length > 1) faults.push('two primary buttons');
        if (hand && all('h1').length !== 1) faults.push('not one heading');
        if (document.documentElement.scrollWidth > innerWidth) faults.push('scrolls sideways');
        const ids = [...document.querySelectorAll('[id]')].map((part) => part.id);
        if (new Set(ids).size !== ids.length) faults.push('an id twice');
        tell('no alternative', [...document.querySelectorAll('img:not([alt])')]);
        tell('no value', all('[role=progressbar]').filter((part) => !part.hasAttribute('aria-valuenow')));
        tell('an empty heading', all('h1, h2').filter((part) => !part.textContent.trim()));
        const active = all('button, a[href], input, select, textarea, summary');
        tell('not by keyboard', active.filter((part) => part.tabIndex !== 0));
        tell('hidden from screen readers', active.filter((part) => part.closest('[aria-hidden=true]')));
        if (!hand) return faults;
        const box = (part) => part.getBoundingClientRect();
        tell('small', active.filter((part) => box(part).width < 56 || box(part).height < 56));
        // What a list has scrolled out of sight is above nothing.
        const placed = (part) => box(part.closest('#ahead') ?? part);
        tell('before what is above it', active.filter((part, index) => index > 0 && !part.closest('nav, #begin')
          && placed(part).bottom <= placed(active[index - 1]).top));
        return faults;
      })()
      """

    private func check(_ page: BrowserPage, _ state: String, language: String = "en") throws {
      let faults = try faults(of: page, language: language)
      #expect(faults.isEmpty, "\(state):\n\(faults.joined(separator: "\n"))")
      #expect(page.errors.isEmpty, "\(state): \(page.errors)")
    }

    private func checkZoomed(_ page: BrowserPage, _ state: String, language: String = "en") throws {
      try page.show(Self.zoomed)
      try check(page, state, language: language)
      try page.show(Self.phone)
    }

    @Test func `of a run can be used by all, in each state`() throws {
      let shown = try ServedRun(Self.workout)
      let (wall, remote) = (try BrowserPage(), try BrowserPage())
      let zoomed = try BrowserPage()
      try zoomed.show(Self.zoomed)
      try zoomed.prefer("color-scheme", "light")
      try remote.show(Self.phone)
      for (page, path) in [(wall, "/wall"), (remote, "/remote"), (zoomed, "/remote")] {
        try shown.open(path, in: page)
        try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      }
      try check(wall, "wall")
      try check(remote, "remote")
      try check(zoomed, "remote at 200 %")
      try shown.ask(#"{"do":"jump","to":"5:36"}"#)
      for (page, name) in [(wall, "wall"), (remote, "remote")] {
        try page.wait(for: "document.querySelector('#phase').innerText === 'Squats'")
        try check(page, "\(name), open")
      }
      try shown.ask(#"{"do":"pause"}"#)
      for (page, name) in [(wall, "wall"), (remote, "remote")] {
        try page.wait(for: "document.querySelector('main').dataset.state === 'paused'")
        try check(page, "\(name), paused")
      }
      _ = try shown.run.stop()
      for (page, name) in [(wall, "wall"), (remote, "remote")] {
        try page.wait(for: "document.querySelector('main').dataset.state === 'stopped'")
        if page === remote { try page.wait(for: "document.querySelector('#start .all')") }
        try check(page, "\(name), stopped")
      }
    }

    @Test func `speaks the language of the browser, and its words fit`() throws {
      let home = try TemporaryHome.withoutSound()
      for name in ["tabata", "circuit"] { try home.write(try WorkoutText.shipped(name), to: "\(name).json") }
      try home.write("{ \"name\": \"Broken\", \"phases\": 7 }", to: "broken.json")
      _ = try home.cuebell("run", "--silent", "--no-notify", "--speed", "1000", "tabata.json")
      let pages = try ServedPages(home)
      let parts = [
        ("/", "#all li"), ("/history", "#sessions .card"), ("/remote", "#start .sent"), ("/nowhere", "h1"),
        ("/workouts/circuit", "#plan .group"),
        ("/edit/circuit", "#nodes .row"), ("/edit/broken", "#text"),
      ]
      for language in ["en", "de", "fr", "es", "it", "pt", "nl"] {
        let page = try BrowserPage()
        try page.speak(language)
        // Both schemes of colours have all pages.
        try page.prefer("color-scheme", ["de", "es", "pt"].contains(language) ? "light" : "dark")
        try page.show(Self.phone)
        for (path, part) in parts {
          try page.open("http://127.0.0.1:\(pages.port)\(path)#k=\(pages.control)")
          try page.wait(for: "document.querySelector('\(part)') && document.querySelector('nav a').innerText")
          try check(page, "\(path) in \(language)", language: language)
          try checkZoomed(page, "\(path) in \(language), at 200 %", language: language)
          if path == "/edit/circuit" {
            try page.evaluate("document.querySelector('#nodes li li .more').click()")
            try check(page, "\(path), a panel, in \(language)", language: language)
            try checkZoomed(page, "\(path), a panel, in \(language), at 200 %", language: language)
          }
          if path == "/workouts/circuit" {
            try page.evaluate("document.querySelector('.tools button:last-child').click()")
            try page.wait(for: "document.querySelector('#share input')")
            try checkZoomed(page, "\(path), shared, in \(language), at 200 %", language: language)
          }
          guard path == "/history" else { continue }
          try page.evaluate("[...document.querySelectorAll('button.card')].at(-1).click()")
          try page.wait(for: "document.querySelector('.details > :nth-child(2)')")
          try check(page, "\(path), details, in \(language)", language: language)
        }
      }
    }

    @Test func `of a link can be used by all, in every language`() throws {
      let home = try TemporaryHome.withoutSound()
      let pages = try ServedPages(home)
      let link = try home.cuebell("share", "circuit", "--host", "127.0.0.1:\(pages.port)").lines[0]
      for language in ["en", "de", "fr", "es", "it", "pt", "nl"] {
        let page = try BrowserPage()
        try page.speak(language)
        try page.prefer("color-scheme", ["de", "es", "pt"].contains(language) ? "light" : "dark")
        try page.show(Self.phone)
        try page.open("http://127.0.0.1:\(pages.port)/#k=\(pages.control)")
        try page.wait(for: "document.querySelector('.empty, #all li')")
        try page.open(link)
        try page.wait(for: "document.querySelector('#name').innerText")
        try check(page, "open in \(language)", language: language)
        try checkZoomed(page, "open in \(language), at 200 %", language: language)
        try page.evaluate("document.querySelector('#keep').click()")
        try page.wait(for: "document.querySelector('.kept')")
        try checkZoomed(page, "kept in \(language), at 200 %", language: language)
        try page.evaluate("location.hash = '#w=AAAA'")
        try page.wait(for: "document.querySelector('#status').innerText")
        try checkZoomed(page, "broken in \(language), at 200 %", language: language)
      }
    }

    @Test func `moves nothing when digits change, and nothing at all for those who don't want it`() throws {
      let shown = try ServedRun(Self.workout)
      let shifts = """
        window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value, sources }) =>
          `${value} ${sources.map(({ node }) => node?.id ?? node?.nodeName)}`))).observe({ type: 'layout-shift' });
        """
      let pages = [try BrowserPage(), try BrowserPage(), try BrowserPage()]
      try pages[1].show(Self.phone)
      try pages[2].prefersReducedMotion()
      for (page, path) in zip(pages, ["/wall", "/remote", "/wall"]) {
        try shown.open(path, in: page)
        try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      }
      try shown.ask(#"{"do":"jump","to":"5:01"}"#)
      for page in pages.prefix(2) {
        try page.wait(for: "document.querySelector('#phase').innerText === 'Go'")
        try page.wait(for: "!document.querySelector('#moment:not([hidden])')")
        try page.evaluate("document.fonts.ready.then(() => {\(shifts)})")
      }
      // From two digits to one.
      try pages[2].wait(for: "document.querySelector('#digits').innerText === '9'")
      #expect(try pages[2].number("document.getAnimations().length") == 0)
      for page in pages.prefix(2) {
        try page.wait(for: "document.querySelector('#digits').innerText.length === 1")
        let moved: [String] = try page.record("shifts")
        #expect(moved.isEmpty, "\(moved)")
      }
      _ = try shown.run.stop()
    }

    @Test func `that a hand holds can be installed as an app`() throws {
      let shown = try ServedRun(Self.workout)
      for path in ["/remote", "/"] {
        let page = try BrowserPage()
        try page.open(shown.address(path))
        let manifest = try page.call("Page.getAppManifest")
        #expect(manifest["errors"]?.list?.isEmpty == true && manifest["data"]?.text?.contains("start_url") == true)
        let problems = try page.call("Page.getInstallabilityErrors")["installabilityErrors"]?.list ?? []
        // The tests' pages are private ones, in which nothing is installed.
        let told = problems.compactMap { $0["errorId"]?.text }.filter { $0 != "in-incognito" }
        #expect(told.isEmpty, "\(path): \(told)")
      }
      _ = try shown.run.stop()
    }
  }
}
