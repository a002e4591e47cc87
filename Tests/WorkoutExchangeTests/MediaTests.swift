import Testing
import WorkoutExchange
import WorkoutFiles
import WorkoutModel

@Suite struct `What accompanies a render` {
  private static let hostile = "A\u{1B}[31m \"b\" --> <c> & [d];=#\\ \u{202E}e"

  private func write(_ format: ExchangeFormat, _ title: String = "Work", count: Int = 2) throws -> (
    text: String, losses: [String]
  ) {
    let phase = Phase(PerSet(title), .high, .after(.fixed(.milliseconds(1500))), target: PerSet(Target("95%")))
    let nodes = (0..<count).map { _ in Node.phase(phase) }
    let workout = Workout(name: title, author: "Ana", nodes: nodes)
    let chapters = (0..<count).map { index in
      MediaTrack.Span(title, from: .milliseconds(1500 * index), to: .milliseconds(1500 * (index + 1)))
    }
    let caption = MediaTrack.Span(title, from: .nanoseconds(600_400_000), to: .nanoseconds(1_100_600_000))
    let track = MediaTrack(
      title: title, author: "Ana", audio: "work.flac", chapters: chapters, captions: [caption])
    let result = try WorkoutExporter.write(
      try Timeline(workout), track: track, as: format,
      ExportOptions(start: LocalTime("2026-12-01T07:00"), repetition: .week))
    return (String(decoding: result.bytes, as: UTF8.self), result.losses.map { $0.text(in: "a") })
  }

  @Test(
    arguments: [
      (
        ExchangeFormat.cue,
        """
        PERFORMER "Ana"
        TITLE "Work"
        FILE "work.flac" WAVE
          TRACK 01 AUDIO
            TITLE "Work"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Work"
            INDEX 01 00:01:38

        """
      ), (.labels, "0.000000\t1.500000\tWork\n1.500000\t3.000000\tWork\n"),
      (
        .ffmeta,
        """
        ;FFMETADATA1
        title=Work
        artist=Ana
        [CHAPTER]
        TIMEBASE=1/1000000000
        START=0
        END=1500000000
        title=Work
        [CHAPTER]
        TIMEBASE=1/1000000000
        START=1500000000
        END=3000000000
        title=Work

        """
      ), (.vtt, "WEBVTT\n\n00:00:00.600 --> 00:00:01.101\nWork\n"),
      (.srt, "1\n00:00:00,600 --> 00:00:01,101\nWork\n"), (.lrc, "[ti:Work]\n[ar:Ana]\n[00:00.60]Work\n[00:01.10]\n"),
    ])
  func `has its times to the unit of the format`(_ format: ExchangeFormat, _ expected: String) throws {
    #expect(try write(format).text == expected)
  }

  @Test func `has at most 99 tracks in a CUE sheet`() throws {
    let sheet = try write(.cue, count: 120)
    #expect(sheet.text.split(separator: "\n").count { $0.contains("TRACK") } == 99)
    #expect(sheet.losses == ["a: phases: 21 phases after the first 99 are in the last track"])
  }

  @Test(arguments: ExchangeFormat.allCases.filter { !$0.isImported })
  func `isn't led astray by names`(_ format: ExchangeFormat) throws {
    let text = try write(format, Self.hostile).text
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    switch format {
    case .vtt, .srt: #expect(text.split(separator: "\n").count { $0.contains("-->") } == 1)
    case .sheet: #expect(!text.contains("<c>") && !text.contains("<script"))
    case .ics: #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    default: break
    }
  }

  @Test func `is an event that comes again`() throws {
    let lines = try write(.ics).text.split(separator: "\r\n").map(String.init)
    for line in ["DTSTART:20261201T070000", "DURATION:PT3S", "RRULE:FREQ=WEEKLY", "TRIGGER:PT0S"] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(LocalTime("2026-02-29T07:00") == nil && LocalTime("2028-02-29T07:00") != nil)
    #expect(LocalTime("2026-12-01") == nil && LocalTime("2026-12-01T24:00") == nil)
  }

  private func event(
    _ start: String, _ repetition: EventRepetition?, length: Int = 60, replacing replaced: String? = nil
  ) throws -> (text: String, losses: [String]) {
    let workout = Workout(name: "Legs", nodes: [.phase(Phase("Run", .high, .after(.fixed(.seconds(length)))))])
    let track = MediaTrack(title: "Legs", author: nil, audio: "a.flac", chapters: [], captions: [])
    let options = ExportOptions(start: LocalTime(start), repetition: repetition, replaced: replaced)
    let result = try WorkoutExporter.write(Timeline(workout), track: track, as: .ics, options)
    return (String(decoding: result.bytes, as: UTF8.self), result.losses.map { $0.text(in: "a") })
  }

  @Test(arguments: [
    ("2027-01-28T07:00", "RRULE:FREQ=MONTHLY"), ("2027-01-29T07:00", "RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1"),
    ("2027-01-30T07:00", "RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
    ("2027-01-31T07:00", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1"),
  ])
  func `is an event of every month, also of those without its day`(_ start: String, _ rule: String) throws {
    let (text, losses) = try event(start, .month)
    #expect(text.split(separator: "\r\n").contains(rule[...]))
    let day = start.dropFirst(8).prefix(2)
    #expect(losses == (day == "28" ? [] : ["a: a month without day \(day) has the event on its last day"]))
  }

  @Test func `is a later version of an event that has changed, and the same of one that hasn't`() throws {
    let start = "2027-01-04T07:00"
    let first = try event(start, .week).text
    #expect(first.contains("\r\nSEQUENCE:0\r\n"))
    #expect(try event(start, .week, replacing: first).text == first)
    let second = try event(start, .week, length: 90, replacing: first).text
    #expect(second.contains("\r\nSEQUENCE:1\r\n"))
    #expect(try event(start, .week, length: 90, replacing: second).text == second)
    #expect(try event(start, nil, length: 90, replacing: second).text.contains("\r\nSEQUENCE:2\r\n"))
    #expect(try event("2027-01-05T07:00", .week, replacing: second).text.contains("\r\nSEQUENCE:0\r\n"))
  }

  @Test func `is a sheet with what lies between two others, and with intervals that change`() throws {
    let text = #"""
      { "name": "Legs", "phases": [{ "sets": 2, "phases": [{ "name": "Run", "duration": "1m" }],
        "between": { "name": "Walk", "duration": 20, "notes": "Slowly." } },
        { "for": "9m", "every": { "from": 60, "by": 5 }, "phases": [{ "name": "Swings", "open": true }] }] }
      """#
    let workout = try WorkoutReader.read(Array(text.utf8), named: "a.json")
    let track = MediaTrack(title: "Legs", author: nil, audio: "a.flac", chapters: [], captions: [])
    let markdown = try WorkoutExporter.write(Timeline(workout), track: track, as: .markdown).bytes
    let lines = String(decoding: markdown, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("| &emsp;Walk | 0:20 |  | between two of these; Slowly. |"), "\(lines)")
    #expect(lines.contains("| **for 9:00, every 1:00, +5s each set**  |  |  |  |"), "\(lines)")
  }

  @Test func `is a sheet for the wall`() throws {
    let text = #"""
      { "name": "Legs", "description": "1. first * second", "phases": [{ "name": "Run | walk", "duration": "1m30s" },
        { "sets": 8, "name": "Tabata", "phases": [{ "name": "Work", "duration": 20, "target": "95%",
          "notes": "Up <b>" },
          { "name": "Rest", "duration": 10, "skip": "last" }] }, { "name": "Done", "open": true, "cap": "5m" }] }
      """#
    let workout = try WorkoutReader.read(Array(text.utf8), named: "a.json")
    let track = MediaTrack(title: "Legs", author: nil, audio: "a.flac", chapters: [], captions: [])
    let timeline = try Timeline(workout)
    let markdown = try WorkoutExporter.write(timeline, track: track, as: .markdown).bytes
    #expect(
      String(decoding: markdown, as: UTF8.self) == #"""
        # Legs

        1\. first \* second

        **at most 10:20, 17 phases**

        | Phase | Length | Target | Notes |
        | --- | --- | --- | --- |
        | Run \| walk | 1:30 |  |  |
        | **8 ×** Tabata |  |  |  |
        | &emsp;Work | 0:20 | 95% | Up \<b\> |
        | &emsp;Rest | 0:10 |  | not in the last set |
        | Done | until done, at most 5:00 |  |  |

        """#)
    let page = try WorkoutExporter.write(timeline, track: track, picture: "<svg></svg>", as: .sheet).bytes
    let html = String(decoding: page, as: UTF8.self)
    #expect(html.contains("<tr class=\"sets\"><td>8 × Tabata</td>") && html.contains("Up &lt;b&gt;"))
    #expect(html.contains("<svg></svg>") && !html.contains("http"))
  }
}
