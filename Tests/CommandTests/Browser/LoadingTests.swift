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
      ("/", "assets/short.js", isListed),
      ("/history", "assets/start.js", "document.querySelector('#sums')?.textContent"),
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

  /// While something loads, its place is grey.
  @Suite struct `Pages that wait 2 s for each answer` {
    /// Holds up each answer, and records for how long less than a fifth of the height of the window showed anything.
    private static let script = """
      {
        const [ask, Source] = [window.fetch, window.EventSource];
        const hold = (time) => new Promise((go) => setTimeout(go, time));
        window.fetch = async (...request) => {
          const answer = await ask(...request);
          await hold(2000);
          return answer;
        };
        Source.prototype.addEventListener = function (kind, take) {
          EventTarget.prototype.addEventListener.call(this, kind, async (event) => { await hold(2000); take(event); });
        };
        const isPainted = (style) => style.backgroundImage !== 'none' || !/, 0\\)$/.test(style.backgroundColor);
        const isShown = (part) => [...part.childNodes].some(({ data }) => data?.trim())
          || part.matches('svg, img, input') || isPainted(getComputedStyle(part))
          || (getComputedStyle(part, '::before').content !== 'none' && isPainted(getComputedStyle(part, '::before')));
        const share = () => {
          const lines = new Set();
          for (const part of document.querySelectorAll('main *')) {
            const { top, bottom, width } = part.getBoundingClientRect();
            if (width < 8 || !part.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
            if (!isShown(part)) continue;
            for (let line = Math.max(0, Math.floor(top / 10)); line < Math.min(bottom, innerHeight) / 10; line += 1) {
              lines.add(line);
            }
          }
          return lines.size / (innerHeight / 10);
        };
        window.longest = 0;
        window.least = 1;
        let begun = null;
        const look = (now) => {
          const isThere = document.querySelector('main') && document.readyState !== 'loading'
            && getComputedStyle(document.body).fontFamily.includes('Cuebell');
          const shown = isThere ? share() : 1;
          if (isThere) window.least = Math.min(window.least, shown);
          if (shown >= 0.2) begun = null;
          else {
            begun ??= now;
            window.longest = Math.max(window.longest, now - begun);
          }
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }
      """

    @Test(arguments: [
      ("/", "#all .play"), ("/history", "#sums b"), ("/workouts/circuit", "#plan .phase"),
      ("/edit/circuit", "#nodes li"), ("/edit", "#nodes li"), ("/programmes/couch-to-5k", "#plan .phase"),
      ("/remote", "#start .sent"), ("/wall", "main[data-contact=live]"),
    ])
    func `show where it will be`(path: String, part: String) throws {
      let pages = try ServedPages(.withoutSound(), folder: Project.workouts)
      _ = try pages.home.cuebell("run", "--silent", "--no-notify", "--speed", "1000", Project.workouts + "/tabata.json")
      let page = try BrowserPage(script: Self.script)
      let phone = BrowserPage.Viewport(width: 360, height: 740, scale: 2, isTouched: true)
      try page.show(path == "/wall" ? .init(width: 1280, height: 720) : phone)
      try page.open("http://127.0.0.1:\(pages.port)\(path)#k=\(pages.control)")
      try page.wait(for: "performance.now() > 1000")
      try page.takeScreenshot("loading\(path.replacing("/", with: "-"))")
      try page.wait(for: "document.querySelector('\(part)')?.checkVisibility()")
      let (longest, least) = (try page.number("longest"), try page.number("least"))
      print("\(path): for \(longest) ms less than a fifth of the height, \(least) at least")
      // What waits for an answer is empty for 2 s.
      #expect(longest <= (Measurement.isOn ? 300 : 1_900), "\(path)")
      #expect(page.errors.isEmpty, "\(path): \(page.errors)")
    }
  }
}
