import FoundationEssentials
import Glibc
import StrictJSON
import TestSupport
import Testing

/// What the editor keeps: files, bytes, keys.
extension `In a browser`.`The editor` {
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
    try page.reload()
    try page.wait(for: "document.querySelector('#ask .choices')")
    #expect(try page.bool("document.querySelector('#work').hidden"))
    try page.click("#ask .choices button")
    #expect(try value(part("0", ".name"), page) == "Sprints")
    try page.click("#save")
    try page.wait(for: Self.saved)
    #expect(try home.text(of: "mine.json") == Self.workout.replacing("\"Go\"", with: "\"Sprints\""))
    try page.reload()
    try page.wait(for: Self.sound)
    #expect(try !page.bool("document.querySelector('#ask *')"))
    #expect(page.errors.isEmpty, "\(page.errors)")
  }

  @Test func `tries once more to save where the server can't, and keeps the text if that fails too`() throws {
    let pages = try pages(["mine": Self.workout])
    let failure = #"new Response('{"error":"failed","reason":"full"}', { status: 500 })"#
    let lost = "fetched(...asked).then(() => { throw new TypeError() })"
    for (length, replies, isSaved) in [
      ("25", "async () => \(failure)", true), ("26", "(asked) => \(lost)", true),
      ("27", "async () => \(failure), async () => \(failure)", false),
    ] {
      let page = try open("/edit/mine", pages)
      // The replies to the first attempts to save; to later ones the server replies.
      try page.evaluate(
        """
        (() => {
          const fetched = window.fetch;
          const replies = [\(replies)];
          window.fetch = (...asked) =>
            (asked[1]?.method === 'PUT' && replies.length ? replies.shift()(asked) : fetched(...asked));
        })()
        """)
      try page.click(part("0", ".length"))
      try page.write(length)
      try page.click("#save")
      try page.wait(for: isSaved ? Self.saved : "document.querySelector('#status').textContent === 'Full'")
      #expect(try pages.home.text(of: "mine.json").contains("\"duration\": \(length)") == isSaved)
      #expect(try value(part("0", ".length"), page) == length)
      #expect(try page.number("document.querySelectorAll('#ask *').length") == 0)
      if !isSaved {
        try page.click("#save")
        try page.wait(for: Self.saved)
      }
      #expect(page.errors.isEmpty, "\(page.errors)")
    }
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

  @Test func `takes a workout in short form, and shows its strip as it is typed`() throws {
    let pages = try pages()
    let page = try open("/edit", pages)
    try page.click("#quick input")
    try page.write("8x20/")
    try page.write("8x20/10 Squats")
    try page.wait(for: "document.querySelectorAll('#quick .blocks i').length === 16")
    try page.press("Enter")
    try page.wait(for: "document.querySelector(\(part("1.0", ".name").json.line()))?.value === 'Squats'")
    #expect(try page.number("document.querySelector('#quick .preview').childElementCount") == 0)
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
      // Every field is left as it was, and every panel and the text are opened; each field when its panel is.
      let rows: [String] = try page.record(
        """
        (() => {
          const fire = (part) => ['input', 'change'].forEach((kind) =>
            part.dispatchEvent(new Event(kind, { bubbles: true })));
          const paths = [...document.querySelectorAll('#nodes li')].map(({ dataset }) => dataset.path);
          for (const path of paths) {
            document.querySelector(`#nodes li[data-path="${path}"] > .row .more`).click();
            document.querySelectorAll(`#nodes li[data-path="${path}"] > :is(.row, .panel) :is(input, select)`)
              .forEach(fire);
          }
          fire(document.querySelector('#title'));
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
