import Glibc
import Testing

extension `In a browser` {
  @Suite struct `A printed link` {
    @Test func `opens the remote from a picture of its code`() throws {
      let home = try TemporaryHome.withoutSound()
      let port = try HTTPConnection.freePort()
      let server = try home.start("serve", "--listen", "0.0.0.0:\(port)")
      defer { server.signal(SIGKILL) }
      let first = try server.line { !$0.isEmpty }
      guard first.hasPrefix("Wall") else { try Test.cancel("this machine has no address in a network") }
      try server.line { $0.hasPrefix("Workouts") }
      var rows: [String] = []
      while true {
        let line = try server.line { _ in true }
        if line.isEmpty || line.hasPrefix("Wall") { break }
        rows.append(line)
      }
      try home.write(QRPicture.portableGraymap(rows), to: "code.pgm")
      let link = try #require(try home.shell("zbarimg --quiet --raw code.pgm").lines.first)
      #expect(!link.contains("127.0.0.1") && !link.contains("localhost"), "\(link)")
      let page = try BrowserPage()
      try page.open(link)
      try page.wait(for: "document.querySelector('main').dataset.contact === 'live'")
      #expect(try page.text("location.pathname + location.hash") == "/remote")
      #expect(try page.text("document.querySelector('#phase').innerText") == "No workout is running")
      let asked = page.requests.filter {
        $0.contains("/api/login") || $0.contains("/api/health") || $0.contains("/api/events")
      }
      #expect(asked.count == 3, "\(page.requests)")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }
  }
}
