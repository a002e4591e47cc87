import AudioMixing
import AudioOutput
import CueAudio
import Synchronization
import WorkoutModel

/// A device of a virtual machine: it holds a buffer, plays it by its own crystal, runs dry, can be lost, and forgets
/// what it holds when the machine sleeps.
final class VirtualSink: LiveSink, Sendable {
  /// A kind of device.
  struct Settings: Sendable {
    let blockFrames: Int
    let bufferFrames: Int
    let paceFrames: Int
    let periodErrorPPB: Int

    init(_ random: inout SeededRandom) {
      blockFrames = 240 * (1 + random.below(12))
      bufferFrames = blockFrames * (3 + random.below(6))
      paceFrames = blockFrames * (1 + random.below(bufferFrames / blockFrames / 2))
      periodErrorPPB = random.below(3) == 0 ? 1_000 * (random.below(201) - 100) : 0
    }
  }

  /// Frames of the mix that are heard.
  struct HeardFrames {
    var frames: Range<Int>
    /// When a frame of the mix leaves the device.
    let line: FrameClock
    /// How much later it is heard.
    let offset: Duration

    func heard(_ frame: Int) -> Duration { line.instant(of: frame) + offset }
  }

  fileprivate struct State {
    var written: Int
    var crystal: FrameClock
    var epoch = 0
    var underruns = 0
    var isLost = false
  }

  private let machine: VirtualMachine
  private let settings: Settings
  private let state: Mutex<State>
  /// The same for the life of the device; another after it has come back.
  let latencyOffset: Duration?

  init(_ machine: VirtualMachine) {
    self.machine = machine
    settings = machine.sound
    latencyOffset = machine.state.withLock { state in
      [nil, .zero, .milliseconds(40), .milliseconds(170)][state.random.below(4)]
    }
    let crystal = FrameClock(instant: machine.now, periodErrorPPB: settings.periodErrorPPB)
    state = Mutex(State(written: 2 * settings.blockFrames, crystal: crystal))
    machine.state.withLock { $0.sink = self }
  }

  var blockFrames: Int { settings.blockFrames }
  var paceFrames: Int { settings.paceFrames }
  var reserveFrames: Int { settings.bufferFrames - settings.paceFrames }
  var startupTime: Duration { .milliseconds(30) }
  var clockEpoch: Int { state.withLock { $0.epoch } }
  var underruns: Int { state.withLock { $0.underruns } }
  var latencyFrames: Int {
    let now = machine.now
    return state.withLock { max(0, $0.written - $0.crystal.frame(at: now)) }
  }

  func waitForSpace() throws(SinkError) -> SinkReadiness {
    while machine.isAlive {
      let (isLost, full) = state.withLock { state in
        (state.isLost, state.crystal.instant(of: state.written - settings.bufferFrames + settings.paceFrames))
      }
      if isLost { throw .lost("unplugged") }
      if latencyFrames + blockFrames <= settings.bufferFrames { return .space }
      if machine.wait(until: full, listening: true) { return .woken }
    }
    return .woken
  }

  func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    let now = machine.now
    let first = machine.state.withLock { $0.mixed }
    let due = state.withLock { state -> Duration? in
      if state.isLost { return nil }
      if state.crystal.frame(at: now) > state.written {
        state.restart(at: now)
        state.underruns += 1
      }
      defer { state.written += left.count }
      return state.crystal.instant(of: state.written + left.count - settings.bufferFrames)
    }
    guard let due else {
      machine.state.withLock { $0.mixed += left.count }
      throw .lost("unplugged")
    }
    let line = state.withLock { state in
      let frame = first + left.count
      return FrameClock(
        frame: frame, instant: state.crystal.instant(of: state.written), periodErrorPPB: settings.periodErrorPPB)
    }
    machine.state.withLock { machine in
      machine.heard.append(
        HeardFrames(frames: first..<first + left.count, line: line, offset: latencyOffset ?? .zero))
    }
    machine.wait(until: due)
  }

  func finish() throws(SinkError) { machine.wait(until: state.withLock { $0.crystal.instant(of: $0.written) }) }

  func release() { lose(at: machine.now) }

  /// The device is gone: what it holds is never heard.
  func lose(at now: Duration) {
    state.withLock { $0.isLost = true }
    forget(at: now)
  }

  /// The machine sleeps: what the device holds is never heard, and after that it begins again.
  func drop(at now: Duration, by length: Duration) {
    forget(at: now)
    state.withLock { $0.restart(at: now + length) }
  }

  private func forget(at now: Duration) {
    machine.state.withLock { machine in
      for index in machine.heard.indices.reversed() {
        let span = machine.heard[index]
        let end = span.line.frame(at: now)
        if end >= span.frames.upperBound { break }
        machine.heard[index].frames = span.frames.lowerBound..<max(span.frames.lowerBound, end)
      }
    }
  }
}

extension VirtualSink.State {
  /// The next frame is heard from an instant on.
  fileprivate mutating func restart(at instant: Duration) {
    crystal = FrameClock(frame: written, instant: instant, periodErrorPPB: crystal.periodErrorPPB)
    epoch += 1
  }
}
