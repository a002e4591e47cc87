import Glibc
import StrictJSON
import Testing

extension `In a browser` {
  @Suite struct `Remote page` {
    private static let phone = BrowserPage.Viewport(width: 360, height: 740, scale: 2, isTouched: true)

    static let workout = """
      { "name": "Buttons", "style": "silent", "phases": [
        { "name": "Ready", "intensity": "prepare", "duration": "5m" },
        { "name": "Go", "intensity": "high", "duration": "5m" },
        { "name": "Squats", "open": true, "reps": 5 }, { "name": "Rest", "intensity": "rest", "duration": "5m" } ] }
      """

    func open(_ shown: ServedRun, proxy: Int? = nil) throws -> BrowserPage {
      let page = try BrowserPage(proxy: proxy)
      try page.show(Self.phone)
      try shown.open("/remote", in: page)
      try page.wait(for: "!document.querySelector('button[data-do=toggle]').disabled")
      return page
    }

    func button(_ name: String) -> String { "button[data-do=\(name)]" }

    func text(_ page: BrowserPage, _ selector: String) throws -> String {
      try page.text("document.querySelector('\(selector)').innerText")
    }

    /// The next action that the run reports, from a page.
    func action(_ shown: ServedRun) throws -> EventRecord {
      let line = try shown.run.line { $0.contains(#""event": "action""#) && $0.contains(#""by": "socket""#) }
      return try EventRecord.all(in: line)[0]
    }

    @Test func `keeps the present off its buttons on the smallest phone`() throws {
      let shown = try ServedRun(`Wall pages`.crowded)
      let page = try open(shown)
      try page.show(.init(width: 320, height: 568, scale: 2, isTouched: true))
      for state in ["running", "paused"] {
        if state == "paused" { try shown.ask(#"{"do":"pause"}"#) }
        try page.wait(for: "document.querySelector('main').dataset.state === '\(state)'")
        let places: [String: Double] = try page.record(
          """
          (() => {
            const box = (part) => document.querySelector(part).getBoundingClientRect();
            const gaps = { ahead: box('#ahead').height, keys: box('#keys').top - box('#card').bottom,
              pages: box('nav').top - box('#keys').bottom, digits: box('#digits').left - box('#phase').right };
            return Object.fromEntries(Object.entries(gaps).map(([name, gap]) => [name, Math.round(gap)]));
          })()
          """)
        #expect(places.allSatisfy { $0.value >= 0 }, "\(state): \(places)")
        // The next phase can be read, and tapped.
        #expect(state == "paused" || (places["ahead"] ?? 0) >= 40, "\(places)")
      }
      _ = try shown.run.stop()
    }

    @Test func `has a button for each thing, and each does it`() throws {
      let shown = try ServedRun(Self.workout)
      let page = try open(shown)
      let presses: [(button: String, action: String, effect: String)] = [
        ("extend", "extend", "!document.querySelector('[data-pressed]')"),
        ("next", "skip", "document.querySelector('#phase').innerText === 'Go'"),
        ("back", "back", "document.querySelector('#phase').innerText === 'Ready'"),
        ("undo", "undo", "document.querySelector('#phase').innerText === 'Go'"),
        ("next", "skip", "document.querySelector('#phase').innerText === 'Squats'"),
        ("next", "done", "document.querySelector('#phase').innerText === 'Rest'"),
        ("shorten", "extend", "!document.querySelector('[data-pressed]')"),
        ("mute", "setVolume", "document.querySelector('#percent').innerText === '0 %'"),
        ("mute", "setVolume", "document.querySelector('#percent').innerText === '100 %'"),
        ("toggle", "toggle", "document.querySelector('main').dataset.state === 'paused'"),
        ("toggle", "toggle", "document.querySelector('main').dataset.state === 'running'"),
      ]
      for press in presses {
        if press.effect.contains("Rest") {
          try page.wait(for: "document.querySelector('button[data-do=next]').innerText === 'Done'")
        }
        // Sooner, the session would take the second for a slip of the finger.
        if press.button == "toggle" { usleep(700_000) }
        try page.tap(button(press.button))
        let event = try action(shown)
        #expect(event.action == press.action && event.accepted == true, "\(press): \(event)")
        try page.wait(for: press.effect)
      }
      try page.takeScreenshot("remote")
      #expect(page.errors.isEmpty, "\(page.errors)")
      _ = try shown.run.stop()
    }

    @Test func `jumps to a phase that is tapped, and sets the volume in per cent`() throws {
      let shown = try ServedRun(Self.workout)
      let page = try open(shown)
      #expect(try text(page, "#ahead .name") == "Go")
      try page.tap("#ahead button:nth-child(2)")
      #expect(try action(shown).action == "jump")
      try page.wait(for: "document.querySelector('#phase').innerText === 'Squats'")
      // What follows an open phase has no place in the plan before that has ended.
      #expect(try page.text("document.querySelector('#ahead').firstElementChild.innerText").contains("Rest"))
      try page.evaluate(
        """
        (() => {
          const slider = document.querySelector('#volume');
          slider.value = 50;
          slider.dispatchEvent(new Event('input'));
        })()
        """)
      #expect(try action(shown).action == "setVolume")
      try page.wait(for: "document.querySelector('#percent').innerText === '50 %'")
      #expect(try shown.pages.send("GET", "/api/runs/w").body.contains(#""volume":-18.1"#))
      _ = try shown.run.stop()
    }

    @Test func `stops when its button is held for a second, not when it is tapped, and then offers to resume`() throws {
      let shown = try ServedRun(Self.workout)
      let page = try open(shown)
      try page.tap(button("stop"), for: .milliseconds(300))
      try page.click(button("stop"), for: .milliseconds(300))
      try page.tap(button("mute"))
      #expect(try action(shown).action == "setVolume")
      try page.tap(button("stop"), for: .milliseconds(1_200))
      #expect(try action(shown).action == "stop")
      #expect(try shown.run.finish().code == 4)
      try page.wait(for: "document.querySelector('main').dataset.state === 'stopped'")
      try page.wait(for: "document.querySelector('#start .strong')?.innerText === 'Resume'")
    }

    @Test func `shows what is so after two quick taps, of which the session refuses the second`() throws {
      let shown = try ServedRun(Self.workout)
      let proxy = try DelayingProxy(seed: 3)
      let page = try open(shown, proxy: proxy.port)
      try page.tap(button("toggle"))
      try page.tap(button("toggle"))
      let actions = [try action(shown), try action(shown)]
      #expect(actions.map(\.action) == ["toggle", "toggle"] && actions.map(\.accepted) == [true, false], "\(actions)")
      let reason = try #require(actions[1].reason)
      try page.wait(for: "document.querySelector('#status').innerText.toLowerCase().includes('\(reason)')")
      try page.wait(for: "!document.querySelector('[data-pressed]')")
      try page.wait(for: "document.querySelector('main').dataset.state === 'paused'")
      #expect(try text(page, button("toggle")) == "Resume")
      _ = try shown.run.stop()
    }

    @Test func `takes back what is refused, and says why`() throws {
      let shown = try ServedRun(Self.workout)
      let page = try open(shown)
      let undo = "document.querySelector('\(button("undo"))').checkVisibility({ visibilityProperty: true })"
      #expect(try !page.bool(undo))
      try shown.ask(#"{"do":"jump","to":"10:00"}"#)
      #expect(try action(shown).action == "jump")
      try page.wait(for: undo)
      // In a phase that its user ends there is no button for it.
      try page.evaluate("document.querySelector('\(button("shorten"))').click()")
      let event = try action(shown)
      #expect(event.action == "extend" && event.accepted == false)
      let reason = try #require(event.reason)
      try page.wait(
        for: "document.querySelector('#status').innerText.toLowerCase().includes('\(reason)'.toLowerCase())")
      #expect(try !page.bool("document.querySelector('[data-pressed]')"))
      _ = try shown.run.stop()
    }

    @Test func `agrees with another at once`() throws {
      let shown = try ServedRun(Self.workout)
      let pages = [try open(shown), try open(shown)]
      try pages[0].tap(button("toggle"))
      for page in pages { try page.wait(for: "document.querySelector('main').dataset.state === 'paused'") }
      for page in pages { #expect(try text(page, button("toggle")) == "Resume") }
      usleep(700_000)
      try pages[1].tap(button("toggle"))
      for page in pages { try page.wait(for: "document.querySelector('main').dataset.state === 'running'") }
      try pages[0].tap(button("mute"))
      for page in pages { try page.wait(for: "document.querySelector('#percent').innerText === '0 %'") }
      _ = try shown.run.stop()
    }

    @Test func `has no buttons to press without contact, and has them again`() throws {
      let shown = try ServedRun(Self.workout)
      let proxy = try DelayingProxy(delay: 0...0)
      let page = try open(shown, proxy: proxy.port)
      proxy.set(.cut)
      try page.wait(for: "document.querySelector('main').dataset.contact === 'lost'")
      #expect(try page.bool("[...document.querySelectorAll('button[data-do]')].every((button) => button.disabled)"))
      #expect(try text(page, "#status").lowercased().contains("no contact since"))
      // They can still be read.
      for scheme in ["dark", "light"] {
        try page.prefer("color-scheme", scheme)
        for part in try PageLayout(of: page).parts where part.height > 0 && !part.isEnabled {
          let contrast = try PerceivedColour(part.colour).contrast(to: PerceivedColour(part.ground))
          #expect(contrast >= 4.5, "\(scheme), \(part.id) '\(part.text)': \(contrast)")
        }
      }
      proxy.set(.open)
      try page.wait(for: "!document.querySelector('button[data-do=toggle]').disabled")
      // A link that passes nothing and says nothing.
      proxy.set(.stalled)
      try page.wait(for: "document.querySelector('main').dataset.contact === 'lost'")
      proxy.set(.open)
      try page.wait(for: "document.querySelector('main').dataset.contact === 'live'")
      _ = try shown.run.stop()
    }

    @Test func `resumes a run that was killed`() throws {
      let shown = try ServedRun(Self.workout)
      let page = try open(shown)
      shown.run.signal(SIGKILL)
      _ = try shown.run.finish()
      try page.wait(for: "document.querySelector('main').dataset.state === 'interrupted'")
      #expect(try text(page, "#groups").lowercased().contains("interrupted at 0:0"))
      // It is offered when the page is opened again, too.
      try page.open(shown.address("/remote"))
      try page.wait(for: "document.querySelector('#start .strong')?.innerText === 'Resume'")
      #expect(try text(page, "#start .sent").contains("Interrupted at 0:0"))
      try page.tap("#start .strong")
      try page.wait(
        for: "document.querySelector('main').dataset.contact === 'live' && location.pathname === '/remote/w'")
      try page.wait(for: "['running', 'paused'].includes(document.querySelector('main').dataset.state)")
      #expect(try shown.pages.ask("w", #"{"do":"stop"}"#).status == 200)
      try page.wait(for: "document.querySelector('main').dataset.state === 'stopped'")
    }

    @Test(arguments: [("resume", true), ("end", false)])
    func `asks what becomes of a run that another class has interrupted for minutes`(answer: String, goesOn: Bool)
      throws
    {
      let home = try TemporaryHome(["ALSA_CONFIG_PATH=/dev/null", "LATER=later", "SECONDS=150"])
      try home.write(Self.workout, to: "w.json")
      let shim = try Shim.later.build(in: home)
      let command = [Project.command, "run", "--device", "no-such-card", "--json"]
      let run = try Child(["/usr/bin/env", "LD_PRELOAD=\(shim)"] + command + ["--name", "w", "w.json"], in: home)
      try run.waitForPhase()
      let served = try ServedPages(home)
      let page = try BrowserPage()
      try page.show(Self.phone)
      try page.open("http://127.0.0.1:\(served.port)/remote/w#k=\(served.control)")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      let other = try Child(command + ["--take-over", "w.json"], in: home)
      try run.line { $0.contains(#""event": "paused""#) && $0.contains(#""reason": "interruption""#) }
      try home.write("", to: "later")
      other.signal(SIGTERM)
      _ = try other.finish()
      // The other class is over, but this one doesn't continue by itself.
      let end = try run.line { $0.contains(#""action": "interruptionEnded""#) }
      #expect(end.contains(#""to": "paused""#), "\(end)")
      try page.wait(for: "document.querySelector('#ask').checkVisibility()")
      #expect(try text(page, "#ask p") == "Buttons is paused: resume or end it?")
      #expect(try page.text("document.querySelector('main').dataset.state") == "paused")
      try page.tap("#ask button:nth-of-type(\(goesOn ? 1 : 2))")
      try page.wait(for: "document.querySelector('main').dataset.state === '\(goesOn ? "running" : "stopped")'")
      #expect(try !page.bool("document.querySelector('#ask').checkVisibility()"))
      if goesOn { run.signal(SIGTERM) }
      #expect(try run.finish().code == (goesOn ? 143 : 4))
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `is worked by keyboard alone`() throws {
      let shown = try ServedRun(Self.workout)
      let page = try open(shown)
      var reached: [String] = []
      for _ in 0..<24 {
        try page.press("Tab")
        let name = try page.text("document.activeElement.dataset.do ?? ''")
        guard !name.isEmpty, !reached.contains(name) else { continue }
        reached.append(name)
        guard ["extend", "mute", "stop"].contains(name) else { continue }
        try page.press(name == "mute" ? " " : "Enter", for: name == "stop" ? .milliseconds(1_200) : .zero)
        let expected = ["extend": "extend", "mute": "setVolume", "stop": "stop"]
        #expect(try action(shown).action == expected[name])
        if name == "stop" { break }
      }
      let all = ["back", "extend", "mute", "next", "say", "shorten", "stop", "toggle"]
      #expect(reached.sorted() == all, "\(reached)")
    }
  }
}

extension `In a browser` {
  /// The buttons, links and fields of a page that a screen reader has no name for.
  static func unnamedParts(of page: BrowserPage) throws -> [String] {
    let nodes = try page.call("Accessibility.getFullAXTree")["nodes"]?.list ?? []
    let parts = nodes.filter { node in
      node["ignored"]?.bool != true
        && ["button", "link", "searchbox", "textbox", "image", "progressbar"].contains(node["role"]?["value"]?.text)
    }
    guard !parts.isEmpty else { throw Failure("no parts in \(page.summary)") }
    return parts.filter { ($0["name"]?["value"]?.text ?? "").isEmpty }.map { "\($0["role"]?["value"]?.text ?? "")" }
  }
}
