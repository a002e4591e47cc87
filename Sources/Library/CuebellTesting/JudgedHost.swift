import DriftSimulation
import Synchronization
import WorkoutEngine

/// What models have found wrong with themselves in a run.
final class Complaints: Sendable {
  private let list = Mutex<[String]>([])

  func add(_ complaint: String, at instant: Duration) { list.withLock { $0.append("\(complaint) at \(instant)") } }

  func removeAll() -> [String] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

/// A model as the simulation drives it.
struct JudgedHost<Model: EngineHost>: SessionDriver {
  private var model: Model
  private let make: @Sendable (Engine) -> Model
  private let complaints: Complaints

  init(_ model: Model, make: @escaping @Sendable (Engine) -> Model, _ complaints: Complaints) {
    self.model = model
    self.make = make
    self.complaints = complaints
  }

  var state: EngineState { model.engine.state }
  var reading: SessionReading { model.engine.reading }
  var progress: SessionProgress { model.engine.progress }
  var nextDeadline: Duration? { model.engine.nextDeadline }
  var durations: PhraseDurations { model.engine.durations }
  var policies: Policies { model.engine.policies }

  mutating func send(_ action: Action, at moment: ObservedTime) -> Engine.Reaction {
    let reaction = model.send(action, at: moment.session, soundsFrom: moment.soundsFrom)
    if let complaint = model.complaint { complaints.add(complaint, at: moment.session) }
    return reaction
  }

  mutating func updateDurations(_ change: (inout PhraseDurations) -> Void) { model.engine.updateDurations(change) }

  func forecast(until instant: Duration) -> [Effect] { model.engine.forecast(until: instant) }

  func replaying(_ log: SessionLog, to end: Duration) throws(ReplayError) -> JudgedHost {
    let engine: Engine = try model.engine.replaying(log, to: end)
    return JudgedHost(make(engine), make: make, complaints)
  }

  func paused(clock: Duration) -> JudgedHost? {
    model.engine.paused(clock: clock).map { JudgedHost(make($0), make: make, complaints) }
  }
}
