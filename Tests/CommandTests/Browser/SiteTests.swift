import FoundationEssentials
import Glibc
import StrictJSON
import TestSupport
import Testing

extension `In a browser` {
  @Suite struct `The site` {
    private let home: TemporaryHome
    /// The folder of the site below that of the server.
    private let folder: String
    private let port: Int
    private let server: Child

    /// The site, and a server that knows nothing of it, below a path.
    init() throws {
      home = try TemporaryHome()
      folder = home.path("www/some/path")
      port = try HTTPConnection.freePort()
      let made = try home.shell("/usr/bin/python3 '\(Project.root)/Scripts/site.py' '\(Project.command)' '\(folder)'")
      try #require(made.code == 0, "\(made.err)")
      server = try Child(
        ["/usr/bin/python3", "-m", "http.server", "\(port)", "--bind", "127.0.0.1", "--directory", home.path("www")],
        in: home)
      let deadline = ContinuousClock.now + Timeout.limit
      while (try? HTTPConnection(port)) == nil, ContinuousClock.now < deadline { usleep(20_000) }
    }

    private func address(_ name: String) -> String { "http://127.0.0.1:\(port)/some/path/\(name)" }

    /// The pages by their names in the folder.
    private func pages() throws -> [String: String] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") }
      return Dictionary(
        uniqueKeysWithValues: try names.map { ($0, try home.text(of: "www/some/path/\($0)")) })
    }

    @Test func `has what its links name, down to the headings`() throws {
      let pages = try pages()
      #expect(pages.count > 20)
      var broken: [String] = []
      for (name, text) in pages {
        // What is in the template is the wall, which has no links.
        let body = text.split(separator: "<template").first.map(String.init) ?? ""
        for match in body.matches(of: #/(?:href|src)="([^"]*)"/#) {
          let link = String(match.output.1).replacing("&amp;", with: "&")
          guard !link.contains(":") else { continue }
          let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
          let base = name.split(separator: "/").dropLast().joined(separator: "/")
          let relative = parts[0].isEmpty ? "/" + name : (base.isEmpty ? "" : "/" + base) + "/" + parts[0]
          let path = String(URL(filePath: relative).standardized.path.dropFirst())
          let place = parts.count < 2 || parts[1].hasPrefix("w=") ? nil : parts[1]
          let isThere = FileManager.default.fileExists(atPath: "\(folder)/\(path)")
          if !isThere || place.map({ pages[path]?.contains("id=\"\($0)\"") != true }) ?? false {
            broken.append("\(name): \(link)")
          }
        }
        #expect(text.matches(of: #/<[^>]*\sstyle=/#).isEmpty, "\(name)")
      }
      #expect(broken.isEmpty, "\(broken.sorted())")
    }

    @Test func `opens each of its pages without an error`() throws {
      let page = try BrowserPage()
      for name in try pages().keys.sorted() {
        page.forgetEvents()
        try page.open(address(name))
        #expect(try page.number("document.querySelectorAll('h1').length") == 1 || name == "open.html", "\(name)")
        #expect(page.errors.isEmpty, "\(name): \(page.errors)")
        for width in [360, 1280] {
          try page.show(.init(width: width, height: 800))
          #expect(try page.number("document.documentElement.scrollWidth") <= Double(width), "\(name) at \(width)")
        }
      }
    }

    @Test func `plays what is written into the field of its first page`() throws {
      let page = try BrowserPage()
      try page.open(address("index.html"))
      try page.wait(for: "document.querySelector('#here').disabled === false")
      #expect(try page.text("document.querySelector('#length').textContent") == "4:00")
      try page.evaluate("document.querySelector('#short').focus()")
      try page.write("10x1/1")
      try page.wait(for: "document.querySelector('#here').disabled")
      #expect(try page.text("document.querySelector('#problem').textContent").contains("1:00"))
      try page.write("2x20/10 Squats")
      try page.wait(for: "document.querySelector('#length').textContent === '1:00'")
      try page.press("Enter")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      #expect(try page.text("document.querySelector('main').dataset.phase") == "Get ready")
      try page.click("#go-next")
      try page.wait(for: "document.querySelector('main').dataset.phase === 'Squats'")
      let own = [address(""), "blob:", "data:"]
      let others = page.requests.filter { request in !own.contains { request.hasPrefix($0) } }
      #expect(others.isEmpty, "\(others)")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `has all workouts, and works without its server once it was opened`() throws {
      let page = try BrowserPage()
      try page.open(address("workouts.html"))
      try page.wait(for: "navigator.serviceWorker.controller")
      #expect(try page.number("document.querySelectorAll('.rows li').length") >= 40)
      server.signal(SIGKILL)
      _ = try server.finish()
      try page.reload()
      try page.click(".rows a[href*='open.html#w=']")
      try page.wait(for: "document.querySelector('#here:not([hidden])')")
      #expect(try page.bool("document.querySelector('#start').hidden && document.querySelector('#keep').hidden"))
      try page.click("#here")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      try page.open(address("docs/WORKOUTS.html"))
      #expect(try page.bool("document.querySelector('.read h1')"))
      #expect(page.errors.isEmpty, "\(page.errors)")
    }
  }
}
