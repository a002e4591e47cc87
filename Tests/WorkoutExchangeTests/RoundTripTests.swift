import Foundation
import Testing
import WorkoutExchange
import WorkoutFiles
import WorkoutModel

/// Exports are read back.
@Suite struct `A workout that goes out and comes back` {
  private static let formats: [ExchangeFormat] = [.fit, .zwo, .tcx, .csv, .jawt, .intervals, .erg, .mrc]
  private static let seed: UInt64 = 20

  private func export(_ workout: Workout, _ format: ExchangeFormat) throws -> (bytes: [UInt8], losses: [ExchangeIssue])
  {
    let timeline = try Timeline(workout)
    let track = MediaTrack(title: workout.name, author: nil, audio: "a.flac", chapters: [], captions: [])
    return try WorkoutExporter.write(timeline, track: track, as: format)
  }

  /// The file; `nil` if the workout has more than a TCX file may have.
  private func file(_ workout: Workout, _ format: ExchangeFormat) throws -> [UInt8]? {
    do { return try export(workout, format).bytes } catch let error as ExchangeError {
      guard format == .tcx, error.errors.allSatisfy({ $0.why.hasSuffix("export it as .fit") }) else { throw error }
      return nil
    }
  }

  /// Each phase that is done, with its length, and how many are open.
  private func starts(_ workout: Workout) throws -> [Duration] {
    let timeline = try Timeline(workout)
    var starts: [Duration] = []
    var (cursor, position) = (timeline.first(), Duration.zero)
    while var here = cursor, starts.count < 20_000 {
      starts.append(position)
      let length = timeline.endsByUser(here.id) ? .zero : here.segment.length ?? .zero
      position += length
      if timeline.endsByUser(here.id) { here.end(at: here.start) }
      cursor = timeline.next(after: here, endedAt: here.end ?? here.start)
    }
    return starts + [position]
  }

  @Test(arguments: formats) func `gives the same bytes when it goes out again`(_ format: ExchangeFormat) throws {
    var trees = RandomTrees(seed: Self.seed)
    var files = 0
    for number in 0..<120 {
      let made = trees.workout()
      guard try starts(made).count > 1, let first = try file(made, format) else { continue }
      files += 1
      let back = try Exchange.read(first, named: "file", ImportOptions(format: format))
      let workout = try #require(back.workouts.first)
      let text = WorkoutWriter.write(workout)
      #expect(try WorkoutReader.read(Array(text.utf8), named: "a.json") == workout)
      let second = try export(workout, format).bytes
      let isSame = first == second
      #expect(
        isSame,
        """
        seed \(Self.seed), workout \(number), \(format): \(Exchange.lines(workout).joined(separator: "\n"))
        from \(format == .fit ? "" : String(decoding: first, as: UTF8.self))
        became \(format == .fit ? "" : String(decoding: second, as: UTF8.self))
        """)
      if !isSame { return }
    }
    #expect(files > 60)
  }

  @Test(arguments: [ExchangeFormat.fit, .zwo, .tcx, .csv, .jawt, .intervals, .erg])
  func `keeps the joiners, soft hyphens and tags of its words and emoji`(_ format: ExchangeFormat) throws {
    // Fifteen characters are what a step of a TCX file may have.
    let name = "م\u{200C}ک 🏃\u{200D}♀️ a\u{AD}b🏴\u{E0067}\u{E007F}"
    let phase = Phase(PerSet(name), .high, .after(.fixed(.seconds(60))))
    let bytes = try export(Workout(name: name, nodes: [.phase(phase)]), format).bytes
    let back = try #require(try Exchange.read(bytes, named: "file", ImportOptions(format: format)).workouts.first)
    let names = back.nodes.compactMap { if case .phase(let phase) = $0 { phase.name.values.first } else { nil } }
    #expect(([back.name] + names).contains { $0.utf8.elementsEqual(name.utf8) }, "\(back.name), \(names)")
  }

  @Test func `has no brace and no quotation mark that a joiner hides`() throws {
    let message = "a {\u{200D}b}\u{200D} &quot;\u{200D}c"
    let file = """
      <workout_file><workout><SteadyState Duration="60" Power="0.5"><textevent timeoffset="0" message="\(message)"/>
      </SteadyState></workout></workout_file>
      """
    let back = try Exchange.read(file, ImportOptions(format: .zwo))
    let workout = try #require(back.workouts.first)
    #expect(try WorkoutReader.read(Array(WorkoutWriter.write(workout).utf8), named: "a.json") == workout)
    let text = String(decoding: try export(workout, .erg).bytes, as: UTF8.self).unicodeScalars
    #expect(text.filter { $0 == "\"" }.count == 2 && !text.contains { "{}".unicodeScalars.contains($0) })
  }

  /// The shipped workouts, except those that need the lengths of sound files.
  private static func shipped() throws -> [(name: String, workout: Workout)] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Workouts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
      .sorted()
    return try names.compactMap { name in
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let workout = try? WorkoutReader.read(bytes, named: name) { (path) throws(PartError) in
        guard let data = try? Data(contentsOf: folder.appending(path: path)) else { throw PartError("no file") }
        return [UInt8](data)
      }
      return workout.flatMap { (try? Timeline($0)) == nil ? nil : (name, $0) }
    }
  }

  @Test(arguments: formats) func `that is shipped does so, too`(_ format: ExchangeFormat) throws {
    let all = try Self.shipped()
    #expect(all.count >= 25)
    for (name, workout) in all {
      guard let first = try file(workout, format) else { continue }
      let back = try Exchange.read(first, named: "file", ImportOptions(format: format)).workouts[0]
      let isSame = try export(back, format).bytes == first
      #expect(isSame, "\(name), \(format)")
    }
  }

  /// The unit of a format's times; open phases keep no time in those that have none.
  private static let units: [(ExchangeFormat, Duration)] = [
    (.fit, .milliseconds(1)), (.tcx, .seconds(1)), (.csv, .nanoseconds(1)), (.intervals, .seconds(1)),
  ]

  @Test(arguments: units)
  func `has the same phases at the same times, to the unit of the format`(
    _ format: ExchangeFormat, _ unit: Duration
  ) throws {
    var trees = RandomTrees(seed: Self.seed + 1)
    for number in 0..<100 {
      let workout = trees.workout()
      guard try starts(workout).count > 1, let file = try file(workout, format) else { continue }
      let back = try Exchange.read(file, named: "file", ImportOptions(format: format)).workouts[0]
      let (before, after) = (try starts(workout), try starts(back))
      // A step that is shorter than half of a unit may be gone.
      let isKept = unit < .seconds(1) || before.count == after.count
      guard isKept, before.count == after.count else { continue }
      let worst = zip(before, after).map { abs(ns($0 - $1)) }.max() ?? 0
      #expect(worst * 2 <= ns(unit), "seed \(Self.seed + 1), workout \(number), \(format)")
    }
  }

  private func ns(_ length: Duration) -> Int {
    Int(length.components.seconds) * 1_000_000_000 + Int(length.components.attoseconds / 1_000_000_000)
  }

  @Test func `is refused by what a TCX file can't hold, and has only heart rates that it can`() throws {
    func phase(_ seconds: Int, _ target: String? = nil, named name: String = "A") -> Node {
      .phase(
        Phase(
          PerSet(name), .high, .after(.fixed(.seconds(seconds))), target: target.map { PerSet(Target($0)) }))
    }
    func complaints(_ nodes: [Node]) throws -> [String] {
      let workout = Workout(name: "A", style: .silent, nodes: nodes)
      do { return try export(workout, .tcx).losses.map { $0.text(in: "a") } } catch let error as ExchangeError {
        return error.errors.map { $0.text(in: "a") }
      }
    }
    let steps = (1...20).map { phase($0) }
    #expect(try complaints(steps) == [])
    let many = "steps, repeats included, are more than the 20 of a TCX file: export it as .fit"
    #expect(try complaints(steps + [phase(21)]) == ["a: phases: 21 \(many)"])
    #expect(try complaints([.group(SetGroup(.sets(2), nodes: steps))]) == ["a: phases: 21 \(many)"])
    #expect(try complaints([phase(65_535)]) == [])
    #expect(
      try complaints([phase(65_536)]) == [
        "a: phases[0]: a step of 18h12m16s is longer than the 65535 s of a TCX file: export it as .fit"
      ])
    let targets = ["Z5 HR", "Z6 HR", "Z2-Z3 HR", "255bpm", "256bpm", "100% HR", "101% HR"]
    #expect(
      try complaints(targets.map { phase(9, $0) }) == [
        "a: phases[1]: the target \"Z6 HR\" is not kept", "a: phases[2]: the target \"Z2-Z3 HR\" is not kept",
        "a: phases[4]: the target \"256bpm\" is not kept", "a: phases[6]: the target \"101% HR\" is not kept",
      ])
    let marked = String(repeating: "e\u{301}", count: 8)
    #expect(
      try complaints([phase(9, named: marked)]) == [
        "a: phases[0]: the name of a step \"\(marked)\" was cut to \"\(String(repeating: "e\u{301}", count: 7))\""
      ])
  }

  @Test func `lists every kind of thing that it loses`() throws {
    let text = """
      { "name": "All", "author": "Ana", "ambient": { "sound": "rain" }, "tags": ["x"], "coach": true,
        "cues": [{ "on": "phase", "at": "half", "sound": "bell" }],
        "phases": [{ "name": "Sit", "intensity": "sit", "duration": "1.5s", "target": "all out", "reps": 3,
            "coach": { "every": "1m" }, "track": "a.ogg" },
          { "name": "Up", "open": true, "cap": "1m", "notes": "Up", "metronome": { "bpm": 60 } }] }
      """
    let workout = try WorkoutReader.read(Array(text.utf8), named: "a.json")
    let losses = try export(workout, .tcx).losses.map { $0.text(in: "a.json") }
    #expect(
      losses == [
        "a.json: style: the sounds and announcements of hiit are not kept", "a.json: cues: 1 cue is not kept",
        "a.json: ambient: the bed is not kept", "a.json: coach: the coach is not kept",
        "a.json: phases[0]: \"track\" is not kept", "a.json: phases[1]: \"metronome\" is not kept",
        "a.json: phases[0]: \"coach\" is not kept", "a.json: phases[0]: \"reps\" is not kept",
        "a.json: phases: times were rounded to 1s", "a.json: phases[0]: the intensity sit is not kept",
        "a.json: phases[0]: the target \"all out\" is not kept", "a.json: phases[1]: the notes are not kept",
        "a.json: phases[1]: the cap is not kept", "a.json: author: the author is not kept",
        "a.json: tags: the keywords are not kept",
      ])
  }
}

@Suite struct `Any bytes` {
  private static let seed: UInt64 = 7

  /// A file of each format, made by its writer or by hand.
  private static func samples() throws -> [(ExchangeFormat, [UInt8])] {
    var trees = RandomTrees(seed: seed)
    let workout = trees.workout()
    let track = MediaTrack(title: workout.name, author: nil, audio: "a.flac", chapters: [], captions: [])
    let timeline = try Timeline(workout)
    var samples = try [ExchangeFormat.fit, .zwo, .tcx, .csv, .jawt, .intervals, .erg, .mrc].map { format in
      (format, try WorkoutExporter.write(timeline, track: track, as: format).bytes)
    }
    let times = #""timeSettings":{"workTime":20,"restTime":10,"restarts":2,"breakTime":30,"warmupTime":5}"#
    samples.append((.openHIIT, Array(#"[{"name":"A","activeIntervals":3,\#(times)}]"#.utf8)))
    let step = #"{"label":"A","length":5000,"behaviour":[{"type":"HALT"},{"type":"VOICE","content":"x"}]}"#
    samples.append(
      (.timer, Array(#"{"timers":[{"name":"T","loop":3,"steps":[\#(step),{"loop":2,"steps":[\#(step)]}]}]}"#.utf8)))
    let power = #"{"start":50,"end":75,"units":"%ftp"}"#
    let repeated = #"{"reps":3,"steps":[{"distance":5}]}"#
    let document = #"{"workout_doc":{"steps":[{"duration":60,"ramp":true,"power":\#(power)},\#(repeated)]}}"#
    samples.append((.intervalsJSON, Array(document.utf8)))
    for (format, text) in lenient {
      samples.append((format, Array(text.utf8)))
      samples.append((format, text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
    }
    return samples
  }

  /// Files in the forms that other programs accept.
  private static let lenient: [(ExchangeFormat, String)] = [
    (
      .erg,
      """
      ; MINUTES WATTS\r[COURSE HEADER]\rFTP=250\rMINUTES FTP\r[END COURSE HEADER]\r[COURSE DATA]\r1 50%\r2 LAP Go\r2\t50
      x y\r2 90\r4,5 90 ; on\r5 LAP\r[END COURSE DATA]\r[COURSE TEXT]\r30 "Go" 10\r40\tOn\t5\r90 Rep 3 5
      """
    ),
    (
      .zwo,
      """
      \u{FEFF} <?xml version="1.0" encoding="utf-16"?><!DOCTYPE workout_file SYSTEM "x"><workout_file><name>A & B
      &eacute;&&amp; &#233;</name><workout><SteadyState Duration="60" Cadence="-1" Power="" x:y="&"/><IntervalsT
      Repeat="0" OnDuration="5" OffDuration="5"><textevent timeoffset="-1" message="&copy;"/></IntervalsT></workout>
      </workout_file>
      """
    ), (.csv, "\u{FEFF}sep=;\r\nname;duration;group\r\n\"A;\"\"\nb\";5;g;7\r\nB;1,5;g\r\n"),
    (.tcx, "<!DOCTYPE x><TrainingCenterDatabase><Workouts><Workout><Step x:type='a'/></Workout></Workouts>"),
  ]

  @Test func `become workouts that a file can hold, or errors with places`() throws {
    var random = SeededRandom(seed: Self.seed)
    var (read, refused) = (0, 0)
    for (format, sample) in try Self.samples() {
      for _ in 0..<1000 {
        var bytes = sample
        for _ in 0...random.below(4) where !bytes.isEmpty { mutate(&bytes, &random) }
        let isNamed = random.below(2) == 0
        do throws(ExchangeError) {
          let result = try Exchange.read(bytes, ImportOptions(format: isNamed ? format : nil, merge: 5000))
          read += 1
          for workout in result.workouts {
            let text = WorkoutWriter.write(workout)
            #expect(throws: Never.self) { try WorkoutReader.read(Array(text.utf8), named: "a.json") }
          }
        } catch {
          refused += 1
          #expect(!error.errors.isEmpty && error.errors.count <= 20)
        }
      }
    }
    print("seed \(Self.seed): \(read) read, \(refused) refused")
  }

  private let signs = Array("0123456789-.eE<>\"{}[],:xX &;%#!=\t\r\n\0".utf8) + [0xFE, 0xFF, 0xEF]

  /// Cuts, flips, doubles or swaps some bytes, and repairs the check sum of a FIT file now and then.
  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let place = random.below(bytes.count)
    switch random.below(6) {
    case 0: bytes.removeLast(bytes.count - place)
    case 1: bytes[place] ^= 1 << UInt8(random.below(8))
    case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.below(40))], at: place)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(20)))
    case 4: bytes[place] = signs[random.below(signs.count)]
    default:
      let other = random.below(bytes.count)
      bytes.swapAt(place, other)
    }
  }
}
