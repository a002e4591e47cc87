import SessionReporting
import Testing
import WorkoutExchange
import WorkoutModel

@Suite struct `A past session` {
  /// 2026-11-26T07:00:00.400Z, an hour ahead of UTC.
  private static let wall = 1_795_676_400_400

  /// Ten seconds to get ready, two sets, the second one with a pause of 30.5 s in it, and stopped after 3 s of rest.
  static func detail(speed: Int = 1, phases: Bool = true, measured: Bool = false) -> SessionDetail {
    func phase(_ name: String, _ intensity: String, _ set: Int?, _ began: Double, _ elapsed: Int, _ active: Int?)
      -> SessionDetail.Phase
    {
      SessionDetail.Phase(
        path: "phases[0]", name: name, intensity: intensity, set: set, sets: set == nil ? nil : 2, planned: nil,
        began: .microseconds(Int((began * 1_000).rounded())), elapsed: .milliseconds(elapsed),
        active: active.map { .milliseconds($0) }, place: nil, reps: nil, isDone: nil)
    }
    let all = [
      phase("Get ready", "prepare", nil, 200, 0, 10_000), phase("Work <&>", "high", 1, 10_200, 10_000, 20_000),
      phase("Rest, easy", "rest", 1, 30_200, 30_000, 10_000), phase("Work <&>", "high", 2, 40_200, 40_000, 20_000),
      phase("=Rest", "rest", 2, 90_700.4, 60_000, nil),
    ]
    let session = PastSession(
      id: 12, name: "Eight \"and\" more", file: nil, programme: nil, state: .stopped,
      began: CivilTime(wall: wall, zone: 3600), ended: nil, planned: nil, active: .milliseconds(63_000), speed: speed,
      heard: 0, late: 0, missed: 0, canBeResumed: true, lost: 0, note: "Hard & good", rpe: 8)
    let pause = SessionDetail.Pause(
      began: .milliseconds(50_200), ended: .milliseconds(80_700), elapsed: .seconds(50), reason: "user")
    return SessionDetail(
      session: session, text: "", digest: "", rounds: [], runs: [], phases: phases ? all : [], pauses: [pause],
      actions: [], cues: [], measurements: measured ? measurements : [])
  }

  /// Two rates and a power in the first phase, of which the last two are in one second, and a rate in the pause.
  private static let measurements = [
    (1_200, 0, Signal.heartRate, 120), (2_500, 0, .heartRate, 131), (2_550, 250_001, .power, 250),
    (60_000, 0, .heartRate, 100),
  ].map { milliseconds, nanoseconds, signal, value in
    let at = Duration.milliseconds(milliseconds) + .nanoseconds(nanoseconds)
    return SessionDetail.Measurement(at: at, elapsed: at - .milliseconds(200), signal: signal, value: value)
  }

  private func text(_ format: SessionExporter.Format, speed: Int = 1) throws -> String {
    String(decoding: try #require(SessionExporter.write(Self.detail(speed: speed), as: format)), as: UTF8.self)
  }

  @Test func `as CSV has a row at the start of each phase, with the columns of samples`() throws {
    #expect(
      try text(.csv) == """
        t,elapsed,phase,set,heartRate,power,cadence
        0.000,0.000,Get ready,,,,
        10.000,10.000,Work <&>,1,,,
        30.000,30.000,"Rest, easy",1,,,
        40.000,40.000,Work <&>,2,,,
        90.5004,60.000,'=Rest,2,,,

        """)
  }

  @Test func `as TCX has a lap for each phase, and a track for each time between pauses`() throws {
    let lines = try text(.tcx).split(separator: "\n").map { String($0.drop { $0 == " " }) }
    func texts(_ element: String) -> [String] {
      lines.filter { $0.hasPrefix("<\(element)>") }.map { line in
        String(line.dropFirst(element.count + 2).prefix { $0 != "<" })
      }
    }
    #expect(texts("Id") == ["2026-11-26T07:00:00.600Z"] && lines[1].contains("/TrainingCenterDatabase/v2\""))
    #expect(texts("TotalTimeSeconds") == ["10", "20", "10", "20", "3"])
    #expect(texts("Intensity") == ["Active", "Active", "Resting", "Active", "Resting"])
    #expect(texts("Notes").first == "Get ready" && texts("Notes").last == "Eight &quot;and&quot; more: Hard &amp; good")
    let starts = lines.filter { $0.hasPrefix("<Lap") }.map { String($0.dropFirst(27).prefix(12)) }
    #expect(starts == ["07:00:00.600", "07:00:10.600", "07:00:30.600", "07:00:40.600", "07:01:31.100"])
    #expect(lines.count { $0 == "<Track>" } == 6)
    let times = lines.filter { $0.hasPrefix("<Trackpoint>") }.map { String($0.dropFirst(29).prefix(12)) }
    #expect(
      times == [
        "07:00:00.600", "07:00:10.600", "07:00:10.600", "07:00:30.600", "07:00:30.600", "07:00:40.600", "07:00:40.600",
        "07:00:50.600", "07:01:21.100", "07:01:31.100", "07:01:31.100", "07:01:34.100",
      ])
  }

  @Test func `as FIT has the messages of an activity in the order of time`() throws {
    let bytes = try #require(SessionExporter.write(Self.detail(), as: .fit))
    let messages = try FITMessages.read(bytes)
    #expect(messages.first?.name == 0 && messages.first?[0] == 4)
    // 07:00:01 since the FIT epoch, from 07:00:00.6.
    let start = 1_795_676_401 - 631_065_600
    #expect(messages.first?[4] == start)
    let names = messages.drop { $0.name != 21 }.map(\.name)
    #expect(names == [21, 20, 20, 19, 20, 19, 20, 19, 20, 21, 21, 20, 20, 19, 20, 21, 19, 18, 34])
    let stamps = messages.compactMap { $0[253] }
    #expect(stamps == stamps.sorted() && stamps.map { $0 - start }.max() == 93)
    let timer = messages.filter { $0.name == 21 }
    #expect(timer.map { $0[253].map { $0 - start } } == [0, 50, 80, 93])
    #expect(timer.map { $0[1] } == [0, 4, 0, 4])
    let laps = messages.filter { $0.name == 19 }
    #expect(laps.map { $0[2].map { $0 - start } } == [0, 10, 30, 40, 90])
    #expect(laps.map { $0[7] } == [10_000, 20_000, 10_000, 50_500, 3_000])
    #expect(laps.map { $0[8] } == [10_000, 20_000, 10_000, 20_000, 3_000])
    #expect(laps.map { $0[23] } == [0, 5, 1, 5, 1] && laps.map { $0[254] } == [0, 1, 2, 3, 4])
    // Names are those of the steps.
    let steps = messages.filter { $0.name == 27 }.map(\.text)
    let lapNames = laps.compactMap { $0[71] }.map { steps[$0] }
    #expect(lapNames == ["Get ready", "Work <&>", "Rest, easy", "Work <&>", "=Rest"])
    let session = try #require(messages.first { $0.name == 18 })
    #expect([2, 7, 8, 25, 26, 193].map { session[$0] } == [start, 93_500, 63_000, 0, 5, 80])
    let activity = try #require(messages.last)
    #expect(activity[0] == 63_000 && activity[1] == 1 && activity[5] == start + 93 + 3600)
  }

  @Test func `with measurements has them in its files: all as CSV, and one a second as TCX and FIT`() throws {
    func bytes(_ format: SessionExporter.Format) throws -> [UInt8] {
      try #require(SessionExporter.write(Self.detail(measured: true), as: format))
    }
    let rows = String(decoding: try bytes(.csv), as: UTF8.self).split(separator: "\n")
    #expect(
      rows.prefix(5).joined(separator: "\n") == """
        t,elapsed,phase,set,heartRate,power,cadence
        0.000,0.000,Get ready,,,,
        1.000,1.000,Get ready,,120,,
        2.300,2.300,Get ready,,131,,
        2.350250001,2.350250001,Get ready,,,250,
        """)
    let lines = String(decoding: try bytes(.tcx), as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.contains("<AverageHeartRateBpm><Value>126</Value></AverageHeartRateBpm>") })
    let point = "<HeartRateBpm><Value>131</Value></HeartRateBpm><Extensions><TPX"
    #expect(lines.count { $0.contains(point) && $0.contains("<Watts>250</Watts>") } == 1)
    // The timer stood still in the pause.
    #expect(!lines.contains { $0.contains("<Value>100</Value>") })
    let messages = try FITMessages.read(try bytes(.fit))
    let records = messages.filter { $0.name == 20 && $0[3] != nil }
    #expect(records.map { [$0[3], $0[7]] } == [[120, nil], [131, 250]])
    let stamps = messages.compactMap { $0[253] }
    #expect(stamps == stamps.sorted())
    #expect(messages.first { $0.name == 19 }.map { [$0[15], $0[16]] } == [126, 131])
    #expect(messages.first { $0.name == 18 }.map { [$0[16], $0[17]] } == [126, 131])
  }

  @Test func `that is a rehearsal begins at its time, and keeps the lengths of its phases`() throws {
    #expect(try text(.tcx, speed: 10).contains("<Lap StartTime=\"2026-11-26T07:00:10.420Z\">"))
  }

  @Test func `without a phase has no file`() {
    for format in SessionExporter.Format.allCases {
      #expect(SessionExporter.write(Self.detail(phases: false), as: format) == nil)
    }
  }
}

/// A message of a FIT file, as a reader sees it that knows only the protocol.
private struct FITMessages {
  let name: Int
  var numbers: [Int: Int] = [:]
  var text = ""

  subscript(field: Int) -> Int? { numbers[field] }

  private struct Damage: Error {}

  /// All messages of a little-endian file with a header of 14 bytes.
  static func read(_ file: [UInt8]) throws -> [FITMessages] {
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
    guard file[0] == 14, number(file[4..<8]) == file.count - 16 else { throw Damage() }
    var kinds: [UInt8: (name: Int, fields: [(number: Int, size: Int, isText: Bool)])] = [:]
    var messages: [FITMessages] = []
    var place = 14
    while place < file.count - 2 {
      let head = file[place]
      if head & 0x40 != 0 {
        let fields = (0..<Int(file[place + 5])).map { index in
          let field = file[(place + 6 + 3 * index)...].prefix(3).map { Int($0) }
          return (number: field[0], size: field[1], isText: field[2] == 7)
        }
        kinds[head & 0xF] = (number(file[(place + 3)..<(place + 5)]), fields)
        place += 6 + 3 * fields.count
        continue
      }
      guard let kind = kinds[head] else { throw Damage() }
      var message = FITMessages(name: kind.name)
      place += 1
      for field in kind.fields {
        let bytes = file[place..<(place + field.size)]
        place += field.size
        if field.isText { message.text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
        if !field.isText, bytes.contains(where: { $0 != 0xFF }) { message.numbers[field.number] = number(bytes) }
      }
      messages.append(message)
    }
    return messages
  }
}
