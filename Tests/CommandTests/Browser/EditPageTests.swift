import FoundationEssentials
import Glibc
import StrictJSON
import TestSupport
import Testing
import WorkoutFiles

extension `In a browser` {
  /// The page that edits a workout.
  @Suite struct `The editor` {
    private static let phone = BrowserPage.Viewport(width: 360, height: 800, isTouched: true)
    private static let laptop = BrowserPage.Viewport(width: 1280, height: 720)
    private static let saved = "document.querySelector('#save').textContent === 'Saved' && location.pathname.length > 6"
    private static let sound = "document.querySelector('#verdict').textContent === 'No problems'"

    private static let workout = """
      // The author's own comment.
      { "name": "Mine", "style": "silent", "x-coach": { "id": 7 },\r
        "phases": [
          { "name": "Go", "duration": 20, "cues": [ { "on": "phase", "at": "half", "sound": "bell" } ] }, // hard
          /* easy */ { "name": "Rest", "intensity": "rest", "duration": "10s", },
        ] }

      """

    private func pages(_ workouts: [String: String] = [:]) throws -> ServedPages {
      let home = try TemporaryHome.withoutSound()
      for (name, text) in workouts { try home.write(text, to: "\(name).json") }
      return try ServedPages(home, options: ["--workouts", Project.workouts])
    }

    private func open(
      _ path: String, _ pages: ServedPages, _ viewport: BrowserPage.Viewport = laptop
    ) throws -> BrowserPage {
      let page = try BrowserPage()
      try page.show(viewport)
      try open(path, pages, in: page)
      return page
    }

    private func open(_ path: String, _ pages: ServedPages, in page: BrowserPage) throws {
      try page.open("http://127.0.0.1:\(pages.port)\(path)#k=\(pages.control)")
      try page.wait(
        for: "document.querySelector('#verdict').textContent || document.querySelector('#problems li, #ask *')")
    }

    /// A field or button of the row at a path.
    private func part(_ path: String, _ selector: String) -> String {
      "#nodes li[data-path='\(path)'] > :is(.row, .panel) \(selector)"
    }

    private func value(_ selector: String, _ page: BrowserPage) throws -> String {
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

    @Test func `shows problems where they are, leads to them, and saves none`() throws {
      let pages = try pages(["mine": Self.workout])
      let page = try open("/edit/mine", pages)
      try page.click(part("1", ".length"))
      try page.write("1:")
      try page.wait(
        for: "document.querySelector('#problems li') && document.querySelector('li[data-path=\"1\"] .problem')")
      #expect(try page.text("document.querySelector('[aria-invalid]').dataset.key") == "duration")
      try page.click("#save")
      try page.wait(for: "document.querySelector('#status').textContent === 'Solve the problems first.'")
      #expect(try pages.home.text(of: "mine.json") == Self.workout)
      try page.click("#problems button")
      #expect(try page.bool("document.activeElement.matches(\(part("1", ".length").json.line()))"))
      // As text it isn't JSON for a while, in which there are no rows.
      try page.click("#as-text")
      try page.evaluate(
        """
        (() => {
          const text = document.querySelector('#text');
          text.setRangeText('{', 0, 0);
          text.dispatchEvent(new Event('input', { bubbles: true }));
        })()
        """
      )
      try page.wait(for: "document.querySelector('#problems').textContent.includes('Line')")
      #expect(try page.bool("document.querySelector('#parts').hidden"))
      try page.click("#undo")
      try page.click("#undo")
      try page.wait(for: "\(Self.sound) && \(Self.saved)")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `shows both texts when the file has changed meanwhile, and saves the one that is chosen`() throws {
      let pages = try pages(["mine": Self.workout])
      let other = Self.workout.replacing("Rest", with: "Breathe")
      for (choice, isMine) in [(1, true), (2, false)] {
        try pages.home.write(Self.workout, to: "mine.json")
        let page = try open("/edit/mine", pages)
        try page.click(part("0", ".length"))
        try page.write("25")
        try pages.home.write(other, to: "mine.json")
        try page.click("#save")
        try page.wait(for: "document.querySelectorAll('.versions pre').length === 2")
        let differing: [String] = try page.record(
          "[...document.querySelectorAll('.versions .other')].map((line) => line.textContent.trim())")
        #expect(differing.count == 4 && differing[0].contains("25") && differing[3].contains("Breathe"), "\(differing)")
        try page.takeScreenshot("edit-conflict")
        #expect(try pages.home.text(of: "mine.json") == other)
        try page.click("#ask .choices button:nth-child(\(choice))")
        try page.wait(for: "!document.querySelector('#ask *') && \(Self.saved)")
        let mine = Self.workout.replacing("\"duration\": 20", with: "\"duration\": 25")
        #expect(try pages.home.text(of: "mine.json") == (isMine ? mine : other))
        if !isMine {
          #expect(try value(part("1", ".name"), page) == "Breathe")
          try page.click("#undo")
          #expect(try value(part("0", ".length"), page) == "25")
        }
        #expect(page.errors.isEmpty, "\(page.errors)")
      }
    }

    @Test func `loses no key when the server ends, and offers what was not saved`() throws {
      let home = try TemporaryHome.withoutSound()
      try home.write(Self.workout, to: "mine.json")
      var pages = try ServedPages(home)
      let page = try open("/edit/mine", pages)
      try pages.kill()
      try page.click(part("0", ".name"))
      try page.write("")
      for letter in "Sprint" { try page.press("\(letter)") }
      try page.wait(for: "document.querySelector('#status').textContent.includes('kept in this browser')")
      try page.click("#save")
      // Back again, without a reload.
      pages = try ServedPages(home, port: pages.port)
      try page.wait(for: "!document.querySelector('#status').textContent", within: .seconds(30))
      try page.wait(for: Self.sound)
      try pages.kill()
      try page.evaluate(
        """
        (() => {
          const field = document.querySelector(\(part("0", ".name").json.line()));
          field.focus();
          field.setSelectionRange(9, 9);
        })()
        """)
      try page.press("s")
      pages = try ServedPages(home, port: pages.port)
      try page.evaluate("location.reload()")
      try page.wait(for: "document.querySelector('#ask .choices')")
      #expect(try page.bool("document.querySelector('#work').hidden"))
      try page.click("#ask .choices button")
      #expect(try value(part("0", ".name"), page) == "Sprints")
      try page.click("#save")
      try page.wait(for: Self.saved)
      #expect(try home.text(of: "mine.json") == Self.workout.replacing("\"Go\"", with: "\"Sprints\""))
      try page.evaluate("location.reload()")
      try page.wait(for: Self.sound)
      #expect(try !page.bool("document.querySelector('#ask *')"))
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `plays from a phase on this machine, after saving, and stops it`() throws {
      let pages = try pages(["mine": Self.workout])
      let page = try open("/edit/mine", pages)
      try page.click(part("1", ".length"))
      try page.write("5m")
      try page.click(part("1", ".more"))
      #expect(try page.text("document.querySelector('[data-do=tryHere]').textContent") == "Save and try from here")
      try page.click("[data-do=tryHere]")
      try page.wait(for: "document.querySelector('#status a')")
      #expect(try pages.home.text(of: "mine.json").contains("\"5m\""))
      let run = try pages.send("GET", "/api/runs/mine").body
      #expect(run.contains(#""name":"Rest""#), "\(run)")
      try page.click("#status button")
      #expect(try Timeout.wait { try pages.send("GET", "/api/runs/mine").status == 404 })
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `takes a workout in a few words`() throws {
      let pages = try pages()
      let page = try open("/edit", pages)
      try page.click("#quick input")
      try page.write("emom")
      try page.press("Enter")
      try page.wait(for: "document.querySelector(\(part("1", ".name").json.line()))?.value === 'Minute'")
      try page.click("#quick input")
      try page.write("nothing like it")
      try page.press("Enter")
      try page.wait(for: "document.querySelector('#status').textContent")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    /// Shipped and random workouts, spelled in many ways.
    private static let texts: [String] = {
      var random = SplitMix64(seed: SplitMix64.seed(31))
      let shipped = Project.workoutNames.prefix(12).compactMap {
        try? String(contentsOfFile: "\(Project.workouts)/\($0).json", encoding: .utf8)
      }
      return shipped + (0..<24).map { _ in SpelledWorkout(&random).text }
    }()

    @Test func `changes no byte of a workout in which nothing is edited`() throws {
      let names = Self.texts.indices.map { "w\($0)" }
      let pages = try pages(Dictionary(uniqueKeysWithValues: zip(names, Self.texts)))
      let page = try BrowserPage()
      try page.show(Self.laptop)
      for (name, text) in zip(names, Self.texts) {
        try open("/edit/\(name)", pages, in: page)
        // Every field is left as it was, and every panel and the text are opened.
        let rows: [String] = try page.record(
          """
          (() => {
            const fire = (part) => ['input', 'change'].forEach((kind) =>
              part.dispatchEvent(new Event(kind, { bubbles: true })));
            const all = () => document.querySelectorAll('#nodes :is(input, select), #title');
            const paths = [...document.querySelectorAll('#nodes li')].map(({ dataset }) => dataset.path);
            for (const path of paths) {
              document.querySelector(`#nodes li[data-path="${path}"] > .row .more`).click();
              all().forEach(fire);
            }
            document.querySelector('#as-text').click();
            fire(document.querySelector('#text'));
            return [...paths, String(document.querySelector('#save').disabled)];
          })()
          """)
        #expect(rows.count > 1 && rows.last == "true", "\(text)")
        let shown = try value("#text", page)
        #expect(shown == text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"), "\(text)")
        // Changed and changed back, which is saved: the bytes are those of before.
        try page.evaluate(
          """
          (() => {
            const text = document.querySelector('#text');
            for (const [before, after] of [['{', '\\n {'], ['\\n {', '{']]) {
              text.value = text.value.replace(before, after);
              text.dispatchEvent(new Event('input', { bubbles: true }));
            }
          })()
          """
        )
        #expect(try page.bool("document.querySelector('#save').disabled"), "\(text)")
        #expect(try pages.home.text(of: "\(name).json") == text)
      }
      #expect(page.errors.isEmpty, "\(page.errors)")
    }
  }
}
