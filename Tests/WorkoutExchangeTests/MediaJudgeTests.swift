import Foundation
import TestSupport
import Testing
import WorkoutExchange
import WorkoutModel

/// Programs of others read what goes with a render: FFmpeg, cuetools, libxml2 and icalendar, all of Debian.
@Suite struct `Other programs` {
  private static let names = ["Warm-up", "Work; \"hard\" = #1", "Rest --> <b>now</b> & then", "Ü \\ 漢"]

  private struct Failure: Error {
    let output: String
  }

  private let track = MediaTrack(
    title: "Legs; arms", author: "Ana", audio: "legs.flac",
    chapters: names.enumerated().map { index, name in
      MediaTrack.Span(name, from: .milliseconds(1500 * index), to: .milliseconds(1500 * (index + 1)))
    },
    captions: names.enumerated().map { index, name in
      MediaTrack.Span(name, from: .milliseconds(1500 * index + 100), to: .milliseconds(1500 * index + 900))
    })

  /// What a program says of a file with a text; its errors count as words.
  private func run(_ words: [String], on text: String, as name: String) throws -> String {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder[name]))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words + [folder[name]]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(output: said) }
    return said
  }

  @Test func `find the chapters in the metadata for FFmpeg`() throws {
    let words = ["ffprobe", "-v", "error", "-f", "ffmetadata", "-show_chapters", "-of", "json"]
    let said = try run(words, on: ChapterWriters.metadata(track), as: "a.ffmeta")
    let json = try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: Any]
    let chapters = try #require(json?["chapters"] as? [[String: Any]])
    #expect(chapters.map { ($0["tags"] as? [String: String])?["title"] } == Self.names)
    #expect(chapters.map { $0["start"] as? Int } == [0, 1_500_000_000, 3_000_000_000, 4_500_000_000])
    #expect(chapters.map { $0["end_time"] as? String } == ["1.500000", "3.000000", "4.500000", "6.000000"])
  }

  @Test(arguments: ["vtt", "srt"])
  func `find the subtitles`(format: String) throws {
    let log = ExchangeLog()
    let text = format == "vtt" ? CaptionWriters.vtt(track) : CaptionWriters.srt(track, log)
    let words = ["ffprobe", "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0"]
    let lines = try run(words, on: text, as: "a.\(format)").split(separator: "\n")
    #expect(
      lines == ["0.100000,0.800000", "1.600000,0.800000", "3.100000,0.800000", "4.600000,0.800000"], "\(lines)")
  }

  @Test func `find the tracks of a CUE sheet`() throws {
    let log = ExchangeLog()
    let sheet = ChapterWriters.cue(track, log)
    let said = try run(["cueprint", "-i", "cue", "-d", "%T|%P\\n", "-t", "%n %t\\n"], on: sheet, as: "a.cue")
    let titles = Self.names.map { $0.replacing("\"", with: "'") }
    let expected = ["Legs; arms|Ana"] + titles.enumerated().map { "\($0 + 1) \($1)" }
    #expect(said.split(separator: "\n").map(String.init) == expected)
    let loss = "a: phases: characters of the format in a text were replaced by similar ones"
    #expect(log.losses.map { $0.text(in: "a") } == [loss])
  }

  @Test func `find the event of a calendar`() throws {
    let program = """
      import sys, icalendar
      event = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read()).walk('VEVENT')[0]
      print(event['SUMMARY'], event.decoded('DTSTART').isoformat(), event.decoded('DURATION'), sep='|')
      print(event['RRULE'].to_ical().decode(), len(event.walk('VALARM')), sep='|')
      print(event['DESCRIPTION'])
      """
    let workout = Workout(name: Self.names[1], description: Self.names[2] + "\r\n" + Self.names[3], nodes: [])
    let start = try #require(LocalTime("2026-12-01T07:00"))
    let plan = ["8 ×", "  " + String(repeating: "漢,", count: 60)]
    let text = CalendarWriter.write(workout, length: .milliseconds(90_001), plan: plan, at: start, every: .week)
    let said = try run(["/usr/bin/python3", "-c", program], on: text, as: "a.ics").split(separator: "\n")
    let lines = [
      "\(Self.names[1])|2026-12-01T07:00:00|0:01:31", "FREQ=WEEKLY|1", Self.names[2], Self.names[3],
    ]
    #expect(said.map(String.init) == lines + plan)
  }

  @Test func `find nothing wrong with the page`() throws {
    let nodes = Self.names.map { Node.phase(Phase(PerSet($0), .high, .after(.fixed(.seconds(20))), notes: PerSet($0))) }
    let group = Node.group(SetGroup(.sets(8), nodes: nodes))
    let plan = SheetPlan(try Timeline(Workout(name: "Legs", description: Self.names[2], nodes: [group])))
    let html = HTMLSheet.write(plan, language: "en", picture: nil)
    #expect(try run(["xmllint", "--html", "--noout"], on: html, as: "a.html") == "")
    #expect(html.contains("8 ×") && !html.contains("<script") && !html.contains("http"))
  }
}
