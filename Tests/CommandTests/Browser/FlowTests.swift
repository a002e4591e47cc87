import Glibc
import StrictJSON
import TestSupport
import Testing

extension `In a browser` {
  /// What people do most, with as few presses as it takes, and the seconds from the first page to the result. A press
  /// that is no longer enough fails; `make measure` also holds the times.
  @Suite struct `What people do` {
    /// One thing that somebody does on a page, with what is pressed.
    private enum Step {
      case tap(String)
      /// A choice of a list: opened, and taken.
      case choose(String, String)
      /// A field, and its text, which is typed.
      case type(String, String)

      var presses: Int {
        if case .choose = self { 2 } else { 1 }
      }

      var selector: String {
        switch self {
        case .tap(let selector), .choose(let selector, _), .type(let selector, _): selector
        }
      }
    }

    /// A clock of one task, and its presses on all pages.
    private final class Walkthrough {
      private let name: String
      private let start = ContinuousClock.now
      private var presses = 0

      init(_ name: String) { self.name = name }

      /// Does each in turn as soon as it can be done.
      func does(_ steps: Step..., on page: BrowserPage) throws {
        for step in steps {
          let part = "document.querySelector(\(step.selector.json.line()))"
          try page.wait(for: "\(part)?.checkVisibility() && !\(part).disabled")
          presses += step.presses
          switch step {
          case .tap(let selector): try page.tap(selector)
          case .choose(_, let value):
            try page.evaluate(
              "((list) => { list.value = '\(value)'; list.dispatchEvent(new Event('change')); })(\(part))")
          case .type(let selector, let text):
            try page.tap(selector)
            try page.write(text)
          }
        }
      }

      /// Waits for the result, and judges how it came about.
      func ends(
        on page: BrowserPage, when condition: String, presses most: Int, within limit: Duration
      ) throws {
        try page.wait(for: condition)
        let time = ContinuousClock.now - start
        print("\(name): \(presses) presses, \(time / .milliseconds(1)) ms")
        #expect(presses == most, "\(name)")
        #expect(time <= Measurement.limit(limit), "\(name)")
        #expect(page.errors.isEmpty, "\(name): \(page.errors)")
      }
    }

    private static let phone = BrowserPage.Viewport(width: 390, height: 844, scale: 2, isTouched: true)
    private static let isRunning = isIn("running")

    private static func isIn(_ state: String) -> String {
      "document.querySelector('main').dataset.state === '\(state)'"
    }

    private func open(_ path: String, _ pages: ServedPages, hasToken: Bool = true) throws -> BrowserPage {
      let page = try BrowserPage()
      try page.show(Self.phone)
      try page.open("http://127.0.0.1:\(pages.port)\(path)\(hasToken ? "#k=\(pages.control)" : "")")
      return page
    }

    @Test func `a new phone is let in, starts a class and pauses it`() throws {
      let pages = try ServedPages(.withoutSound(), folder: Project.workouts)
      let known = try open("/remote", pages)
      try known.wait(for: "document.querySelector('main').dataset.contact === 'live'")
      let task = Walkthrough("A new phone starts and controls a class")
      let guest = try open("/remote", pages, hasToken: false)
      try task.does(.tap("#phones .strong"), on: known)
      try task.does(.tap("#start .all"), .tap("li[data-id=circuit] .play"), on: guest)
      try guest.wait(for: Self.isRunning)
      try task.does(.tap("button[data-do=toggle]"), on: guest)
      try task.ends(on: guest, when: Self.isIn("paused"), presses: 4, within: .seconds(12))
    }

    @Test func `yesterday's class begins again, and the twelfth day of a programme`() throws {
      let home = try TemporaryHome.withoutSound()
      _ = try home.cuebell("run", "--silent", "--no-notify", "--speed", "1000", Project.workouts + "/tabata.json")
      for _ in 0..<11 {
        _ = try home.cuebell("next", "couch-to-5k", "--silent", "--no-notify", "--speed", "1000")
        // A rehearsal counts for nothing.
        try HistoryFile(of: home).change("UPDATE session SET speed = 1")
      }
      let pages = try ServedPages(home, folder: Project.workouts)
      for path in ["/remote", "/"] {
        let yesterday = Walkthrough("Yesterday's class again, from \(path)")
        let page = try open(path, pages)
        try yesterday.does(
          .tap(path == "/" ? "#last li[data-id=tabata] .play" : "#start .sent button"), on: page)
        try yesterday.ends(on: page, when: Self.isRunning, presses: 1, within: .seconds(5))
        #expect(try pages.ask("tabata", #"{"do":"stop"}"#).status == 200)
        try page.wait(for: Self.isIn("stopped"))
        let next = Walkthrough("Day 12 of Couch to 5K, from \(path)")
        let other = try open(path, pages)
        try next.does(.tap(path == "/" ? "#begun .play" : "#start .rows .play"), on: other)
        try next.ends(on: other, when: Self.isRunning, presses: 1, within: .seconds(8))
        #expect(try other.text("document.querySelector('#workout').innerText").hasPrefix("Couch to 5K, week 4"))
        try other.tap("button[data-do=stop]", for: .milliseconds(1_200))
        try other.wait(for: Self.isIn("stopped"))
      }
    }

    @Test func `a workout of one's own is written, shown as a code, and started by another phone`() throws {
      let pages = try ServedPages(.withoutSound(), folder: Project.workouts)
      let page = try open("/", pages)
      try page.wait(for: "document.querySelector('#all li')")
      let task = Walkthrough("A workout of one's own, shared and started on another phone")
      try task.does(
        .type("#search", "4x30/15 rows,lunges"), .tap("#short .choices button:nth-child(2)"), .tap("#sharing"),
        on: page)
      try page.wait(for: "document.querySelector('#share img')?.naturalWidth > 0")
      let link = try page.text("document.querySelector('#share input').value")
      let other = try open("/history", pages)
      try other.wait(for: "document.querySelector('.empty')")
      try other.open(link)
      try task.does(.tap("#start"), on: other)
      try task.ends(on: other, when: Self.isRunning, presses: 4, within: .seconds(15))
    }

    @Test func `the language and the voice of a workout change`() throws {
      let home = try TemporaryHome.withoutSound()
      try home.write(try WorkoutText.shipped("tabata"), to: "tabata.json")
      let pages = try ServedPages(home)
      let task = Walkthrough("Another language and another voice")
      let page = try open("/workouts/tabata", pages)
      try task.does(
        .tap("#plan .voice"), .choose("[data-about=language]", "fr"), .choose("[data-about=voice]", "f2"),
        .tap("#save"), on: page)
      try task.ends(
        on: page, when: "document.querySelector('#save').innerText === 'Saved'", presses: 6, within: .seconds(8))
      let details = try pages.send("GET", "/api/workouts/tabata/text").body
      #expect(details.contains(#""fr""#) && details.contains(#""f2""#), "\(details)")
    }

    @Test func `a class continues after a power cut`() throws {
      let shown = try ServedRun(WorkoutText.slow.replacing("\"50s\"", with: "\"1h\""))
      let page = try open("/remote", shown.pages)
      try page.wait(for: Self.isRunning)
      shown.run.signal(SIGKILL)
      try shown.killServer()
      _ = try shown.run.finish()
      let task = Walkthrough("A class that a power cut has interrupted, on the page that was open")
      try shown.startServer()
      try task.does(.tap("#start .strong"), on: page)
      try task.ends(on: page, when: "\(Self.isRunning) || \(Self.isIn("paused"))", presses: 1, within: .seconds(15))
    }
  }
}
