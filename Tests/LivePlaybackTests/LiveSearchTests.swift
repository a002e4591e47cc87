import DriftSimulation
import Foundation
import LiveSearch
import TestSupport
import Testing

@Suite struct `A live session on a virtual machine` {
  /// The first seed and the number of seeds, which `SEED` and `SEEDS` change.
  private static let seeds: Range<UInt64> = {
    let first = SplitMix64.seed(1)
    let count = ProcessInfo.processInfo.environment["SEEDS"].flatMap { UInt64($0) } ?? 100
    return first..<first + count
  }()

  @Test func `obeys the laws, whatever happens to it`() throws {
    for seed in Self.seeds {
      let run = try SimulatedRun(seed: seed)
      try run.perform()
      let violations = try run.judge()
      if !violations.isEmpty {
        Issue.record("seed \(seed), \(run.scenario.name): \(violations.prefix(3).joined(separator: "; "))")
      }
    }
  }

  @Test func `does the same for the same seed`() throws {
    for seed in Self.seeds.prefix(5) {
      let runs = try (0..<2).map { _ in
        let run = try SimulatedRun(seed: seed)
        try run.perform()
        return run.live
      }
      #expect(runs[0].trace == runs[1].trace && runs[0].told == runs[1].told, "seed \(seed)")
    }
  }
}
