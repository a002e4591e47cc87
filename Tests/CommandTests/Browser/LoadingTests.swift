import FoundationEssentials
import StrictJSON
import Testing

extension `In a browser` {
  /// Nobody stands at a wall to open its page again.
  @Suite struct `Pages of which a part hasn't come` {
    private static let isLive = "document.querySelector('main')?.dataset.contact === 'live'"
    private static let isShown = "document.querySelector('#phase')?.textContent === 'Ready'"
    private static let isListed = "document.querySelector('#workouts .start')?.textContent"

    private static let cases = [
      ("/wall", "assets/wall.js", isLive),
      ("/wall", "assets/session.js", isLive),
      ("/wall", "assets/single.js", isLive),
      ("/wall", "assets/wall.css", "\(isLive) && getComputedStyle(document.body).overflow === 'hidden'"),
      ("/wall?all", "assets/all.js", "document.querySelector('.tile .digits')?.textContent"),
      ("/remote", "assets/volume.js", isShown),
      ("/remote", "api/words", isShown),
      ("/", "assets/short.js", isListed),
      ("/", "api/words", isListed),
      ("/history", "api/words", "document.querySelector('#sums')?.textContent"),
    ]

    @Test func `come by themselves once they can`() throws {
      let shown = try ServedRun()
      let pages = try Self.cases.map { path, part, _ in
        let page = try BrowserPage()
        try page.call("Network.setBlockedURLs", ["urls": ["*/\(part)*"]])
        try page.open(shown.address(path))
        return page
      }
      for (page, (path, part, isThere)) in zip(pages, Self.cases) {
        // It may be about to be opened again, and empty.
        try page.wait(for: "!(\(isThere))")
        #expect(page.requests.contains { $0.contains(part) }, "\(path)")
        try page.call("Network.setBlockedURLs", ["urls": [String]()])
      }
      for (page, (_, _, isThere)) in zip(pages, Self.cases) { try page.wait(for: isThere) }
    }
  }
}
