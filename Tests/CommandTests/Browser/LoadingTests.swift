import FoundationEssentials
import StrictJSON
import TestSupport
import Testing

extension `In a browser` {
  /// Nobody stands at a wall to open its page again.
  @Suite struct `Pages of which a part hasn't come` {
    private static let isLive = "document.querySelector('main')?.dataset.contact === 'live'"
    private static let isShown = "document.querySelector('#phase')?.textContent === 'Ready'"
    private static let isListed = "document.querySelector('#all .play')?.ariaLabel"

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
      let shown = try ServedRun(WorkoutText.slow.replacing("\"50s\"", with: "\"1h\""))
      for (path, part, isThere) in Self.cases {
        let page = try BrowserPage()
        try page.call("Network.setBlockedURLs", ["urls": ["*/\(part)*"]])
        try page.open(shown.address(path))
        #expect(Timeout.wait { page.requests.contains { $0.contains(part) } }, "\(path) never asked for \(part)")
        // It may be about to be opened again, and empty.
        try page.wait(for: "!(\(isThere))")
        try page.call("Network.setBlockedURLs", ["urls": [String]()])
        try page.wait(for: isThere)
      }
    }
  }
}
