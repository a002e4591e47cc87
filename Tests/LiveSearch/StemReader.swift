import AudioMixing
import CueAudio
import Synchronization
import WorkoutModel

/// Reads from the parts of the mix where something sounds.
final class StemReader: StemSink {
  private let machine: VirtualMachine
  /// The parts that sound, with the places of their clicks in the list.
  private var begun: [StemKind: Int] = [:]

  init(_ machine: VirtualMachine) { self.machine = machine }

  func write(_ part: StemKind, left: Span<Float>, right: Span<Float>) throws(SinkError) {
    machine.state.withLock { machine in
      let first = machine.mixed
      // The bed is the last part of a block.
      if part == .bed {
        machine.mixed += left.count
        return
      }
      for index in left.indices where (left[index] != 0) != (begun[part] != nil) {
        if let click = begun.removeValue(forKey: part) {
          machine.clicks[click].frames = machine.clicks[click].frames.lowerBound..<first + index
        } else {
          begun[part] = machine.clicks.count
          machine.clicks.append((first + index..<first + left.count, part == .speech))
        }
      }
    }
  }
}

/// What was heard of a session.
struct Hearing {
  /// Something that sounds.
  struct Click {
    let start: Duration
    let end: Duration
    let isSpoken: Bool
  }

  private(set) var clicks: [Click] = []
  /// The stretches in which a device plays the mix.
  private(set) var audible: [(from: Duration, to: Duration)] = []

  /// Adds the frames that a process has written, of which those in `spans` are heard.
  mutating func add(_ clicks: [(frames: Range<Int>, isSpoken: Bool)], in spans: [VirtualSink.HeardFrames]) {
    for span in spans where !span.frames.isEmpty {
      let (from, to) = (span.heard(span.frames.lowerBound), span.heard(span.frames.upperBound))
      if let last = audible.last, abs((from - last.to).inNanoseconds) < 100_000 {
        audible[audible.count - 1].to = to
      } else {
        audible.append((from, to))
      }
    }
    for click in clicks {
      guard let span = spans.last(where: { $0.frames.contains(click.frames.lowerBound) }) else { continue }
      self.clicks.append(
        Click(
          start: span.heard(click.frames.lowerBound), end: span.heard(click.frames.upperBound),
          isSpoken: click.isSpoken))
    }
  }

  func isAudible(from start: Duration, to end: Duration) -> Bool {
    audible.contains { $0.from <= start && end <= $0.to }
  }
}
