import FoundationEssentials
import Glibc
import TestSupport
import Testing
import WorkoutModel

extension `In a browser` {
  /// When the digits change.
  @Suite struct `Digits of the wall` {
    /// Phases of 2 to 12 s with countdowns: of a minute, or of ten where the variable CUEBELL_LONG is there.
    private static let workout: String = {
      let sets = ProcessInfo.processInfo.environment["CUEBELL_LONG"] == nil ? 2 : 48
      let phases = [("Work", 7), ("Rest", 3), ("Change", 2)].map { #"{ "name": "\#($0.0)", "duration": "\#($0.1)s" }"# }
      return """
        { "name": "Short phases", "style": "silent", "cues": [ { "on": "phase", "at": "end-3s", "count": 3 } ],
          "phases": [ { "name": "Ready", "intensity": "prepare", "duration": "8s" },
            { "sets": \(sets), "phases": [ \(phases.joined(separator: ", ")) ] },
            { "name": "Hold", "intensity": "sit", "duration": "12s" } ] }
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
      let seed = SplitMix64.seed(20_261_124)
      print("The delays are drawn from seed \(seed).")
      let proxy = try DelayingProxy(seed: seed)
      let shown = try ServedRun(Self.workout, "0")
      let started = BootTime.now
      var runs = [shown.run]
      var pages: [BrowserPage] = []
      var epochs: [Double] = []
      for (index, watch) in Self.watches.enumerated() {
        if index > 0 {
          // Each changes at an instant of its own, for the others would take the processor from it.
          let wanted = started + 1_000 / Double(Self.watches.count) * Double(index)
          let rest = (wanted - BootTime.now).truncatingRemainder(dividingBy: 1_000)
          usleep(UInt32((rest < 0 ? rest + 1_000 : rest) * 1_000))
          runs.append(try shown.start("\(index)"))
        }
        let page = try BrowserPage(proxy: watch.isFar ? proxy.port : nil, script: WatchedDigits.script(watch.fault))
        try page.show(.init(width: 480, height: 270))
        try page.open(shown.address("/wall/\(index)?offset=\(Int(watch.lead))"))
        pages.append(page)
        // A run that is over is no longer told of.
        epochs.append(
          try page.record("fetch('/api/runs/\(index)').then((answer) => answer.json()).then((run) => run.epoch)"))
      }
      var all: [Double] = []
      for (index, watch) in Self.watches.enumerated() {
        let result = try runs[index].finish()
        #expect(result.code == 0, "\(result)")
        try pages[index].wait(for: "document.querySelector('main').dataset.state === 'finished'")
        all += try lateness(of: pages[index], watch, PlannedDigits(result.out, epoch: epochs[index]))
        #expect(pages[index].errors.isEmpty, "\(pages[index].errors)")
      }
      // One page has too few changes in a minute for a hundredth of them.
      print("Digits of all:", Self.figures(all))
      // A busy machine draws frames late, but none early.
      #expect(all.allSatisfy { $0 >= -WatchedDigits.accuracy }, "\(all)")
      if Measurement.isOn { #expect(Self.percentile(99, of: all.map(abs)) <= 50, "\(all)") }
    }

    @Test func `show the seconds of the terminal to the nanosecond, whatever sums in floating point leave`() throws {
      let home = try TemporaryHome.withoutSound()
      let pages = try ServedPages(home)
      let page = try BrowserPage()
      try page.open("http://127.0.0.1:\(pages.port)/wall")
      var random = SplitMix64(seed: 1)
      let times: [(instant: Int, length: Int)] = [0, 1, 2, 59, 600, 86_400].flatMap { second in
        [-1_000, -1, 0, 1, 1_000, 999_999, 1_000_000, 1_000_001].map { off in
          (Int.random(in: 0..<100_000_000_000_000, using: &random), max(0, second * 1_000_000_000 + off))
        }
      }
      let list = times.map { "[\($0.instant), \($0.length)]" }.joined(separator: ", ")
      for (function, text) in [
        ("leftText", { ClockText.short($0.secondsUp) }), ("passedText", { ClockText.short($0.secondsDown) }),
      ] as [(String, (Duration) -> String)] {
        let shown: [String] = try page.record(
          """
          import('/assets/text.js').then((text) => [\(list)]
            .map(([instant, length]) => text.\(function)((instant + length) / 1e6 - instant / 1e6)))
          """)
        for (time, shown) in zip(times, shown) {
          #expect(shown == text(.nanoseconds(time.length)), "\(function) of \(time.length) ns at \(time.instant)")
        }
        #expect(shown.count == times.count)
      }
    }

    private func lateness(of page: BrowserPage, _ watch: Watch, _ planned: PlannedDigits) throws -> [Double] {
      for mark in planned.marks {
        #expect(planned.changes.contains { abs($0.at - mark) < 2 }, "a cue at \(mark) marks no second of the plan")
      }
      let watched = try WatchedDigits(of: page, lead: watch.lead)
      let pairs = try planned.pairs(with: watched)
      let late = pairs.map { planned, seen in
        seen.at + watched.offset - planned.at
      }
      let counted = zip(pairs, late).filter { pair, _ in planned.marks.contains { abs($0 - pair.planned.at) < 2 } }
      let frames = pairs.compactMap { planned, seen in
        seen.shown.map { $0 + watched.offset - planned.at }
      }
      print(
        "Digits \(watch.name):", Self.figures(late), "at marks:",
        Self.figures(counted.map(\.1)), "next frame:", Self.figures(frames),
        "known to ±\(Self.rounded(watched.uncertainty)) ms")
      let later = planned.changes.count { $0.phase != "Ready" }
      #expect(late.count >= later && counted.count >= later / 2, "the page wasn't there before the first phase ended")
      return late
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
