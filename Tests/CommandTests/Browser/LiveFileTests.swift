import FoundationEssentials
import Glibc
import StrictJSON
import Testing

extension `In a browser` {
  @Suite struct `A file in which the engine plays` {
    /// Two sets of work and rest, and an open phase.
    private static let workout = """
      { "name": "Pair </script>", "description": "<b>Two</b> sets", "style": "silent",
        "cues": [ { "on": "phase", "at": "start", "sound": "tick" } ],
        "phases": [
          { "name": "Round", "sets": 2, "phases": [
            { "name": "Work", "duration": "40s" }, { "name": "Rest", "intensity": "rest", "duration": "20s" } ] },
          { "name": "Walk", "open": true, "intensity": "cooldown", "notes": "Slowly" } ] }
      """

    /// Ticks every half second.
    private static let ticks = """
      { "name": "Ticks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "tick" } ],
        "phases": [ { "sets": 16, "phases": [ { "name": "Tick", "duration": "500ms" } ] },
          { "name": "End", "duration": "2m" } ] }
      """

    /// Makes pages seen or hidden by `seen(isSeen)`; `sounds` are the elements that were played, and `onsets` the
    /// seconds of the sound's clock at which something begins to sound after 0.2 s of silence.
    private static let watching = """
      let isSeen = true;
      Object.defineProperty(document, 'hidden', { get: () => !isSeen });
      window.seen = (now) => { isSeen = now; document.dispatchEvent(new Event('visibilitychange')); };
      window.onsets = [];
      const code = `registerProcessor('tap', class extends AudioWorkletProcessor {
        last = -Infinity;
        process([[samples = []]]) {
          samples.forEach((sample, index) => {
            if (Math.abs(sample) < 0.05) return;
            const frame = currentFrame + index;
            if (frame - this.last > 0.2 * sampleRate) this.port.postMessage(frame / sampleRate);
            this.last = frame;
          });
          return true;
        }
      });`;
      const tap = `data:text/javascript,${encodeURIComponent(code)}`;
      const connect = AudioNode.prototype.connect;
      AudioNode.prototype.connect = function (target, ...rest) {
        const { context } = this;
        if (target instanceof AudioDestinationNode && context instanceof AudioContext) {
          context.audioWorklet.addModule(tap).then(() => {
            const node = new AudioWorkletNode(context, 'tap');
            node.port.onmessage = ({ data }) => window.onsets.push(data);
            connect.call(this, node);
            connect.call(node, target);
          });
        }
        return connect.call(this, target, ...rest);
      };
      window.sounds = [];
      const play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = function () {
        if (this instanceof HTMLAudioElement) window.sounds.push(this);
        return play.call(this);
      };
      """

    private let home: TemporaryHome
    private let page: BrowserPage

    init() throws {
      home = try TemporaryHome()
      page = try BrowserPage(script: Self.watching)
      // The policy of the file allows no module of a test.
      try page.call("Page.setBypassCSP", ["enabled": true])
    }

    /// Opens the file of a workout from the disk, without a network.
    private func open(_ workout: String = workout) throws {
      try home.write(workout, to: "w.json")
      let result = try home.cuebell("export", "w.json", "-o", "w.html")
      #expect(result.code == 0 && result.out.isEmpty && result.err.isEmpty, "\(result.err)")
      try page.call(
        "Network.emulateNetworkConditions",
        ["offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
      try page.open("file://\(home.path("w.html"))")
      try page.wait(for: "document.querySelector('#large')")
    }

    private func begin() throws {
      try page.click("#large")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      try page.evaluate("document.activeElement.blur()")
    }

    private func waitForPhase(_ name: String) throws {
      try page.wait(for: "document.querySelector('main').dataset.phase === '\(name)'")
    }

    private var digits: Int { get throws { Int(try page.number("document.querySelector('main').dataset.digits")) } }

    @Test func `is what export writes, and waits for a press`() throws {
      try open()
      let text = try home.text(of: "w.html")
      #expect(try home.cuebell("export", "w.json", "--as", "html-live").out == text)
      #expect(text.matches(of: #/(?:src|href)=["'](?!data:)/#).isEmpty && !text.contains("/assets/"))
      #expect(!text.contains("Pair </script>") && text.utf8.count < 2_500_000)
      #expect(try page.text("document.querySelector('#begin h2').textContent") == "Pair </script>")
      #expect(try page.text("document.querySelector('#begin p:last-child').textContent") == "open")
      #expect(try page.bool("window.sounds.length === 0 && window.onsets.length === 0"))
      try begin()
      let others = page.requests.filter { !$0.hasPrefix("file://\(home.path("w.html"))") }
      #expect(others.allSatisfy { $0.hasPrefix("data:") || $0.hasPrefix("blob:") }, "\(others)")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `is paused, changed and ended by buttons, keys and the list of phases`() throws {
      try open()
      try begin()
      try page.press(" ")
      try page.wait(for: "document.querySelector('#status').textContent === 'Paused'")
      #expect(try page.text("navigator.mediaSession.playbackState") == "paused")
      // Two presses within half a second count as one.
      usleep(600_000)
      try page.press(" ")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      try page.click("#go-next")
      try waitForPhase("Rest")
      try page.click("#longer")
      try page.wait(for: "Number(document.querySelector('main').dataset.digits) > 20")
      // The first one may begin the rest again.
      for _ in 0..<2 { try page.press("<") }
      try waitForPhase("Work")
      try page.click("#chapters")
      #expect(try page.number("document.querySelectorAll('#phases li').length") == 5)
      try page.click("#phases li:nth-child(3) button")
      try page.wait(for: "document.querySelector('#rounds [role=img]')?.getAttribute('aria-label') === 'Round 2 of 2'")
      #expect(try page.text("navigator.mediaSession.metadata.title") == "Work")
      try page.click("#go-next")
      try page.click("#go-next")
      try waitForPhase("Walk")
      #expect(try page.text("document.querySelector('#go-next').ariaLabel") == "Done")
      try page.click("#go-next")
      try page.wait(for: "document.querySelector('main').dataset.over === 'finished'")
      #expect(try page.text("document.querySelector('#praise').textContent") == "Well done")
      // Nothing is left to be continued, and the next press begins again.
      #expect(try page.number("localStorage.length") == 0)
      try page.click("#toggle")
      try waitForPhase("Work")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `continues at its place after a reload`() throws {
      try open(
        """
        { "name": "Wait", "style": "silent", "phases": [
          { "name": "Ready", "duration": "5s" }, { "name": "Wait", "duration": { "random": ["10m", "50m"] } } ] }
        """)
      try begin()
      try page.press("ArrowRight")
      try waitForPhase("Wait")
      for _ in 0..<4 { try page.press("ArrowRight") }
      try page.wait(for: "Number(document.querySelector('main').dataset.digits) > 20")
      let log = "JSON.parse(Object.values(localStorage)[0]).log"
      try page.reload()
      let seed = try page.text("JSON.parse(\(log)).seed")
      try page.wait(for: "document.querySelector('#large')")
      #expect(try page.text("document.querySelector('#begin p:last-child').textContent").hasPrefix("Paused"))
      try begin()
      try page.wait(for: "Number(document.querySelector('main').dataset.digits) > 20")
      #expect(try digits <= 60)
      #expect(try page.text("document.querySelector('main').dataset.phase") == "Wait")
      try page.press(" ")
      try page.wait(for: "document.querySelector('main').dataset.state === 'paused'")
      #expect(try page.text("JSON.parse(\(log)).seed") == seed)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test(arguments: [1, 6])
    func `plays each cue at its mark by the clock of the sound, also on a slow phone`(slowness: Int) throws {
      try open(Self.ticks)
      try page.call("Emulation.setCPUThrottlingRate", ["rate": slowness])
      try page.click("#large")
      try waitForPhase("End")
      let onsets: [Double] = try page.record("window.onsets")
      #expect(onsets.count >= (Measurement.isOn ? 15 : 5), "\(onsets)")
      // The marks are half a second apart. A busy machine plays some late, but most at theirs.
      let hits = onsets.map { mark in onsets.count { abs(($0 - mark).remainder(dividingBy: 0.5)) < 0.005 } }
      #expect((hits.max() ?? 0) >= (Measurement.isOn ? onsets.count : onsets.count / 2), "\(onsets)")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `leaves the sound to a rendered track while nobody sees it, and continues by its clock`() throws {
      try open()
      try begin()
      try page.evaluate("window.seen(false)")
      let track = "window.sounds.at(-1)"
      try page.wait(for: "\(track).loop === false && \(track).currentTime > 0")
      #expect(try page.number("\(track).duration") >= 120)
      let before = try (place: digits, heard: page.number("\(track).currentTime"))
      try page.call("Page.setWebLifecycleState", ["state": "frozen"])
      usleep(2_000_000)
      try page.call("Page.setWebLifecycleState", ["state": "active"])
      // The place of the track when the page is seen, the digits once they follow, and the time between.
      let then: [Double] = try page.record(
        """
        (async () => {
          const digits = () => Number(document.querySelector('main').dataset.digits);
          const [heard, begin] = [\(track).currentTime, performance.now()];
          window.seen(true);
          while (digits() >= \(before.place)) await new Promise((next) => setTimeout(next, 20));
          return [heard, digits(), (performance.now() - begin) / 1000];
        })()
        """)
      let (passed, heard) = (Double(before.place) - then[1] - then[2], then[0] - before.heard)
      #expect(abs(passed - heard) <= 2, "\(passed) s of the plan, \(heard) s of the track")
      #expect(try page.bool("\(track).loop"))
      // A press on the lock screen counts while it is hidden, too.
      try page.evaluate("window.seen(false)")
      try page.wait(for: "\(track).loop === false && \(track).currentTime > 0")
      try page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true }))")
      try page.wait(for: "navigator.mediaSession.playbackState === 'paused'")
      #expect(try page.bool("\(track).loop"))
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `has the author's sounds, and is a single sound where a track is part of the workout`() throws {
      _ = try home.cuebell("sounds", "tick", "-o", "own.wav")
      try open(
        """
        { "name": "Own", "style": "silent", "sounds": { "own": "own.wav" },
          "cues": [ { "on": "phase", "at": "start", "sound": "own" } ],
          "phases": [ { "name": "A", "duration": "1m" } ] }
        """)
      try begin()
      try page.wait(for: "window.onsets.length === 1")
      try home.write(
        #"{ "name": "A", "phases": [ { "name": "Song", "track": "own.wav", "duration": "track" } ] }"#, to: "song.json")
      let result = try home.cuebell("export", "song.json", "-o", "song.html")
      #expect(result.code == 0 && result.err.contains("plays one rendered sound, because tracks are part of it"))
      #expect(try home.text(of: "song.html").contains("id=\"sound\""))
      #expect(page.errors.isEmpty, "\(page.errors)")
    }
  }
}
