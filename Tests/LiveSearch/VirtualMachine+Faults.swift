import AudioMixing
import AudioOutput
import DriftSimulation
import LivePlayback
import SessionHistory
import Synchronization
import WorkoutEngine
import WorkoutModel

/// What scripts do to the machine and its user.
extension VirtualMachine {
  /// Schedules the lines of a script, which begins now.
  func perform(_ script: [ScriptLine], _ oracle: Oracle) {
    let start = now
    for line in script {
      let delay: Duration
      switch line.at {
      case .after(let time): delay = time
      case .cue(let name, let offset): delay = (oracle.first(name)?.due ?? .zero) + offset
      }
      at(start + delay, always: true) { [self] in
        var target = Target(machine: self)
        line.fault.apply(to: &target)
      }
    }
  }

  /// The tables whose next row may kill the process.
  private static let tables = ["action", "fact", "cue", "phase", "pause", "standing"]

  /// Kills the process, or lets one of its next rows do it.
  fileprivate func kill(for length: Duration) {
    guard isAlive else { return }
    let table = state.withLock { state in
      state.random.below(2) == 0 ? Self.tables[state.random.below(Self.tables.count)] : nil
    }
    guard let table, let database = try? Database(path: place.path),
      (try? database.run("CREATE TRIGGER killed BEFORE INSERT ON \(table) BEGIN SELECT RAISE(ABORT, 'killed'); END"))
        != nil
    else { return die(for: length) }
    state.withLock { $0.killing = length }
    at(now + .seconds(5)) { [self] in die(for: length) }
  }

  fileprivate func send(_ action: Action) {
    let isReady = state.withLock { state in
      if !state.isReady, state.session != nil { state.waiting.append(action) }
      return state.isReady
    }
    if isReady { post(.action(action)) }
  }

  fileprivate func unplug() {
    let sink = state.withLock { state in
      state.isPlugged = false
      return state.sink
    }
    sink?.lose(at: now)
  }

  /// Does to the machine what faults are.
  private struct Target: FaultHost {
    let machine: VirtualMachine

    mutating func deliver(_ action: Action) {
      switch action {
      case .audioLost: machine.unplug()
      case .audioRestored: machine.state.withLock { $0.isPlugged = true }
      default: machine.send(action)
      }
    }

    mutating func suspend(for length: Duration) {
      let sink = machine.state.withLock { $0.sink }
      sink?.drop(at: machine.now, by: length)
      machine.state.withLock { $0.clock.suspend(for: length) }
    }

    mutating func stall(for length: Duration) {
      machine.state.withLock { $0.heldUntil = max($0.heldUntil, $0.clock.now + length) }
    }

    mutating func kill(for length: Duration) { machine.kill(for: length) }
    mutating func stepWall(by step: Duration) {}
    mutating func setSkew(partsPerMillion skew: Int, until: Duration?) {}
    mutating func disturbWakeUps(_ fault: some WakeFault) { machine.state.withLock { $0.timer.add(fault) } }
    mutating func disturbSpeech(_ change: (inout SpeechDisturbance, _ session: Duration) -> Void) {
      machine.state.withLock { change(&$0.speech, $0.clock.now) }
    }
    mutating func disturbSensor(of signal: Signal, _ change: (inout SensorDisturbance, _ now: Duration) -> Void) {}
  }
}

/// The device is asked for every half second until it is there.
extension VirtualMachine: DeviceOpening {
  func open(isSuspect: Bool, _ answer: @escaping @Sendable (DeviceOpener.Answer) -> Void) {
    let request = state.withLock { state in
      state.request += 1
      return state.request
    }
    attempt(request, after: .milliseconds(30), answer)
  }

  func cancel() { state.withLock { $0.request += 1 } }

  private func attempt(
    _ request: Int, after delay: Duration, _ answer: @escaping @Sendable (DeviceOpener.Answer) -> Void
  ) {
    at(now + delay) { [self] in
      let (isWanted, isPlugged) = state.withLock { ($0.request == request, $0.isPlugged) }
      guard isWanted else { return }
      guard isPlugged else { return attempt(request, after: .milliseconds(500), answer) }
      answer(.opened(Transfer(VirtualSink(self))))
      state.withLock { $0.isRung = true }
    }
  }
}
