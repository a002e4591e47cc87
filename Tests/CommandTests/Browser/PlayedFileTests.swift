import Foundation
import Glibc
import StrictJSON
import Testing

extension `In a browser` {
  @Suite struct `A file that plays one sound` {
    /// Two sets of work and rest, and an open phase, which lasts two seconds; 14 s.
    private static let workout = """
      { "name": "Pair </script>", "description": "<b>Two</b> sets", "style": "silent",
        "cues": [ { "on": "phase", "at": "start", "sound": "bell" } ],
        "phases": [
          { "name": "Round", "sets": 2, "phases": [
            { "name": "Work", "duration": "4s" }, { "name": "Rest", "intensity": "rest", "duration": "2s" } ] },
          { "name": "Walk", "open": true, "intensity": "cooldown", "notes": "Slowly" } ] }
      """

    private let home: TemporaryHome
    private let page: BrowserPage

    /// The page of the file, opened from the disk without a network.
    init() throws {
      home = try TemporaryHome()
      try home.write(Self.workout, to: "w.json")
      page = try BrowserPage()
    }

    private func open(as format: String = "html") throws {
      let result = try home.cuebell("export", "w.json", "--as", format, "-o", "w.html", "--done-after", "2s")
      #expect(result.code == 0 && result.out.isEmpty && result.err.isEmpty, "\(result.err)")
      try page.call(
        "Network.emulateNetworkConditions",
        ["offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
      try page.open("file://\(home.path("w.html"))")
      try page.wait(for: "document.querySelector('audio')?.duration > 0")
    }

    private func time() throws -> Double { try page.number("document.querySelector('audio').currentTime") }

    private func shown(_ id: String) throws -> String { try page.text("document.getElementById('\(id)').textContent") }

    /// Moves the sound to a time, at which it stands, and waits for the picture.
    private func seek(to time: Double) throws {
      try page.evaluate(
        """
        (async () => {
          const sound = document.querySelector('audio');
          sound.pause();
          sound.currentTime = \(time);
          while (sound.seeking) await new Promise((done) => setTimeout(done, 10));
          for (let index = 0; index < 3; index += 1) await new Promise(requestAnimationFrame);
        })()
        """)
    }

    @Test func `counts a surprise up, and tells neither its end nor what comes after it`() throws {
      try home.write(
        """
        { "name": "Wait", "style": "silent", "phases": [
          { "name": "Ready", "duration": "2s" }, { "name": "Wait", "duration": { "random": ["3s", "9s"] } },
          { "name": "Go", "duration": "2s" } ] }
        """, to: "w.json")
      try open()
      #expect(try page.text("document.querySelector('#begin p:last-child').textContent").isEmpty)
      try page.click("#large")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      for (time, phase, digits) in [(1.5, "Ready", "1"), (3.02, "Wait", "1"), (4.5, "Wait", "2")] {
        try seek(to: time)
        #expect(try (shown("phase"), shown("digits")) == (phase, digits), "\(time)")
      }
      #expect(try page.text("document.querySelector('#total').textContent") == "open end")
      try page.click("#chapters")
      let times = "[...document.querySelectorAll('.chapter time')].map((time) => time.textContent)"
      #expect(try page.text("\(times).join('')").isEmpty)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test(arguments: ["html", "html-mp3"])
    func `shows at each time of its sound what the plan has there`(format: String) throws {
      try open(as: format)
      #expect(abs(try page.number("document.querySelector('audio').duration") - 14) < 4)
      #expect(try page.text("document.querySelector('#begin h2').textContent") == "Pair </script>")
      try page.click("#large")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      #expect(try page.bool("document.querySelector('#begin').hidden"))
      for (time, phase, digits) in [
        (0.0, "Work", "4"), (0.98, "Work", "4"), (1.02, "Work", "3"), (3.98, "Work", "1"), (3.9995, "Rest", "2"),
        (4.02, "Rest", "2"), (6.02, "Work", "4"), (10.5, "Rest", "2"), (12.02, "Walk", "2"), (13.5, "Walk", "1"),
      ] {
        try seek(to: time)
        #expect(try (shown("phase"), shown("digits")) == (phase, digits), "\(time)")
      }
      #expect(try shown("notes") == "Slowly" && shown("status") == "Paused")
      try seek(to: 14.02)
      #expect(try shown("praise") == "Well done")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `changes its digits by the clock of its sound, within 50 ms`() throws {
      try open()
      try page.evaluate(
        """
        window.seen = [];
        new MutationObserver(() => {
          const { digits, phase } = document.querySelector('main').dataset;
          const last = window.seen.at(-1);
          if (last?.digits !== digits || last?.phase !== phase) {
            window.seen.push({ digits, phase, time: document.querySelector('audio').currentTime });
          }
        }).observe(document.querySelector('main'), { attributes: true });
        """)
      try page.click("#large")
      try page.wait(for: "document.querySelector('main').dataset.over === 'finished'")
      struct Change: Decodable {
        let digits: String
        let phase: String?
        let time: Double
      }
      let changes: [Change] = try page.record("window.seen.filter((each) => each.digits !== '' && each.phase)")
      let planned = [4, 3, 2, 1, 2, 1, 4, 3, 2, 1, 2, 1, 2, 1].map(String.init)
      #expect(changes.map(\.digits) == planned)
      let late = zip(changes, 0...).map { $0.time - Double($1) }
      #expect(late.dropFirst().allSatisfy { $0 >= -0.001 })
      // A busy machine draws late.
      if Measurement.isOn { #expect(late.allSatisfy { $0 <= 0.05 }, "\(late)") }
    }

    @Test func `is moved by buttons, keys, chapters and the strip, and begins again when it is loaded`() throws {
      try open()
      try page.click("#large")
      try page.click("#go-next")
      try page.wait(for: "document.querySelector('main').dataset.phase === 'Rest'")
      try page.evaluate("document.activeElement.blur()")
      try page.press(" ")
      try page.wait(for: "document.querySelector('audio').paused")
      try page.wait(for: "document.querySelector('#status').textContent === 'Paused'")
      for (key, phase, place) in [
        ("<", "Work", 0.0), (">", "Rest", 4.0), (">", "Work", 6.0), ("ArrowLeft", "Work", 1.0),
      ] {
        try page.press(key)
        try page.wait(for: "Math.abs(document.querySelector('audio').currentTime - \(place)) < 0.5")
        try page.wait(for: "document.querySelector('main').dataset.phase === '\(phase)'")
      }
      try page.click("#chapters")
      #expect(try page.number("document.querySelectorAll('#phases li').length") == 5)
      try page.click("#phases li:nth-child(5) button")
      try page.wait(for: "document.querySelector('main').dataset.phase === 'Walk'")
      try page.wait(for: "!document.querySelector('audio').paused")
      #expect(try page.text("navigator.mediaSession.metadata.title") == "Walk")
      try page.click("#strip")
      try page.wait(for: "Math.abs(document.querySelector('audio').currentTime - 7) < 1.5")
      try page.open("file://\(home.path("w.html"))")
      try page.wait(for: "document.querySelector('audio')?.duration > 0")
      #expect(try time() == 0 && !page.bool("document.querySelector('#begin').hidden"))
      let others = page.requests.filter { !$0.hasPrefix("file://\(home.path("w.html"))") }
      #expect(others.allSatisfy { $0.hasPrefix("data:") || $0.hasPrefix("blob:") }, "\(others)")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `has the same bytes each time, and no address of another place`() throws {
      try open()
      let text = try home.text(of: "w.html")
      #expect(try home.cuebell("export", "w.json", "--as", "html", "--done-after", "2s").out == text)
      #expect(text.matches(of: #/(?:src|href)=["'](?!data:)/#).isEmpty && !text.contains("/assets/"))
      #expect(!text.contains("Pair </script>") && text.utf8.count < 400_000)
    }
  }
}
