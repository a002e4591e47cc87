import Foundation
import SessionHistory
import SessionReporting
import SharedLinks
import StrictJSON
import TestSupport
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

@Suite struct `A link of a session` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  /// The shipped workouts by their names, without the programmes.
  private static let shipped: [String: Workout] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Workouts").standardized
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let workouts = files.compactMap { file -> (String, Workout)? in
      guard let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(file)"),
        let workout = try? WorkoutReader.read(Array(bytes), named: file)
      else { return nil }
      return (String(file.dropLast(".json".count)), workout)
    }
    return Dictionary(uniqueKeysWithValues: workouts)
  }()

  private func begin(_ workout: Workout, batch: Int = 1) throws -> JournalHarness {
    let tracks = workout.soundUses.map { ($0.name, Duration.seconds(90)) }
    let timeline = try Timeline(workout, trackLengths: Dictionary(tracks) { first, _ in first })
    let header = SessionHeader(timeline, file: "/secret/w.json", speed: 1) { WorkoutWriter.write(workout) }
    return try JournalHarness(in: fixture.place, header, moment: { [clocks] in clocks.now }, batch: batch)
  }

  private func line() throws -> String {
    try fixture.store().report(of: fixture.store().session(nil)?.session.id ?? 0, by: "1.0")
  }

  private static func store(in link: String) throws -> HistoryStore {
    try HistoryStore(report: try SessionLink.report(in: link))
  }

  private static func text(_ store: HistoryStore, around moment: Duration? = nil) throws -> String {
    SessionReplay(try #require(try store.session(nil)), around: moment).text
  }

  /// A session with what users and machines do.
  private func record(_ workout: Workout, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var harness = try begin(workout, batch: 1 + random.below(3))
    var now = Duration.zero
    for _ in 0..<20 {
      now += .nanoseconds(random.below(9_000) * 1_000_003)
      while let deadline = harness.engine.nextDeadline, deadline < now { harness.send(.tick, at: deadline) }
      let actions: [Action] = [
        .pause, .toggle, .toggle, .resume, .skip, .back, .done, .undo, .extend(by: .seconds(15)),
        .seek(by: .seconds(-7)),
        .jumpToSet(2), .setVolume(-6), .audioLost, .audioRestored,
        .suspended(gap: .nanoseconds(1 + random.below(1000))),
        .interruptionBegan, .interruptionEnded(shouldResume: true),
        .measure(.heartRate, 90 + random.below(80), from: nil),
      ]
      let by: ActionOrigin? = random.below(2) == 0 ? nil : .from(.socket, name: "Küche \(random.below(3))")
      harness.send(actions[random.below(actions.count)], at: now, by: by)
    }
    harness.finish()
  }

  @Test func `has the same log and the same replay as the session, whatever happened in it`() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      let workout = try #require(Self.shipped[["tabata", "circuit", "norwegian-4x4-recovery", "tour"][Int(seed % 4)]])
      try record(workout, seed: seed)
      let (store, line) = (try fixture.store(), try line())
      let link = try #require(SessionLink(line)).address
      let copy = try Self.store(in: " \(link.prefix(100))\n\(link.dropFirst(100))")
      let original = try #require(try store.session(nil)).session.id
      let log = try #require(try store.log(of: original))
      #expect(try copy.log(of: 1) == log, "seed \(seed)")
      #expect(try Self.text(copy) == Self.text(store), "seed \(seed)")
      #expect(try Self.text(copy, around: .seconds(20)) == Self.text(store, around: .seconds(20)), "seed \(seed)")
      #expect(try copy.report(of: 1, by: "1.0") == line, "seed \(seed)")
      // Translations that are too long for a QR code stay at home.
      var (linked, plain) = (try WorkoutLink.workout(in: link).workout, workout)
      (linked.translations, plain.translations) = ([:], [:])
      #expect(linked == plain)
      let engine = try Engine(replaying: log, Timeline(workout))
      #expect(try Engine(replaying: #require(try copy.log(of: 1)), Timeline(workout)).state == engine.state)
    }
  }

  @Test func `is short for each shipped workout, with all its cues and a pause`() throws {
    var sizes: [String: Int] = [:]
    for (name, workout) in Self.shipped {
      var harness = try begin(workout, batch: 1000)
      harness.send(.pause, at: .nanoseconds(3_123_456_789))
      harness.send(.resume, at: .nanoseconds(9_876_543_210))
      var now = Duration.seconds(10)
      while harness.engine.state.playback != .completed {
        now = min(harness.engine.nextDeadline ?? now + .seconds(10), now + .seconds(10))
        let state = harness.engine.state
        let isLong = state.cursor.map { $0.end == nil && state.position - $0.start > .seconds(45) } ?? false
        harness.send(isLong ? .done : .tick, at: now)
      }
      harness.finish()
      let link = try #require(SessionLink(try line()))
      sizes[name] = link.address.utf8.count
      #expect(try Self.text(Self.store(in: link.address)) == Self.text(fixture.store()), "\(name)")
    }
    #expect(sizes.count > 30 && sizes.values.allSatisfy { $0 <= SessionLink.longestUsual }, "\(sizes)")
  }

  /// What the commands do with a line that claims to be a report.
  private static func read(_ line: String) -> String? {
    guard let store = try? HistoryStore(report: Array(line.utf8)), let detail = try? store.session(nil) else {
      return nil
    }
    if let workout = try? WorkoutReader.read(Array(detail.text.utf8), named: "link"),
      let timeline = try? Timeline(workout),
      let log = try? store.log(of: detail.session.id)
    {
      _ = try? Engine(replaying: log, timeline)
    }
    return SessionReplay(detail).text
  }

  @Test func `that is mutated is a session or an error`() throws {
    try record(#require(Self.shipped["tabata"]), seed: 5)
    let line = Array(try line().utf8)
    var random = SplitMix64(seed: SplitMix64.seed(8))
    let alphabet = Array(#"0123456789-,[]{}":null"#.utf8)
    var (read, errors) = (0, 0)
    for _ in 0..<3_000 {
      var bytes = line
      for _ in 0...random.below(3) {
        let index = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[index] = alphabet[random.below(alphabet.count)]
        case 1: bytes.insert(contentsOf: Array("99999999999999999".utf8.prefix(random.below(18))), at: index)
        case 2: bytes.removeSubrange(index..<min(bytes.count, index + random.below(20)))
        default: bytes.insert(alphabet[random.below(alphabet.count)], at: index)
        }
      }
      if Self.read(String(decoding: bytes, as: UTF8.self)) == nil { errors += 1 } else { read += 1 }
    }
    #expect(read > 100 && errors > 100, "\(read), \(errors)")
  }

  @Test func `that would fill the memory, or isn't of this version, is refused`() throws {
    let zeros = Array(repeating: "0", count: 400_000).joined(separator: ",")
    let text = String(repeating: "a", count: 100_000)
    func report(_ rest: String) -> String { #"{"version":"2.0","workout":"","session":{"elapsed":[0]},\#(rest)}"# }
    let bomb = report(#""cue":{"due":[\#(zeros)],"say":{"i":[],"t":[["\#(text)"]]}}"#)
    let lines = [
      bomb, report(#""cue":{"due":[900000000000000000]}"#), report(#""cue":{"due":["x"]}"#),
      report(#""cue":{"late":[1]}"#),
      report(#""cue":{"due":[0],"say":{"i":[3],"t":[]}}"#), report(#""cue":[]"#),
      #"{"version":"2.0","workout":""}"#,
    ]
    for line in lines {
      #expect(throws: UnreadableReport.version("2.0")) { try HistoryStore(report: Array(line.utf8)) }
    }
    for line in ["", "[]", "{}", #"{"version":"2.0"}"#] {
      #expect(throws: UnreadableReport.damaged) { try HistoryStore(report: Array(line.utf8)) }
    }
    // More pauses than time, in a session that doesn't tell when it was active.
    let began = Array(repeating: "0", count: 200).joined(separator: ",")
    let paused = #""pause":{"began":[\#(began)],"ended":[100000000000000000]},"phase":{"began":[0]}"#
    #expect(
      Self.read(report(#""action":{"at":[100000000000000000],"name":{"i":[0],"t":[["skip"]]}},\#(paused)"#)) != nil)
    #expect(SessionLink(String(repeating: " ", count: WorkoutLink.longestText + 1)) == nil)
    #expect(try HistoryStore(report: Array(report(#""cue":{"due":[0,5]}"#).utf8)).session(nil)?.cues.count == 2)
  }
}

extension `A session that was interrupted` {
  @Test func `is the same in a link, with all its runs and after a change of its workout`() throws {
    try leave(at: 25)
    var changed = JournalHarness.workout
    changed.name = "Longer"
    changed.nodes.append(changed.nodes[0])
    for (workout, isNew) in [(JournalHarness.workout, false), (changed, true), (changed, false)] {
      clocks.pass(.seconds(60))
      let (session, timeline) = (try unfinished(), try Timeline(workout))
      let start = isNew ? try #require(session.startByName(timeline)) : try session.exactStart(timeline)
      let engine = try start.resumed(timeline, PhraseDurations(), Policies()).engine
      let header = try JournalHarness.header(workout)
      let claimed = try fixture.store().claim(session, with: header, resumingAs: engine, from: start, at: clocks.now)
      var next = try JournalHarness(
        in: fixture.place, claimed, start, timeline, moment: { [clocks] in clocks.now })
      next.send(.resume, at: 1)
      next.run(to: 14)
      next.finish()
      try forgetProcess()
      let store = try fixture.store()
      let copy = try HistoryStore(report: Array(store.report(of: 1, by: "1.0").utf8))
      #expect(try copy.log(of: 1) == store.log(of: 1) && store.log(of: 1) != nil)
      let told = [store, copy].map { try? $0.session(1).map { SessionReplay($0).text } }
      #expect(told[0] != nil && told[0] == told[1])
    }
  }
}
