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

    var name: String { "\(phase) \(digits)" }
  }

  /// A time in which the page waited for its browser, from when a timer was due or a frame was asked for.
  struct Hold: Decodable {
    let from: Double
    let to: Double
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
      window.watched = { now, changes: [], holds: [] };
      \(fault.rawValue)
      const { setTimeout: wait, clearTimeout: forget, requestAnimationFrame: draw } = window;
      const timers = new Map();
      const note = (from) => { if (from < now()) watched.holds.push({ from, to: now() }); };
      window.setTimeout = (action, time = 0, ...words) => {
        const due = now() + time;
        const timer = wait(() => { timers.delete(timer); note(due); action(...words); }, time);
        timers.set(timer, due);
        return timer;
      };
      window.clearTimeout = (timer) => { note(timers.get(timer)); timers.delete(timer); forget(timer); };
      window.requestAnimationFrame = (action) => {
        const from = now();
        return draw((time) => { note(from); action(time); });
      };
      document.addEventListener('DOMContentLoaded', () => {
        const page = document.querySelector('main');
        let last = '';
        new MutationObserver(() => {
          const { digits, phase = '' } = page.dataset;
          if (`${digits} ${phase}` === last) return;
          last = `${digits} ${phase}`;
          const change = { at: now(), digits, phase };
          watched.changes.push(change);
          draw(() => { change.shown = now(); });
        }).observe(page, { attributes: true });
      });
    })();
    """
  }

  let changes: [Change]
  /// The holds, as they ended.
  let holds: [Hold]
  /// By how much a change may be early, in milliseconds: what a page knows of the clock of the run is not exact.
  static let accuracy = 50.0
  /// What has to be added to the page's time for that of CLOCK_BOOTTIME which it shows, and by how much that may be
  /// wrong, in milliseconds.
  let offset: Double
  let uncertainty: Double

  /// What a page has reported up to now that shows everything earlier by `lead` milliseconds.
  init(of page: BrowserPage, lead: Double = 0) throws {
    changes = try page.record("watched.changes")
    holds = try page.record("watched.holds")
    let readings = try (0..<40).map { _ -> (offset: Double, uncertainty: Double) in
      let before = BootTime.now
      let time = try page.number("watched.now()")
      let after = BootTime.now
      return ((before + after) / 2 - time, (after - before) / 2)
    }
    let (nearest, uncertainty) = readings.min { $0.uncertainty < $1.uncertainty } ?? (0, .infinity)
    (offset, self.uncertainty) = (nearest + lead, uncertainty)
  }

  /// Whether the page could do nothing from `start` to `end`, in milliseconds of CLOCK_BOOTTIME, of the run.
  func isHeld(from start: Double, to end: Double) -> Bool {
    // A timer that comes late asks for a frame, which may come late too: one hold continues another.
    let reached = holds.sorted { $0.from < $1.from }.reduce(start) { reached, hold in
      hold.from + offset <= reached + Self.accuracy ? max(reached, hold.to + offset) : reached
    }
    return reached >= end - Self.accuracy
  }
}

/// The digits that a run ought to show, each with when, in milliseconds of CLOCK_BOOTTIME.
struct PlannedDigits {
  struct Change {
    let at: Double
    let digits: String
    let phase: String

    var name: String { "\(phase) \(digits)" }
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
    var pairs: [(planned: Change, seen: WatchedDigits.Change)] = []
    for (place, planned) in zip(begin..., changes[begin...]) {
      if pairs.count < seen.count, seen[pairs.count].name == planned.name {
        pairs.append((planned, seen[pairs.count]))
      } else if Measurement.isOn || !isHeld(place, by: watched) {
        throw Failure(
          """
          planned \(changes[max(0, place - 2)...].prefix(6).map(\.name)), \
          shown \(seen.dropFirst(max(0, pairs.count - 2)).prefix(6).map(\.name)), \
          held \(watched.holds.filter { $0.to > $0.from + WatchedDigits.accuracy })
          """)
      }
    }
    guard pairs.count == seen.count else { throw Failure("not planned: \(seen.dropFirst(pairs.count).map(\.name))") }
    // The first was shown when the page had come.
    return Array(pairs.dropFirst())
  }

  /// Whether a page could do nothing for as long as the change at `place` had to be seen.
  private func isHeld(_ place: Int, by watched: WatchedDigits) -> Bool {
    let change = changes[place]
    let next = changes.indices.contains(place + 1) ? changes[place + 1].at : change.at + 1_000
    return watched.isHeld(from: change.at, to: next)
  }
}
