import Testing

extension `In a browser` {
  /// What the wall looks like.
  @Suite struct `Wall pages` {
    private static let viewports: [BrowserPage.Viewport] = [
      .init(width: 1920, height: 1080), .init(width: 3840, height: 2160), .init(width: 1280, height: 720),
      .init(width: 360, height: 800), .init(width: 800, height: 360),
      // The first, at 200 %.
      .init(width: 960, height: 540, scale: 2),
    ]

    private static let portrait = BrowserPage.Viewport(width: 1080, height: 1920)

    static let intensities = ["prepare", "warmup", "high", "low", "rest", "cooldown", "sit"]
    private static let longName =
      "Push-ups with the feet on the bench, the hands close together and the elbows by the body, "
      + "then hold at the top for three"
    private static let longWord = String(repeating: "Wonderful", count: 14).prefix(120)

    /// A phase of each intensity, an open one, and two with long names, in sets.
    private static let workout: String = {
      let phases = intensities.map { #"{ "name": "Do \#($0)", "intensity": "\#($0)", "duration": "9m59s" }"# }
      let long = [longName, String(longWord)].map { #"{ "name": "\#($0)", "intensity": "high", "duration": "9m59s" }"# }
      let open = #"{ "name": "Squats", "intensity": "high", "open": true, "reps": 12 }"#
      let last = #"{ "name": "Rest", "intensity": "rest", "duration": "9m59s", "target": "Z1" }"#
      let all = (phases + [open] + long + [last]).joined(separator: ", ")
      return #"{ "name": "All that there is", "style": "silent", "phases": [ { "sets": 3, "phases": [ \#(all) ] } ] }"#
    }()

    /// Long names, notes, targets and repetitions in two groups.
    static let crowded = """
      { "name": "Ganzkörper-Zirkeltraining für Fortgeschrittene, mit Kettlebell, Kasten und Matte", "style": "silent",
        "voice": { "language": "de" }, "phases": [
        { "name": "Durchgang", "sets": 3, "phases": [ { "name": "Übungsstation", "sets": 14, "phases": [
          { "name": "Kettlebell-Schwünge rückenschonend", "intensity": "high", "duration": "55s", "target": "70%",
            "reps": 20, "notes": "Schulterblätter zusammenziehen, Bauch anspannen, gleichmäßig weiteratmen." },
          { "name": "Wechsel zur nächsten Übungsstation", "intensity": "rest", "duration": "20s" } ] } ] } ] }
      """

    /// What is wrong with a layout as it is to be read from afar: shares of the screen's height, digits by their ink,
    /// texts by the size of their type. Where the screen is narrower than 16:9, the width limits all sizes.
    private func faults(in layout: PageLayout, hasShortName: Bool) throws -> [String] {
      var faults = layout.faults
      for part in layout.parts where part.height > 0 {
        let contrast = try PerceivedColour(part.colour).contrast(to: PerceivedColour(part.ground))
        if contrast < 7 { faults.append("#\(part.id): a contrast of \(contrast)") }
      }
      guard layout.width * 9 >= layout.height * 16 else { return faults }
      let digits = try #require(layout["digits"])
      let ink = digits.height / layout.height
      let least = digits.text.contains(":") ? 0.38 : 0.5
      if ink < least { faults.append("#digits '\(digits.text)': \(ink) of the height") }
      for part in layout.parts where part.height > 0 {
        let share = part.size / layout.height
        let least = part.id == "phase" && hasShortName ? 0.12 : 0.04
        if share < least { faults.append("#\(part.id) '\(part.text.prefix(40))': \(share) of the height") }
      }
      return faults
    }

    private func check(_ page: BrowserPage, _ name: String, hasShortName: Bool = true) throws {
      for viewport in Self.viewports {
        try page.show(viewport)
        let layout = try PageLayout(of: page)
        let faults = try faults(in: layout, hasShortName: hasShortName)
        #expect(faults.isEmpty, "\(name), \(viewport):\n\(faults.joined(separator: "\n"))")
        // A long name is cut, but not to nothing.
        let letters = layout.parts.first { $0.id == "phase" }?.text.count ?? 0
        #expect(hasShortName || name == "open" || letters >= 40, "\(name), \(viewport): \(letters) letters")
        #expect(layout.parts.count >= 7, "\(name), \(viewport): \(layout.parts.map(\.id))")
        try page.takeScreenshot("\(name)-\(viewport)")
      }
    }

    @Test func `are read from afar, and no text lies over another or is cut off`() throws {
      let shown = try ServedRun(Self.workout)
      let proxy = try DelayingProxy(delay: 0...0)
      let page = try BrowserPage(proxy: proxy.port)
      // Without the name of a new phase, which would fill the screen for a second.
      try page.prefersReducedMotion()
      try shown.open("/wall", in: page)
      for intensity in Self.intensities {
        try page.wait(for: "document.querySelector('main').dataset.phase === 'Do \(intensity)'")
        #expect(try page.text("document.querySelector('main').dataset.intensity") == intensity)
        try check(page, intensity)
        try shown.ask(#"{"do":"next"}"#)
      }
      try page.wait(for: "document.querySelector('main').hasAttribute('data-open')")
      #expect(try page.text("document.querySelector('main').innerText").contains("12"))
      // The name of the next phase is a long one here.
      try check(page, "open", hasShortName: false)
      for name in ["sentence", "word"] {
        try shown.ask(#"{"do":"next"}"#)
        try page.wait(for: "document.querySelector('main').dataset.phase.length > 100")
        try page.wait(for: "document.querySelector('main').dataset.phase.includes(' ') === \(name == "sentence")")
        try check(page, name, hasShortName: false)
      }
      try shown.ask(#"{"do":"next"}"#)
      try page.wait(for: "document.querySelector('main').dataset.phase === 'Rest'")
      try page.wait(for: "document.querySelector('#effort').innerText === 'Z1'")
      try shown.ask(#"{"do":"pause"}"#)
      try page.wait(for: "document.querySelector('main').dataset.state === 'paused'")
      try check(page, "paused")
      #expect(try page.text("document.querySelector('#status').innerText").contains("aused"))
      proxy.set(.cut)
      try page.wait(for: "document.querySelector('main').dataset.contact === 'lost'")
      try check(page, "no-contact")
      #expect(try page.text("document.querySelector('#status').innerText").lowercased().contains("no contact"))
      #expect(page.errors.isEmpty, "\(page.errors)")
      _ = try shown.run.stop()
    }

    @Test func `keep what is important where all is long`() throws {
      let shown = try ServedRun(Self.crowded)
      let page = try BrowserPage()
      try page.prefersReducedMotion()
      try shown.open("/wall", in: page)
      try page.wait(for: "document.querySelector('#rounds .plain')")
      try page.evaluate("document.fonts.ready.then(() => true)")
      for viewport in Self.viewports + [Self.portrait] {
        try page.show(viewport)
        // Round digits are the highest.
        try shown.ask(#"{"do":"jump","to":"0:05"}"#)
        try page.wait(for: "['50', '49', '48'].includes(document.querySelector('#digits').textContent)")
        let layout = try PageLayout(of: page)
        #expect(layout.faults.isEmpty, "\(viewport):\n\(layout.faults.joined(separator: "\n"))")
        #expect(Set(["phase", "effort", "digits", "next", "total"]).isSubset(of: layout.parts.map(\.id)))
      }
      // That it is paused is larger than what else stands above the name.
      try shown.ask(#"{"do":"pause"}"#)
      try page.wait(for: "document.querySelector('main').dataset.state === 'paused'")
      for viewport in Self.viewports + [Self.portrait] {
        try page.show(viewport)
        let layout = try PageLayout(of: page)
        #expect(layout.faults.isEmpty, "paused, \(viewport):\n\(layout.faults.joined(separator: "\n"))")
        #expect((layout["status"]?.size ?? 0) > 1.2 * (layout["workout"]?.size ?? 0), "\(viewport)")
      }
      _ = try shown.run.stop()
    }

    @Test func `show several runs side by side, and none is cut off`() throws {
      let shown = try ServedRun(Self.workout)
      let page = try BrowserPage()
      try page.open(shown.address("/wall?all"))
      var others: [Child] = []
      for count in [1, 2, 4] {
        while others.count + 1 < count { others.append(try shown.start("other\(others.count)")) }
        let tiles = "[...document.querySelectorAll('.tile .digits')].map((part) => part.textContent)"
        try page.wait(for: "\(tiles).filter(Boolean).length === \(count)")
        for viewport in Self.viewports + [Self.portrait] {
          try page.show(viewport)
          let layout = try PageLayout(of: page)
          #expect(layout.faults.isEmpty, "\(count), \(viewport):\n\(layout.faults.joined(separator: "\n"))")
          #expect(layout.parts.count >= 6 * count, "\(layout.parts.map(\.id))")
        }
      }
      #expect(try page.bool("document.querySelector('#all').dataset.more === undefined"))
      others.append(try shown.start("beyond"))
      try page.wait(for: "document.querySelector('#all').dataset.more === '+1'")
      try shown.ask(#"{"do":"pause"}"#)
      try page.wait(for: "document.querySelectorAll('.tile[data-state=paused] .state:not(:empty)').length === 1")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test(arguments: ["", "?light"])
    func `have a ground for each intensity, which the colour-blind can distinguish, too`(query: String) throws {
      let shown = try ServedRun(Self.workout)
      let page = try BrowserPage()
      try page.prefersReducedMotion()
      try shown.open("/wall\(query)", in: page)
      var grounds: [(name: String, colour: PerceivedColour)] = []
      for intensity in Self.intensities {
        try page.wait(for: "document.querySelector('main').dataset.phase === 'Do \(intensity)'")
        let layout = try PageLayout(of: page)
        let digits = try #require(layout["digits"])
        let ground = try PerceivedColour(digits.ground)
        for part in layout.parts where part.height > 0 {
          let contrast = try PerceivedColour(part.colour).contrast(to: ground)
          #expect(contrast >= 7, "\(intensity): #\(part.id) \(contrast)")
        }
        grounds.append((intensity, ground))
        try shown.ask(#"{"do":"next"}"#)
      }
      for (name, matrix) in PerceivedColour.kinds {
        let seen = grounds.map { (name: $0.name, colour: $0.colour.seen(through: matrix)) }
        let pairs = seen.indices.flatMap { first in
          seen[(first + 1)...].map {
            (difference: seen[first].colour.difference(to: $0.colour), names: "\(seen[first].name) and \($0.name)")
          }
        }
        let nearest = try #require(pairs.min { $0.difference < $1.difference })
        print("wall\(query), \(name): \(nearest.names) are nearest, ΔE \((nearest.difference * 10).rounded() / 10)")
        #expect(nearest.difference >= (query.isEmpty ? 20 : 19), "\(name): \(nearest)")
      }
      _ = try shown.run.stop()
    }
  }
}
