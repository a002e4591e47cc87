import FoundationEssentials
import Testing

extension `In a browser` {
  /// When the digits change.
  @Suite struct `Digits of the wall` {
    /// Phases of 2 to 20 s with countdowns: of a minute, or of ten where the variable CUEBELL_LONG is there.
    private static let workout: String = {
      let sets = ProcessInfo.processInfo.environment["CUEBELL_LONG"] == nil ? 2 : 48
      let phases = [("Work", 7), ("Rest", 3), ("Change", 2)].map { #"{ "name": "\#($0.0)", "duration": "\#($0.1)s" }"# }
      return """
        { "name": "Short phases", "style": "silent", "cues": [ { "on": "phase", "at": "end-3s", "count": 3 } ],
          "phases": [ { "name": "Ready", "intensity": "prepare", "duration": "8s" },
            { "sets": \(sets), "phases": [ \(phases.joined(separator: ", ")) ] },
            { "name": "Hold", "intensity": "sit", "duration": "20s" } ] }
        """
    }()

    private struct Watch {
      let name: String
      let fault: WatchedDigits.Fault
      let isFar: Bool
      /// By how many milliseconds its address asks for everything earlier.
      var lead = 0.0
    }

    private static let watches = [
      Watch(name: "on this machine", fault: .none, isFar: false),
      Watch(name: "50 ± 20 ms away", fault: .none, isFar: true),
      Watch(name: "with a clock an hour wrong", fault: .anHourWrong, isFar: false),
      Watch(name: "with a clock 200 ppm fast, 50 ± 20 ms away", fault: .fast, isFar: true),
      Watch(name: "80 ms ahead for a slow television", fault: .none, isFar: false, lead: 80),
    ]

    @Test func `change with the cues, each once and in turn, on a far machine and with a wrong clock, too`() throws {
      let seed = UInt64.random(in: 0...999)
      print("The delays are drawn from seed \(seed).")
      let proxy = try DelayingProxy(seed: seed)
      let pages = try Self.watches.map { watch in
        try BrowserPage(proxy: watch.isFar ? proxy.port : nil, script: WatchedDigits.script(watch.fault))
      }
      let shown = try ShownRun(Self.workout)
      for (page, watch) in zip(pages, Self.watches) {
        try page.open(shown.address(watch.lead == 0 ? "/wall" : "/wall?offset=\(Int(watch.lead))"))
      }
      let epoch: Double = try pages[0].record(
        "fetch('/api/runs/w').then((answer) => answer.json()).then((run) => run.epoch)")
      let result = try shown.run.finish()
      #expect(result.code == 0, "\(result)")
      let planned = try PlannedDigits(result.out, epoch: epoch)
      for mark in planned.marks {
        #expect(planned.changes.contains { abs($0.at - mark) < 2 }, "a cue at \(mark) marks no second of the plan")
      }
      #expect(planned.marks.count >= 20)
      var all: [Double] = []
      for (page, watch) in zip(pages, Self.watches) {
        try page.wait(for: "document.querySelector('main').dataset.state === 'finished'")
        let watched = try WatchedDigits(of: page)
        let late = try planned.lateness(of: watched) { $0.at + watch.lead }
        let counted = late.filter { change, _ in planned.marks.contains { abs($0 - change.at) < 2 } }
        let frames = try planned.lateness(of: watched) { $0.shown.map { $0 + watch.lead } }
        print(
          "Digits \(watch.name):", Self.figures(late.map(\.1)), "at marks:", Self.figures(counted.map(\.1)),
          "next frame:", Self.figures(frames.map(\.1)), "known to ±\(Self.rounded(watched.uncertainty)) ms")
        #expect(late.count >= 30 && counted.count >= 15)
        #expect(page.errors.isEmpty, "\(page.errors)")
        all += late.map(\.1)
      }
      // One page has too few changes in a minute for a hundredth of them.
      print("Digits of all:", Self.figures(all))
      #expect(Self.percentile(99, of: all.map(abs)) <= 50, "\(all)")
    }

    private static func figures(_ values: [Double]) -> String {
      let sorted = values.sorted()
      guard let least = sorted.first, let most = sorted.last else { return "none" }
      let middle = rounded(sorted[sorted.count / 2])
      let high = rounded(percentile(99, of: values.map(abs)))
      return "\(values.count) changes, \(rounded(least)) to \(rounded(most)) ms, median \(middle), p99 \(high);"
    }

    private static func percentile(_ share: Int, of values: [Double]) -> Double {
      let sorted = values.sorted()
      return sorted.isEmpty ? .infinity : sorted[(sorted.count * share + 99) / 100 - 1]
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
  }
}
