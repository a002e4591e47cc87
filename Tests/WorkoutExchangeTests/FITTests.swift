import Testing
import WorkoutExchange
import WorkoutFiles
import WorkoutModel

@Suite struct `A FIT file` {
  /// A definition of a message in a byte order, and what it says.
  private func file(
    isBig: Bool, steps: [[Int]], type: UInt8 = 5, damaged: Bool = false, hasSkip: Bool = false
  ) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBig ? bytes.reversed() : bytes
    }
    let order: UInt8 = isBig ? 1 : 0
    var records: [UInt8] = [0x40, 0, order] + number(0, 2) + [1, 0, 1, 0, 0, type]
    // Steps have the index, the kind and value of the length, the kind and value of the target, and the intensity.
    var fields: [(UInt8, UInt8, UInt8)] = [
      (254, 2, 0x84), (1, 1, 0), (2, 4, 0x86), (3, 1, 0), (4, 4, 0x86), (5, 4, 0x86), (6, 4, 0x86), (7, 1, 0),
    ]
    if hasSkip { fields.append((18, 1, 0)) }
    // A developer's field of 3 bytes is skipped.
    records += [0x61, 0, order] + number(27, 2) + [UInt8(fields.count)] + fields.flatMap { [$0.0, $0.1, $0.2] }
    records += [1, 0, 3, 0]
    for step in steps {
      records.append(1)
      for (field, value) in zip(fields, step) { records += number(value, Int(field.1)) }
      records += [9, 9, 9]
    }
    var file: [UInt8] = [12, 0x10, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: records.count >> (8 * $0)) }
    file += Array(".FIT".utf8) + records
    let sum = Self.checksum(file) ^ (damaged ? 1 : 0)
    return file + [UInt8(truncatingIfNeeded: sum), UInt8(truncatingIfNeeded: sum >> 8)]
  }

  /// CRC-16/ARC, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ Int(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1 }
    }
  }

  private let none = 0xFFFF_FFFF

  private func read(_ bytes: [UInt8]) throws -> (lines: [String], losses: [String]) {
    let result = try Exchange.read(bytes, named: "a")
    return (Exchange.lines(result.workouts[0]), Exchange.losses(result, in: "a.fit"))
  }

  @Test(arguments: [false, true]) func `has steps and nested repeats in both byte orders`(_ isBig: Bool) throws {
    let steps = [
      [0, 0, 90_500, 4, 0, 50, 60, 2], [1, 0, 20_000, 4, 0, 1220, 1240, 0], [2, 5, none, 1, 2, none, none, 1],
      [3, 6, 1, 2, 8, none, none, 255], [4, 1, 40_000, 3, 0, 85, 95, 5], [5, 6, 1, 2, 3, none, none, 255],
      [6, 9, 0, 2, 5, none, none, 255], [7, 4, 30, 0, 0, 3000, 3500, 3],
    ]
    let result = try read(file(isBig: isBig, steps: steps))
    #expect(
      result.lines == [
        "Warm up 50-60 % (warmup) 1m30.5s @ 50-60%",
        "3x [8x [Steady 220-240w (high) 20s @ 220-240w; Rest Z2 HR (rest) open @ Z2 HR]; 400 m (high) open @ 85-95rpm]",
        "30 kcal (cooldown) open @ 5:33.333-4:45.714/km pace",
      ])
    #expect(
      result.losses.map { $0.replacing("a.fit:byte ", with: "").drop { $0.isNumber } }.map(String.init) == [
        ": workout_step: a step that ends by distance became an open phase",
        ": workout_step: a repeat that doesn't end by a number is done once",
        ": workout_step: a step that ends by calories became an open phase",
      ])
  }

  @Test(arguments: [1, 0, 255]) func `may leave out the last rest of a repeat`(_ skips: Int) throws {
    let (work, rest) = ([0, 0, 20_000, 2, 0, none, none, 0, 255], [1, 0, 10_000, 2, 0, none, none, 1, 255])
    let result = try read(
      file(isBig: false, steps: [work, rest, [2, 6, 0, 2, 8, none, none, 255, skips]], hasSkip: true))
    #expect(result.lines == ["8x [Step (high) 20s; Rest (rest) 10s\(skips == 1 ? " skip last" : "")]"])
    let once = try read(
      file(isBig: false, steps: [work, rest, [2, 6, 0, 2, 1, none, none, 255, skips]], hasSkip: true))
    #expect(once.lines == ["Step (high) 20s"] + (skips == 1 ? [] : ["Rest (rest) 10s"]))
  }

  @Test(arguments: ["5:30/km pace", "4:00/km pace", "3:20-3:07/km pace", "20:00/km pace"])
  func `keeps paces in whole seconds`(_ pace: String) throws {
    let phase = Phase(PerSet("Run"), .high, .after(.fixed(.seconds(60))), target: PerSet(Target(pace)))
    let track = MediaTrack(title: "A", author: nil, audio: "a", chapters: [], captions: [])
    let result = try WorkoutExporter.write(
      Timeline(Workout(name: "A", style: .silent, nodes: [.phase(phase)])), track: track, as: .fit)
    #expect(Exchange.lines(try Exchange.read(result.bytes).workouts[0]) == ["Run (high) 1m @ \(pace)"])
    #expect(result.losses.isEmpty)
  }

  @Test func `that is broken, cut or no workout is refused with the place`() {
    let steps = [[0, 0, 1000, 2, 0, none, none, 0]]
    let whole = file(isBig: false, steps: steps)
    let cases: [([UInt8], String)] = [
      (file(isBig: false, steps: steps, damaged: true), "checksum"), (Array(whole.dropLast(5)), "promises"),
      (file(isBig: false, steps: steps, type: 4), "a recorded activity is not a workout"),
      (file(isBig: false, steps: [[0, 6, 0, 2, 3, none, none, 0]]), "a repeat has no steps before it"),
      (file(isBig: false, steps: []), "the workout has no steps"),
    ]
    for (bytes, expected) in cases {
      do throws(ExchangeError) {
        _ = try Exchange.read(bytes)
        Issue.record("read: \(expected)")
      } catch {
        let text = error.errors[0].text(in: "a.fit")
        #expect(text.contains(expected), "\(text)")
      }
    }
  }

  @Test func `of a workout has one level of repeats, and warns of many steps`() throws {
    let phases = (0..<60).map { _ in #"{ "name": "A", "duration": 10 }"# }.joined(separator: ", ")
    let inner = #"{ "sets": 3, "phases": [{ "name": "B", "duration": "1.2345s" }] }"#
    let text = #"{ "name": "A", "phases": [{ "sets": 2, "phases": [\#(inner)] }, \#(phases)] }"#
    let workout = try WorkoutReader.read(Array(text.utf8), named: "a.json")
    let track = MediaTrack(title: "A", author: nil, audio: "a", chapters: [], captions: [])
    let result = try WorkoutExporter.write(try Timeline(workout), track: track, as: .fit)
    #expect(
      result.losses.map { $0.text(in: "a.json") } == [
        "a.json: style: the sounds and announcements of hiit are not kept",
        "a.json: phases[0].phases[0]: 3 sets were unrolled to 3 steps",
        "a.json: phases[0]: 2 sets were unrolled to 6 steps",
        "a.json: phases: times were rounded to 1ms",
        "a.json: phases: 66 steps are more than the 50 that most watches accept",
      ])
    let lines = Exchange.lines(try Exchange.read(result.bytes).workouts[0])
    #expect(
      lines.prefix(6).map { $0.split(separator: " ")[2] } == [
        "1.235s", "1.234s", "1.235s", "1.234s", "1.235s", "1.234s",
      ])
  }
}
