import AudioMixing
import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing

extension `In a browser` {
  /// The pictures of the documents show the program as it is: `make pictures` makes them, and the words and figures in
  /// them, which are kept beside the pictures of pages, are compared here.
  @Suite struct `The pictures of the documents` {
    private static let folder = Project.root + "/docs/images/"
    /// Whether they are made, not compared.
    private static let areMade = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

    /// The workout of the pictures, and where its first exercise begins, with `first` on the clock. All show the moment
    /// when that has lasted four seconds.
    private static let (workout, place, first, digits) = ("seven-minute", "0:10", "30", "26")

    /// A time zone where it is now evening, when people train.
    private static var evening: String {
      let east = min(18 - Int(Date().timeIntervalSince1970) / 3_600 % 24, 14)
      return "Etc/GMT\(east > 0 ? "-" : "+")\(abs(east))"
    }

    /// The texts that are in sight on a page, one a line, without the time of day.
    private static let texts = """
      (() => {
        const lines = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode());) {
          const text = node.data.trim(), parent = node.parentElement, range = document.createRange();
          if (!text || parent.closest('#time') || !parent.checkVisibility({ visibilityProperty: true })) continue;
          range.selectNodeContents(node);
          const box = range.getBoundingClientRect();
          const shown = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          if (shown.includes(parent)) lines.push(text);
        }
        return lines.join('\\n') + '\\n';
      })()
      """

    /// Compares a file beside the pictures with what it is now, or writes it.
    private func expect(_ text: String, in name: String, saying words: (String) -> String = { $0 }) throws {
      let path = Self.folder + name
      if Self.areMade { return try text.write(toFile: path, atomically: true, encoding: .utf8) }
      let kept = try String(contentsOfFile: path, encoding: .utf8)
      #expect(words(text) == words(kept), "\(name) is out of date: make pictures")
    }

    /// The picture of a page as the screen of a device, with a frame around it.
    private func write(_ page: Data, _ viewport: BrowserPage.Viewport, frame: Int, to name: String) throws {
      let picture = page.base64EncodedString()
      let framed = try BrowserPage()
      let (width, height) = (viewport.width + 2 * frame, viewport.height + 2 * frame)
      try framed.show(.init(width: width, height: height, scale: viewport.scale))
      try framed.evaluate(
        """
        (async () => {
          document.body.style.margin = 0;
          const image = new Image(\(viewport.width), \(viewport.height));
          image.src = 'data:image/png;base64,\(picture)';
          image.style.cssText = 'display: block; border: \(frame)px solid #2a2f37; border-radius: \(frame * 2)px';
          await image.decode();
          document.body.append(image);
        })()
        """)
      try framed.screenshot().write(to: URL(filePath: Self.folder + name))
    }

    /// Reads the FIFO `sound`: a device of which no screen says that it is silent.
    private func listener(in home: TemporaryHome) throws -> Child {
      _ = try home.shell("mkfifo sound")
      return try home.start(words: ["/bin/sh", "-c", "exec cat sound > /dev/null"])
    }

    /// The last cues that a terminal shows.
    private static func cues(in svg: String) -> [String] {
      svg.matches(of: />([^<]*“[^<]*”)</).map { String($0.output.1) }
    }

    @Test func `of the terminal are ten seconds in which a set completes`() throws {
      let home = try TemporaryHome()
      let listener = try listener(in: home)
      defer { listener.signal(SIGKILL) }
      let terminal = try Terminal(
        #""$CUEBELL" run --fifo sound --no-notify quick-start"#, in: home, columns: 80, rows: 24)
      try terminal.wait(for: "0:20 elapsed")
      let start = ContinuousClock().now
      var frames: [TerminalPicture.Frame] = []
      try terminal.wait { screen in
        let isOver = screen.lines.contains { $0.contains("0:30 elapsed") }
        if !isOver, screen != frames.last?.screen {
          let moment = frames.isEmpty ? 0 : (ContinuousClock().now - start) / .seconds(1)
          frames.append(.init(start: moment, screen: screen))
        }
        return isOver
      }
      terminal.type("q")
      try terminal.finish()
      let still = try #require(frames.firstIndex { $0.screen.lines.contains { $0.contains("“3”") } })
      let picture = TerminalPicture(of: frames, length: 10, still: still, title: "cuebell run quick-start")
      #expect(picture.svg.utf8.count <= 60_000)
      try expect(picture.svg, in: "terminal.svg") { Self.cues(in: $0).joined(separator: "\n") }
    }

    @Test func `of a run are its wall and remote at the same moment`() throws {
      let home = try TemporaryHome()
      let served = try ServedPages(home)
      let listener = try listener(in: home)
      defer { listener.signal(SIGKILL) }
      let terminal = try Terminal(
        #""$CUEBELL" run --fifo sound --name w --no-notify \#(Self.workout)"#, in: home, columns: 80, rows: 24)
      try terminal.wait(for: "elapsed")
      let panels: [(String, BrowserPage.Viewport, Int)] = [
        ("wall", .init(width: 1280, height: 720), 16),
        ("remote", .init(width: 390, height: 844, scale: 1.5, isTouched: true), 12),
      ]
      let pages = try panels.map { name, viewport, _ in
        let page = try BrowserPage()
        try page.show(viewport)
        try page.call("Emulation.setTimezoneOverride", ["timezoneId": Self.evening])
        try page.open("http://127.0.0.1:\(served.port)/\(name)#k=\(served.control)")
        try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
        // It may show the same digits before the jump.
        try page.evaluate(
          """
          let hasJumped = false;
          setInterval(() => {
            const digits = document.querySelector('#digits').textContent;
            hasJumped ||= digits === '\(Self.first)';
            if (hasJumped && digits === '\(Self.digits)') window.shown ??= \(Self.texts);
          }, 10);
          """)
        return page
      }
      _ = try served.ask("w", #"{"do":"jump","to":"\#(Self.place)"}"#)
      for (page, (name, viewport, frame)) in zip(pages, panels) {
        try page.wait(for: "window.shown")
        if Self.areMade {
          let picture = try page.screenshot()
          try #require(page.text("document.querySelector('#digits').textContent") == Self.digits, "too late: \(name)")
          try write(picture, viewport, frame: frame, to: "\(name).png")
        }
        try expect(page.text("window.shown"), in: "\(name).txt")
      }
      terminal.type("q")
      try terminal.finish()
    }

    /// Where a phrase is drawn depends on the voice of the machine, but not what is drawn.
    @Test func `of the first workout has its phases and cues`() throws {
      let page = try String(contentsOfFile: Project.root + "/docs/FIRST-WORKOUT.md", encoding: .utf8)
      let workout = try #require(page.firstMatch(of: /```json\n((?:.|\n)*?)```/)?.output.1)
      let home = try TemporaryHome()
      try home.write(String(workout), to: "rounds.json")
      let picture = try home.cuebell("show", "rounds.json", "--svg", "-")
      try expect(picture.out, in: "timeline.svg") { svg in
        svg.matches(of: />([^<]+)</).map { String($0.output.1) }.joined(separator: "\n")
      }
    }

    @Test func `of the workouts are the shipped ones`() throws {
      let served = try ServedPages(TemporaryHome.withoutSound(), folder: Project.workouts)
      let page = try BrowserPage()
      let viewport = BrowserPage.Viewport(width: 1040, height: 720)
      try page.show(viewport)
      try page.open("http://127.0.0.1:\(served.port)/#k=\(served.control)")
      try page.wait(
        for: """
          (() => {
            const images = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
            const { children = [] } = document.getElementById('programmes') ?? {};
            return children.length > 0 && images.length > 2
              && images.every((image) => image.complete && image.naturalWidth);
          })()
          """)
      try page.evaluate("document.fonts.ready.then(() => true)")
      if Self.areMade { try page.screenshot().write(to: URL(filePath: Self.folder + "library.png")) }
      try expect(page.text(Self.texts), in: "library.txt")
    }
  }
}

/// The sound of the README is a piece of a shipped workout: `make pictures` makes it, too.
@Suite struct `The sound of the documents` {
  /// The workout, and where the piece begins and how long it is, in seconds.
  private static let (workout, start, length) = ("quick-start", 18, 20)
  private static let path = "\(Project.root)/docs/sounds/\(workout).mp3"

  @Test func `has the sounds of the workout, and the README its words`() throws {
    let home = try TemporaryHome()
    let (start, length) = (Self.start, Self.length)
    let rendered = try home.cuebell("render", Self.workout, "-o", "w.wav", "--cues", "cues.ndjson")
    try #require(rendered.code == 0, "\(rendered)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      let made = try home.shell(
        """
        ffmpeg -v error -y -ss \(start) -t \(length) -i w.wav -map_metadata -1 -map_chapters -1 \
          -ac 1 -ar 24000 -b:a 32k -af afade=t=out:st=\(length - 1):d=1 \
          -metadata title='Twenty seconds of Cuebell' -bitexact '\(Self.path)'
        """)
      try #require(made.code == 0, "\(made)")
    }
    let cues = try EventRecord.cues(in: home.text(of: "cues.ndjson")).filter { cue in
      cue.at.map { (start..<start + length).contains($0 / 1_000_000_000) } == true
    }
    let readme = try String(contentsOfFile: Project.root + "/README.md", encoding: .utf8)
    let paragraph = try #require(readme.components(separatedBy: "\n\n").first { $0.contains("docs/sounds/") })
    let quoted = paragraph.matches(of: /“([^”]+)”/).flatMap { $0.output.1.matches(of: /\w+/).map(\.output) }
    #expect(cues.compactMap(\.say).flatMap { $0.matches(of: /\w+/).map(\.output) } == quoted)
    let size = try FileManager.default.attributesOfItem(atPath: Self.path)[.size] as? Int
    #expect(try #require(size) <= 100_000)
    try #require(try home.shell("ffmpeg -v error -i '\(Self.path)' -ar 48000 -ac 2 -c:a pcm_s16le heard.wav").code == 0)
    let heard = try Wave(home.bytes(of: "heard.wav"))
    #expect(abs(heard.frames / Wave.rate - length) <= 1)
    for cue in cues {
      guard let clip = cue.sound.flatMap({ Instrument(rawValue: $0) })?.clip(), let at = cue.at else { continue }
      let frame = at / (1_000_000_000 / Wave.rate) - start * Wave.rate
      #expect(abs(Correlation.shift(of: clip.left, in: heard, at: frame, reach: 480)) < 480, "\(cue)")
    }
  }
}

/// The tables of options in COMMANDS are what the command says of itself: `make pictures` writes them, too.
@Suite struct `The tables of options` {
  private static let page = "\(Project.root)/docs/COMMANDS.md"

  @Test func `are those of its help`() throws {
    let script = "python3 '\(Project.root)/Scripts/option-tables.py' \"$CUEBELL\" '\(Self.page)'"
    let result = try TemporaryHome().shell(script)
    try #require(result.code == 0 && result.out.contains("| `--silent` |"), "\(result)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try result.out.write(toFile: Self.page, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: Self.page, encoding: .utf8) == result.out, "out of date: make pictures")
  }
}
