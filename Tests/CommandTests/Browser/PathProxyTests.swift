import Glibc
import TestSupport
import Testing

extension `In a browser` {
  @Suite struct `Pages below a path` {
    private static let path = "/api/hassio_ingress/token"

    @Test func `load, let in, start a workout and lead to each other there, and ask for nothing outside it`() throws {
      let home = try TemporaryHome.withoutSound()
      try home.write(WorkoutText.slow, to: "w.json")
      let port = try HTTPConnection.freePort()
      let proxy = try PathProxy(to: port, below: Self.path)
      let pages = try ServedPages(home, port: port, options: ["--host", "127.0.0.1:\(proxy.port)"])
      let base = "http://127.0.0.1:\(proxy.port)\(Self.path)"
      let page = try BrowserPage()
      try page.open("\(base)/#k=\(pages.control)")
      try page.wait(for: "document.querySelector('li[data-id=w] .play')")
      try page.wait(for: "document.querySelector('li[data-id=w] .strip img')?.naturalWidth > 0")
      try page.tap("li[data-id=w] .play")
      try page.wait(for: "location.pathname === '\(Self.path)/remote/w'")
      let isLive = "document.querySelector('main').dataset.contact === 'live'"
      try page.wait(for: "\(isLive) && document.querySelector('main').dataset.state === 'running'")
      try page.wait(for: "!document.querySelector('button[data-do=toggle]').disabled")
      try page.tap("button[data-do=toggle]")
      try page.wait(for: "document.querySelector('main').dataset.state === 'paused'")
      for (address, condition) in [
        ("/wall", isLive), ("/wall/w", isLive), ("/wall?all", "document.querySelector('.strip img')?.naturalWidth > 0"),
        ("/remote", isLive), ("/history", "document.querySelector('#sessions > li')"),
        ("/edit/w", "document.querySelector('#nodes li')"), ("/edit", "document.querySelector('#nodes')"),
        ("/nothing/here", "document.querySelector('h1')?.innerText"),
      ] {
        try page.open(base + address)
        try page.wait(for: condition)
        #expect(try page.bool("document.fonts.ready.then(() => document.fonts.check('16px Cuebell'))"), "\(address)")
        let links = "[...document.querySelectorAll('a')].every(({ pathname }) => pathname.startsWith('\(Self.path)/'))"
        #expect(try page.bool(links), "\(address)")
      }
      let outside = page.requests.filter { !$0.hasPrefix("\(base)/") && !$0.hasPrefix("data:") }
      #expect(outside.isEmpty && page.requests.count > 30, "\(outside)")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }
  }
}
