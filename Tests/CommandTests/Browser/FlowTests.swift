import Glibc
import TestSupport
import Testing

extension `In a browser` {
  /// What people do first, with the presses and the seconds that it takes.
  @Suite(.serialized, .enabled(if: Measurement.isOn, "make measure")) struct `The first minute` {
    private static let phone = BrowserPage.Viewport(width: 390, height: 844, scale: 2, isTouched: true)
    private static let isRunning = "document.querySelector('main').dataset.state === 'running'"

    private func open(_ path: String, _ pages: ServedPages, hasToken: Bool = true) throws -> BrowserPage {
      let page = try BrowserPage()
      try page.show(Self.phone)
      try page.open("http://127.0.0.1:\(pages.port)\(path)\(hasToken ? "#k=\(pages.control)" : "")")
      return page
    }

    /// Presses each in turn as soon as it is there, and prints how long all took.
    private func measure(
      _ name: String, within limit: Duration, _ page: BrowserPage, _ presses: [String], until end: String
    ) throws {
      let start = ContinuousClock.now
      for press in presses {
        try page.wait(for: "document.querySelector('\(press)')?.checkVisibility()")
        try page.tap(press)
      }
      try page.wait(for: end)
      let time = ContinuousClock.now - start
      print("\(name): \(presses.count) presses, \(time / .milliseconds(1)) ms")
      #expect(time <= limit, "\(name)")
      #expect(page.errors.isEmpty, "\(name): \(page.errors)")
    }

    @Test func `of a new phone, which starts and controls a class`() throws {
      let pages = try ServedPages(.withoutSound(), folder: Project.workouts)
      let known = try open("/remote", pages)
      try known.wait(for: "document.querySelector('main').dataset.contact === 'live'")
      let start = ContinuousClock.now
      let guest = try open("/remote", pages, hasToken: false)
      try known.wait(for: "document.querySelector('#phones .strong')")
      try known.tap("#phones .strong")
      try guest.wait(for: "document.querySelector('main').dataset.contact === 'live'")
      print("A new phone is in: 1 press, \((ContinuousClock.now - start) / .milliseconds(1)) ms")
      try measure(
        "It starts a class", within: .seconds(8), guest, ["#start .all", "li[data-id=circuit] .play"],
        until: Self.isRunning)
      try measure(
        "It pauses it", within: .seconds(1), guest, ["button[data-do=toggle]"],
        until: "document.querySelector('main').dataset.state === 'paused'")
    }

    @Test func `of yesterday's workout, and of the next day of a programme`() throws {
      let home = try TemporaryHome.withoutSound()
      _ = try home.cuebell("run", "--silent", "--no-notify", "--speed", "1000", Project.workouts + "/tabata.json")
      for _ in 0..<11 { _ = try home.cuebell("next", "couch-to-5k", "--silent", "--no-notify", "--speed", "1000") }
      let pages = try ServedPages(home, folder: Project.workouts)
      let page = try open("/remote", pages)
      try measure("Yesterday's again", within: .seconds(5), page, ["#start .sent button"], until: Self.isRunning)
      #expect(try pages.ask("tabata", #"{"do":"stop"}"#).status == 200)
      let library = try open("/", pages)
      try measure("Day 12 of a programme", within: .seconds(8), library, ["#begun .play"], until: Self.isRunning)
      #expect(try library.text("document.querySelector('#workout').innerText").hasPrefix("Couch to 5K, week 4"))
    }

    @Test func `of a workout of one's own, which a second phone opens and starts`() throws {
      let pages = try ServedPages(.withoutSound(), folder: Project.workouts)
      let page = try open("/", pages)
      try page.wait(for: "document.querySelector('#all li')")
      try page.evaluate("document.querySelector('#search').focus()")
      for letter in "4x30/15 rows,lunges" { try page.press("\(letter)") }
      try measure(
        "One's own, shared", within: .seconds(10), page, ["#short .choices button:nth-child(2)", "#sharing"],
        until: "document.querySelector('#share img')?.naturalWidth > 0")
      let link = try page.text("document.querySelector('#share input').value")
      let other = try open("/history", pages)
      try other.wait(for: "document.querySelector('.empty')")
      try other.open(link)
      try measure("Opened and started", within: .seconds(5), other, ["#start"], until: Self.isRunning)
    }

    @Test func `of a class that a power cut has interrupted`() throws {
      let shown = try ServedRun(WorkoutText.slow.replacing("\"50s\"", with: "\"1h\""))
      shown.run.signal(SIGKILL)
      _ = try shown.run.finish()
      let page = try open("/remote", shown.pages)
      try measure(
        "Resumed", within: .seconds(8), page, ["#start .strong"],
        until: "['running', 'paused'].includes(document.querySelector('main').dataset.state)")
    }
  }
}
