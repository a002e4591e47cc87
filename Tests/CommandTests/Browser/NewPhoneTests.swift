import Glibc
import StrictJSON
import Testing

extension `In a browser` {
  @Suite struct `A new phone` {
    private static let phone = BrowserPage.Viewport(width: 360, height: 740, scale: 2, isTouched: true)
    private static let digits = "document.querySelector('#knock b')?.innerText ?? ''"

    private func open(_ path: String, _ pages: ServedPages, hasToken: Bool = false) throws -> BrowserPage {
      let page = try BrowserPage()
      try page.show(Self.phone)
      try page.open("http://127.0.0.1:\(pages.port)\(path)\(hasToken ? "#k=\(pages.control)" : "")")
      return page
    }

    /// The digits that a phone shows when it asks.
    private func shownDigits(_ page: BrowserPage) throws -> String {
      try page.wait(for: "(\(Self.digits)).length === 4")
      return try page.text(Self.digits)
    }

    @Test func `is let in by one that is in already, on each of its pages`() throws {
      let pages = try ServedPages(.withoutSound())
      for path in ["/remote", "/", "/history", "/edit"] {
        let known = try open(path, pages, hasToken: true)
        try known.wait(for: "document.querySelector('nav a').innerText && !location.hash")
        let guest = try open("/remote", pages)
        let digits = try shownDigits(guest)
        // It asks again by itself, and shows the same when it is loaded again.
        try guest.reload()
        #expect(try shownDigits(guest) == digits)
        try known.wait(for: "document.querySelector('#phones')?.innerText.includes('\(digits)')")
        #expect(try `In a browser`.unnamedParts(of: known).isEmpty)
        try known.tap("#phones .strong")
        try guest.wait(for: "document.querySelector('main').dataset.contact === 'live'")
        try known.wait(for: "!document.querySelector('#phones')")
        #expect(try guest.text("sessionStorage.getItem('secret')") == "null")
        #expect(known.errors.isEmpty && guest.errors.isEmpty, "\(path): \(known.errors) \(guest.errors)")
      }
    }

    @Test func `is told when it is turned away, and may ask again`() throws {
      let pages = try ServedPages(.withoutSound())
      let known = try open("/remote", pages, hasToken: true)
      try known.wait(for: "document.querySelector('main').dataset.contact === 'live'")
      let guest = try open("/", pages)
      let digits = try shownDigits(guest)
      try known.wait(for: "document.querySelector('#phones')?.innerText.includes('\(digits)')")
      try known.tap(".phone button:not(.strong)")
      try guest.wait(for: "document.querySelector('#knock button')?.checkVisibility()")
      #expect(try guest.text("document.querySelector('#knock p').innerText") == "Nobody has let this phone in.")
      try guest.tap("#knock button")
      #expect(try shownDigits(guest).count == 4)
      #expect(try !guest.bool("document.querySelector('#knock button').checkVisibility()"))
    }

    @Test func `is let in at the terminal`() throws {
      let pages = try ServedPages(.withoutSound())
      let guest = try open("/remote", pages)
      let digits = try shownDigits(guest)
      let listen = ["--listen", "127.0.0.1:\(pages.port)"]
      let other = digits == "0000" ? "0001" : "0000"
      let wrong = try pages.home.cuebell(["serve", "--allow", other] + listen)
      #expect(wrong.code == 66 && wrong.err.hasPrefix("No phone shows \(other) now"), "\(wrong)")
      #expect(try pages.home.cuebell(["serve", "--allow", "47 1"] + listen).code == 64)
      let right = try pages.home.cuebell(["serve", "--allow", digits] + listen)
      #expect(right.code == 0 && right.out == "The phone that shows \(digits) is let in.\n", "\(right)")
      try guest.wait(for: "document.querySelector('main').dataset.contact === 'live'")
      let nobody = try HTTPConnection.freePort()
      let absent = try pages.home.cuebell(["serve", "--allow", digits, "--listen", "127.0.0.1:\(nobody)"])
      #expect(absent.code == 69 && absent.err.hasPrefix("No server of yours answers at"), "\(absent)")
      // The one who serves is told of each phone.
      pages.server.signal(SIGTERM)
      let log = try pages.server.finish().err
      #expect(log.contains("A phone shows \(digits). To let it in: cuebell serve --allow \(digits) --listen"), "\(log)")
    }

    @Test func `asks on through a server that is away for a moment`() throws {
      let pages = try ServedPages(.withoutSound())
      let guest = try open("/remote", pages)
      _ = try shownDigits(guest)
      try pages.kill()
      let again = try ServedPages(pages.home, port: pages.port)
      let known = try open("/remote", again, hasToken: true)
      // A server that is new knows nothing of the old digits.
      try known.wait(for: "document.querySelector('#phones .strong')")
      let digits = try known.text("document.querySelector('#phones b').innerText")
      try guest.wait(for: "(\(Self.digits)) === '\(digits)'")
      try known.tap("#phones .strong")
      try guest.wait(for: "document.querySelector('main').dataset.contact === 'live'")
    }
  }
}
