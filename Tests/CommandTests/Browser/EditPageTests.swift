import FoundationEssentials
import Glibc
import StrictJSON
import Testing

extension `In a browser` {
  /// The page that edits a workout.
  @Suite struct `The editor` {
    static let phone = BrowserPage.Viewport(width: 360, height: 800, isTouched: true)
    static let laptop = BrowserPage.Viewport(width: 1280, height: 720)
    static let saved = "document.querySelector('#save').textContent === 'Saved' && location.pathname.length > 6"
    static let sound = "document.querySelector('#verdict').textContent === 'No problems'"

    static let workout = """
      // The author's own comment.
      { "name": "Mine", "style": "silent", "x-coach": { "id": 7 },\r
        "phases": [
          { "name": "Go", "duration": 20, "cues": [ { "on": "phase", "at": "half", "sound": "bell" } ] }, // hard
          /* easy */ { "name": "Rest", "intensity": "rest", "duration": "10s", },
        ] }

      """

    func pages(_ workouts: [String: String] = [:]) throws -> ServedPages {
      let home = try TemporaryHome.withoutSound()
      for (name, text) in workouts { try home.write(text, to: "\(name).json") }
      return try ServedPages(home, options: ["--workouts", Project.workouts])
    }

    func open(
      _ path: String, _ pages: ServedPages, _ viewport: BrowserPage.Viewport = laptop
    ) throws -> BrowserPage {
      let page = try BrowserPage()
      try page.show(viewport)
      try open(path, pages, in: page)
      return page
    }

    func open(_ path: String, _ pages: ServedPages, in page: BrowserPage) throws {
      try page.open("http://127.0.0.1:\(pages.port)\(path)#k=\(pages.control)")
      try page.wait(
        for: "document.querySelector('#verdict').textContent || document.querySelector('#problems li, #ask *')")
    }

    /// A field or button of the row at a path.
    func part(_ path: String, _ selector: String) -> String {
      "#nodes li[data-path='\(path)'] > :is(.row, .panel) \(selector)"
    }

    func value(_ selector: String, _ page: BrowserPage) throws -> String {
      try page.text("document.querySelector(\(selector.json.line())).value")
    }

    /// Moves the focus by the keyboard alone.
    private func tab(to selector: String, _ page: BrowserPage) throws {
      for _ in 0..<80 {
        if try page.bool("document.activeElement.matches(\(selector.json.line()))") { return }
        try page.press("Tab")
      }
      throw Failure("the keyboard doesn't reach \(selector): \(page.summary)")
    }

    /// What a workout of the working folder is in the plan.
    private func plan(_ name: String, _ pages: ServedPages) throws -> String {
      let result = try pages.home.cuebell("show", "\(name).json", "--svg", "-", "--strip")
      return result.code == 0 ? result.out : "\(result)"
    }

    @Test func `builds tabata from nothing by touch`() throws {
      let pages = try pages()
      let page = try open("/edit", pages, Self.phone)
      func fill(_ selector: String, _ text: String) throws {
        try page.tap(selector)
        try page.write(text)
      }
      try fill("#title", "My Tabata")
      try page.tap("#parts > .adds [data-do=addGroup]")
      try fill(part("1", ".count"), "8")
      try page.tap("#parts > .adds [data-do=addPhase]")
      try fill(part("2", ".name"), "Cool down")
      try fill(part("2", ".length"), "1m")
      // The list of the system can't be touched by a test.
      for (path, intensity) in [("1.1", "low"), ("2", "cooldown")] {
        try page.evaluate(
          """
          (() => { const select = document.querySelector("\(part(path, "select"))"); select.value = '\(intensity)';
            select.dispatchEvent(new Event('input', { bubbles: true })); })()
          """)
      }
      try page.wait(for: Self.sound)
      try page.tap(part("1.0", ".more"))
      try fill(part("1.0", "[data-key=notes]"), "All out")
      try page.takeScreenshot("edit-phone")
      try page.tap("#save")
      try page.wait(for: "\(Self.saved) && location.pathname === '/edit/my-tabata'")
      try pages.home.write(
        String(contentsOfFile: "\(Project.workouts)/tabata.json", encoding: .utf8).replacing(
          ", \"skip\": \"last\"", with: ""),
        to: "tabata.json")
      #expect(try plan("my-tabata", pages) == plan("tabata", pages))
      #expect(try pages.home.text(of: "my-tabata.json").contains(#""duration": "20s", "notes": "All out" }"#))
      #expect(try page.number("document.documentElement.scrollWidth") <= 360)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `builds tabata from nothing by the keyboard alone`() throws {
      let pages = try pages()
      let page = try open("/edit", pages)
      func fill(_ selector: String, _ text: String) throws {
        try tab(to: selector, page)
        try page.write(text)
      }
      try fill("#title", "Keys")
      try tab(to: "#parts > .adds [data-do=addGroup]", page)
      try page.press("Enter")
      // The new group has the focus.
      #expect(try page.bool("document.activeElement.matches(\(part("1", ".count").json.line()))"))
      try page.write("8")
      try tab(to: part("1.1", "select"), page)
      while try value(part("1.1", "select"), page) != "low" { try page.press("ArrowUp") }
      try tab(to: "#parts > .adds [data-do=addPhase]", page)
      try page.press("Enter")
      try page.write("Cool down")
      try fill(part("2", ".length"), "1m")
      // Moved to the front, and undone.
      try page.press("ArrowUp", with: BrowserPage.alt)
      #expect(try value(part("1.2", ".name"), page) == "Cool down")
      try page.press("z", with: BrowserPage.control)
      #expect(try value(part("2", ".name"), page) == "Cool down")
      try page.press("s", with: BrowserPage.control)
      try page.wait(for: "\(Self.saved) && location.pathname === '/edit/keys'")
      let plan = try pages.home.cuebell("show", "keys.json", "--json").out
      let names = plan.matches(of: /\n  \{"name": "([^"]+)", "intensity"/).map { String($0.output.1) }
      let sets = Array(repeating: ["Work", "Rest"], count: 8).joined()
      #expect(names == ["Get ready"] + Array(sets) + ["Cool down"])
      #expect(try pages.home.text(of: "keys.json").contains(#""intensity": "low", "duration": "10s""#))
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `makes a copy of a workout that comes with Cuebell, and says so before`() throws {
      let pages = try pages()
      let page = try open("/edit/tabata", pages)
      #expect(try page.text("document.querySelector('#note').textContent").contains("a copy of your own"))
      #expect(try page.text("document.querySelector('#total').textContent") == "5:00")
      let strip = try page.text("document.querySelector('#strip').src")
      try page.click(part("1.0", ".length"))
      try page.write("30s")
      try page.wait(for: "document.querySelector('#total').textContent === '6:20'")
      #expect(try page.text("document.querySelector('#strip').src") != strip)
      try page.click("#save")
      try page.wait(for: "\(Self.saved) && !document.querySelector('#note').textContent")
      let shipped = try String(contentsOfFile: "\(Project.workouts)/tabata.json", encoding: .utf8)
      #expect(try pages.home.text(of: "tabata.json") == shipped.replacing("\"20s\"", with: "\"30s\""))
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `keeps what it has no field for, and comments where their nodes stay`() throws {
      let pages = try pages(["mine": Self.workout])
      let page = try open("/edit/mine", pages)
      #expect(try page.text("document.querySelector('#kept').textContent").contains("x-coach"))
      try page.click(part("0", ".more"))
      #expect(try page.text("document.querySelector('.panel p').textContent").contains("cues"))
      try page.click("[data-do=moveDown]")
      #expect(try value(part("1", ".name"), page) == "Go")
      try page.click(part("0", ".length"))
      try page.write("15")
      try page.click("#save")
      try page.wait(for: Self.saved)
      let text = try pages.home.text(of: "mine.json")
      let (go, rest) = (
        #"{ "name": "Go", "duration": 20, "cues": [ { "on": "phase", "at": "half", "sound": "bell" } ] }"#,
        #"{ "name": "Rest", "intensity": "rest", "duration": "15s", }"#
      )
      let expected =
        Self.workout.split(separator: "    { \"name\": \"Go\"")[0] + "    /* easy */ \(rest),\n    \(go), // hard\n"
      #expect(text.hasPrefix(expected) && text.hasSuffix("  ] }\n"), "\(text)")
      // What goes with a phase is said, and comes back.
      try page.click("[data-do=delete]")
      #expect(try page.text("document.querySelector('#status').textContent") == "A comment was deleted with it.")
      try page.click("#undo")
      try page.wait(for: Self.saved)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `drags a phase into a group, copies it, and undoes each step to the last byte`() throws {
      let pages = try pages()
      let page = try open("/edit/tabata", pages)
      func middle(_ selector: String) throws -> [Double] {
        try page.record(
          """
          (({ left, top, width, height }) => [left + width / 2, top + height / 2])(
            document.querySelector(\(selector.json.line())).getBoundingClientRect())
          """)
      }
      let (from, to) = (try middle(part("0", ".grip")), try middle(part("1.1", ".name")))
      for (type, place) in [
        ("mousePressed", from), ("mouseMoved", [to[0], to[1] + 20]), ("mouseReleased", [to[0], to[1] + 20]),
      ] {
        try page.call(
          "Input.dispatchMouseEvent",
          ["type": type, "x": place[0], "y": place[1], "button": "left", "buttons": 1, "clickCount": 1])
      }
      #expect(try value(part("0.2", ".name"), page) == "Get ready")
      try page.click("[data-do=copy]")
      #expect(try value(part("0.3", ".name"), page) == "Get ready")
      try page.click("#undo")
      try page.click("#undo")
      #expect(try page.bool(Self.saved) && value(part("0", ".name"), page) == "Get ready")
      try page.click("#redo")
      #expect(try value(part("0.2", ".name"), page) == "Get ready")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }
  }
}
