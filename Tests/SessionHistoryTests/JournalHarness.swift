import Dispatch
import Foundation
import SessionHistory
import Synchronization
import TestSupport
import WorkoutEngine
import WorkoutModel

/// A folder of a test's own with a history in it, gone with this value.
final class HistoryFixture {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/cuebell-history-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var place: HistoryLocation { HistoryLocation(folder: folder + "/cuebell") }

  func store(_ purpose: HistoryStore.Purpose = .writing) throws -> HistoryStore {
    try HistoryStore(at: place, for: purpose)
  }

  /// Waits until a query has these rows; says whether it has.
  func wait(for rows: [String], of sql: String) -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while (try? self.rows(sql)) != rows {
      if .now > deadline { return false }
      usleep(5000)
    }
    return true
  }

  /// Makes the tables those of version 4.
  func downgrade() throws {
    let changes = [
      "DROP TABLE fact", "DROP TABLE note", "DROP TABLE call", "ALTER TABLE session DROP COLUMN seed",
      "ALTER TABLE leg DROP COLUMN policies",
      "ALTER TABLE leg DROP COLUMN place", "ALTER TABLE leg DROP COLUMN lost", "ALTER TABLE action DROP COLUMN leg",
      "ALTER TABLE action DROP COLUMN argument", "ALTER TABLE action DROP COLUMN elapsed",
      "ALTER TABLE cue DROP COLUMN leg", "ALTER TABLE cue DROP COLUMN elapsed",
      "ALTER TABLE measurement DROP COLUMN leg", "ALTER TABLE measurement DROP COLUMN after",
      "ALTER TABLE standing DROP COLUMN volume",
      #"UPDATE standing SET state = '{"seed":18446744073709551615,"state":{"volume":-6}}'"#, "PRAGMA user_version = 4",
    ]
    try store().database.write { try $0.run(changes.joined(separator: "; ")) }
  }

  /// The rows of a query, their values joined by spaces.
  func rows(_ sql: String) throws -> [String] {
    try Database(path: place.path).read { database in
      try database.rows(sql).map { $0.values.map(\.description).joined(separator: " ") }
    }
  }
}

/// The clocks of a machine, set by a test.
final class Clocks: Sendable {
  private let moment = Mutex(ClockReading(wall: 1_800_000_000_000, zone: 3600, boot: .seconds(5000), bootID: "boot-a"))

  var now: ClockReading { moment.withLock { $0 } }

  func change(_ change: (inout ClockReading) -> Void) { moment.withLock { change(&$0) } }

  /// Lets time pass on all of them.
  func pass(_ time: Duration) {
    change { moment in
      moment.boot += time
      moment.wall += time.wholeNanoseconds / 1_000_000
    }
  }
}

/// The messages of a journal to its user.
final class MessageRecorder: Sendable {
  private let lines = Mutex<[String]>([])
  private let arrival = DispatchSemaphore(value: 0)

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) {
    lines.withLock { $0.append(line) }
    arrival.signal()
  }

  /// Waits for a message; `false` if none came.
  func wait() -> Bool { arrival.wait(timeout: .now() + .milliseconds(Timeout.milliseconds)) == .success }
}

/// A session on a virtual clock that is recorded as a live one is.
struct JournalHarness {
  private(set) var engine: Engine
  let journal: Journal
  /// The number of sends that are written together, as on a slow disk.
  private let batch: Int
  private var unstored = 0

  static let workout = Workout(
    name: "Short", style: .silent,
    cues: [CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("bell"))],
    nodes: [
      .group(SetGroup(.sets(2), nodes: [phase("Work", .high, 20), phase("Rest", .rest, 10)])),
      phase("Stretch", .cooldown, 30),
    ])

  private static func phase(_ name: String, _ intensity: Intensity, _ seconds: Int) -> Node {
    .phase(Phase(PerSet(name), intensity, .after(.fixed(.seconds(seconds)))))
  }

  static func header(_ workout: Workout = workout, file: String? = "/w.json", speed: Int = 1) throws -> SessionHeader {
    SessionHeader(try Timeline(workout), file: file, speed: speed) { "text of \(workout.name)" }
  }

  /// A new session, which plays from instant 0.
  init(
    in place: HistoryLocation, _ header: SessionHeader? = nil, moment: @escaping @Sendable () -> ClockReading,
    batch: Int = 1, report: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    let header = try header ?? Self.header()
    self.batch = batch
    engine = Engine(header.timeline, policies: header.policies)
    journal = Journal(in: place, .new(header), moment: moment, reached: nil, report: report)
    send(.start, at: 0)
    send(.prepared, at: 0)
  }

  /// A resumed session, paused unless the user resumes it while it is prepared.
  init(
    in place: HistoryLocation, _ session: ResumedSession, _ start: SessionStart, _ timeline: Timeline,
    first actions: [Action] = [.prepared], moment: @escaping @Sendable () -> ClockReading
  ) throws {
    batch = 1
    engine = try start.resumed(timeline, PhraseDurations(), Policies()).engine
    journal = Journal(in: place, .resumed(session), moment: moment, reached: nil) { _ in }
    for action in actions { send(action, at: 0) }
  }

  mutating func send(_ action: Action, at seconds: Double, by origin: ActionOrigin? = nil) {
    send(action, at: .milliseconds(Int(seconds * 1000)), by: origin)
  }

  mutating func send(_ action: Action, at instant: Duration, by origin: ActionOrigin? = nil) {
    for var event in engine.send(action, at: instant).events {
      if case .actionTaken(let report) = event.kind {
        // Measurements have events of their own.
        if report.action.isMeasurement { continue }
        event.origin = origin
      }
      journal.record(event)
    }
    unstored += 1
    if unstored == batch { store() }
  }

  /// Writes what has happened since the last time.
  private mutating func store() {
    journal.store(engine)
    unstored = 0
  }

  /// Ticks at every deadline up to `seconds`.
  mutating func run(to seconds: Double) {
    while let deadline = engine.nextDeadline, deadline <= .milliseconds(Int(seconds * 1000)) {
      send(.tick, at: deadline)
    }
    send(.tick, at: seconds)
  }

  /// Waits until all is written.
  func finish() {
    if unstored > 0 { journal.store(engine) }
    journal.finish(milliseconds: Int32(Timeout.milliseconds))
  }
}
