import FoundationEssentials
import Glibc

/// The digits of a wall as they change, each with its time, reported by an observer in the page.
struct WatchedDigits {
  struct Change: Decodable {
    /// The true time of the page when the digits changed, and that of the next frame, in milliseconds.
    let at: Double
    let shown: Double?
    let digits: String
    let phase: String
  }

  /// What is wrong with a page's clocks; those that the observer reads are right.
  enum Fault: String, CaseIterable {
    case none = ""
    case anHourWrong = """
      const Right = Date;
      Date = class extends Right {
        constructor(...words) { words.length ? super(...words) : super(Right.now() + 3_600_000); }
        static now() { return Right.now() + 3_600_000; }
      };
      """
    case fast = "performance.now = () => now() * 1.0002;"
  }

  /// What has to run before the page's own scripts.
  static func script(_ fault: Fault = .none) -> String {
    """
    (() => {
      const now = performance.now.bind(performance);
      window.watched = { now, changes: [] };
      \(fault.rawValue)
      document.addEventListener('DOMContentLoaded', () => {
        const page = document.querySelector('main');
        let last = '';
        new MutationObserver(() => {
          const { digits, phase = '' } = page.dataset;
          if (`${digits} ${phase}` === last) return;
          last = `${digits} ${phase}`;
          const change = { at: now(), digits, phase };
          watched.changes.push(change);
          requestAnimationFrame(() => { change.shown = now(); });
        }).observe(page, { attributes: true });
      });
    })();
    """
  }

  let changes: [Change]
  /// What has to be added to the page's time for that of CLOCK_BOOTTIME, and by how much that may be wrong, in
  /// milliseconds.
  let offset: Double
  let uncertainty: Double

  /// What a page has reported up to now.
  init(of page: BrowserPage) throws {
    changes = try page.record("watched.changes")
    let readings = try (0..<40).map { _ -> (offset: Double, uncertainty: Double) in
      let before = BootTime.now
      let time = try page.number("watched.now()")
      let after = BootTime.now
      return ((before + after) / 2 - time, (after - before) / 2)
    }
    (offset, uncertainty) = readings.min { $0.uncertainty < $1.uncertainty } ?? (0, .infinity)
  }
}

/// The digits that a run ought to show, each with when, in milliseconds of CLOCK_BOOTTIME.
struct PlannedDigits {
  struct Change {
    let at: Double
    let digits: String
    let phase: String
  }

  private struct Phase: Decodable {
    let event: String
    let name: String
    let start: Double
    let end: Double
  }

  let changes: [Change]
  /// The marks of the numbers that were counted aloud.
  let marks: [Double]

  /// Those of a run that began at `epoch`, from what it reported: the second that is on still counts.
  init(_ output: String, epoch: Double) throws {
    let lines = output.split(separator: "\n").filter { $0.contains(#""event": "phase""#) }
    let phases = try lines.map { try JSONDecoder().decode(Phase.self, from: Data($0.utf8)) }
    changes = phases.flatMap { phase -> [Change] in
      let seconds = Int(((phase.end - phase.start) / 1e9).rounded(.up))
      return (1...seconds).reversed().map { left in
        Change(
          at: (epoch + max(phase.start, phase.end - Double(left) * 1e9)) / 1e6,
          digits: left < 60 ? "\(left)" : "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)", phase: phase.name)
      }
    }
    marks = try EventRecord.cues(in: output).filter { $0.kind == "custom" && $0.outcome == "onTime" }
      .map { (epoch + Double($0.mark)) / 1e6 }
  }

  /// The changes with those that were planned, from where the page was watched; throws if one is missing, came twice
  /// or out of turn.
  func pairs(with watched: WatchedDigits) throws -> [(planned: Change, seen: WatchedDigits.Change)] {
    var seen = watched.changes.filter { !$0.phase.isEmpty }
    // What is left at the very end, until the page hears of it; on a busy machine at the end of any phase.
    let last = seen.last?.at
    seen.removeAll { $0.digits == "0" && (!Measurement.isOn || $0.at == last) }
    guard let first = seen.first,
      let begin = changes.lastIndex(where: {
        $0.at <= first.at + watched.offset + 100 && $0.digits == first.digits && $0.phase == first.phase
      })
    else { throw Failure("nothing was shown: \(watched.changes)") }
    let planned = changes[begin...]
    let names = (planned.map { "\($0.phase) \($0.digits)" }, seen.map { "\($0.phase) \($0.digits)" })
    guard names.0 == names.1 else {
      let place = zip(names.0, names.1).prefix { $0 == $1 }.count
      let around = [names.0, names.1].map { "\($0.dropFirst(max(0, place - 2)).prefix(6))" }
      throw Failure("planned \(around[0]), shown \(around[1])")
    }
    // The first was shown when the page had come.
    return zip(planned, seen).dropFirst().map { ($0, $1) }
  }
}
