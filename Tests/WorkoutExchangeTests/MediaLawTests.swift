import Foundation
import TestSupport
import Testing
import WorkoutExchange
import WorkoutModel

/// Times agree to the unit of each format, and no name can break a line or a tag.
@Suite struct `What accompanies any render` {
  private static let seeds: [UInt64] = (1...40).map { $0 &* 0x5DEE_CE66D }

  private func track(_ titles: [String], _ random: inout SplitMix64, longest: Int) -> MediaTrack {
    var moment = 0
    var chapters: [MediaTrack.Span] = []
    var captions: [MediaTrack.Span] = []
    for title in titles {
      let end = moment + random.below(longest)
      let span = (Duration.nanoseconds(moment), Duration.nanoseconds(end))
      chapters.append(MediaTrack.Span(title, from: span.0, to: span.1))
      captions.append(MediaTrack.Span(title, from: span.0, to: span.1))
      moment = end
    }
    return MediaTrack(title: titles[0], author: titles[0], audio: titles[0], chapters: chapters, captions: captions)
  }

  /// Whether a moment in units is the nearest to one in nanoseconds.
  private func isNearest(_ units: Int, _ moment: Duration, perSecond: Int) -> Bool {
    let second: Int128 = 1_000_000_000_000_000_000
    return abs(Int128(units) * second - moment.attoseconds * Int128(perSecond)) * 2 <= second
  }

  @Test(arguments: seeds)
  func `begins and ends to the unit, however many there are`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let track = track((0..<120).map { "Phase \($0)" }, &random, longest: 3_000_000_001)
    let log = ExchangeLog()
    let spans: [(name: String, spans: [MediaParsers.Span], perSecond: Int)] = [
      ("cue", try MediaParsers.cue(ChapterWriters.cue(track, log)), 75),
      ("labels", try MediaParsers.labels(ChapterWriters.labels(track)), 1_000_000),
      ("ffmeta", try MediaParsers.metadata(ChapterWriters.metadata(track)), 1_000_000_000),
      ("vtt", try MediaParsers.captions(CaptionWriters.vtt(track), sign: "."), 1000),
      ("srt", try MediaParsers.captions(CaptionWriters.srt(track, log), sign: ","), 1000),
      ("lrc", try MediaParsers.lyrics(CaptionWriters.lrc(track, log)).filter { !$0.title.isEmpty }, 100),
    ]
    for (name, spans, perSecond) in spans {
      #expect(spans.count == (name == "cue" ? 99 : 120), "\(name), seed \(seed)")
      let wrong = zip(spans, track.chapters).first { span, chapter in
        if span.title != chapter.text || !isNearest(span.start, chapter.start, perSecond: perSecond) { return true }
        // A subtitle lasts a unit at least.
        guard let end = span.end, chapter.end - chapter.start > .milliseconds(1) else { return false }
        return !isNearest(end, chapter.end, perSecond: perSecond)
      }
      #expect(wrong == nil, "\(name), seed \(seed)")
    }
    #expect(log.losses.map { $0.text(in: "a") } == ["a: phases: 21 phases after the first 99 are in the last track"])
  }

  @Test func `rounds in lyrics without wiping out the words that come next`() throws {
    let captions = [
      MediaTrack.Span("One", from: .zero, to: .milliseconds(1002)),
      MediaTrack.Span("Two", from: .milliseconds(1004), to: .milliseconds(1006)),
      MediaTrack.Span(" \n", from: .milliseconds(1100), to: .milliseconds(1200)),
    ]
    let track = MediaTrack(title: "A", author: nil, audio: "a.flac", chapters: [], captions: captions)
    let log = ExchangeLog()
    #expect(CaptionWriters.lrc(track, log) == "[ti:A]\n[00:00.00]One\n[00:01.00]Two\n[00:01.01]\n")
    #expect(!CaptionWriters.vtt(track).contains("3\n") && !CaptionWriters.srt(track, log).contains("3\n"))
    #expect(log.losses == [])
  }

  @Test func `takes any moment`() throws {
    for moment in [Duration.seconds(Int64.max), .seconds(-5), .seconds(Int64.min)] {
      let track = MediaTrack(
        title: "A", author: nil, audio: "a.flac", chapters: [MediaTrack.Span("A", from: moment, to: moment)],
        captions: [MediaTrack.Span("A", from: moment, to: .zero)])
      let log = ExchangeLog()
      #expect(try MediaParsers.cue(ChapterWriters.cue(track, log)).count == 1)
      #expect(try MediaParsers.metadata(ChapterWriters.metadata(track)).count == 1)
    }
  }

  /// Scalars that are ill-mannered in one format or another, and any others.
  private static func name(_ random: inout SplitMix64) -> String {
    let hostile = [
      "-->", "--->", "-", ">", "<", "&", "\"", "'", "\\", ";", "=", "#", ",", ":", "[", "]", "{", "}", "|", "*", "_",
      "`", "\n", "\r", "\r\n", "\t", "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{200F}", "\u{2028}", "\u{85}", "\u{301}",
      "\u{20D2}", "\u{FE0F}", "\u{200D}", "e", " ", "1.", "</td>", "<script>", "&lt;", "\u{FFFE}", "é", "漢",
      "\u{1F3CB}",
    ]
    var name = ""
    for _ in 0...random.below(60) {
      if random.below(4) > 0 {
        name.unicodeScalars.append(contentsOf: hostile[random.below(hostile.count)].unicodeScalars)
      } else if let scalar = Unicode.Scalar(UInt32(random.below(0x11_0000))) {
        name.unicodeScalars.append(scalar)
      }
    }
    return "x" + name + "\u{301}x"
  }

  /// The name as one line of ordinary text.
  private func expected(_ name: String) -> String {
    var result = ""
    let breaks: [UInt32] = [9, 10, 11, 12, 13, 0x85, 0x2028, 0x2029]
    var isBroken = false
    for scalar in name.unicodeScalars {
      if breaks.contains(scalar.value) {
        if !isBroken { result.unicodeScalars.append(" ") }
        isBroken = true
        continue
      }
      isBroken = false
      let properties = scalar.properties
      let isOdd = properties.generalCategory == .control || properties.isBidiControl || scalar.value & 0xFFFE == 0xFFFE
      result.unicodeScalars.append(isOdd || (0xFDD0...0xFDEF).contains(scalar.value) ? "\u{FFFD}" : scalar)
    }
    return result
  }

  /// Equal in scalars; `==` of texts would take marks in another order for the same.
  private func expectSame(_ titles: [String], _ names: [String], _ comment: String) {
    #expect(titles.map { Array($0.utf8) } == names.map { Array($0.utf8) }, "\(comment)")
  }

  @Test(arguments: seeds)
  func `isn't broken by any name`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let names = (0..<60).map { _ in Self.name(&random) }
    let track = track(names, &random, longest: 3_000_000_000)
    let plain = names.map(expected)
    func replaced(_ signs: [Unicode.Scalar: Unicode.Scalar]) -> [String] {
      plain.map { name in
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars { result.append(signs[scalar] ?? scalar) }
        return String(result)
      }
    }
    let log = ExchangeLog()
    let cue = try MediaParsers.cue(ChapterWriters.cue(track, log))
    expectSame(cue.map(\.title), replaced(["\"": "'"]), "cue, seed \(seed)")
    #expect(!log.losses.isEmpty)
    expectSame(
      try MediaParsers.labels(ChapterWriters.labels(track)).map(\.title), plain, "labels, seed \(seed)")
    expectSame(
      try MediaParsers.metadata(ChapterWriters.metadata(track)).map(\.title), plain, "ffmeta, seed \(seed)")
    expectSame(
      try MediaParsers.captions(CaptionWriters.vtt(track), sign: ".").map(\.title), plain, "vtt, seed \(seed)")
    expectSame(
      try MediaParsers.captions(CaptionWriters.srt(track, log), sign: ",").map(\.title),
      replaced(["<": "\u{2039}", ">": "\u{203A}", "{": "(", "}": ")"]), "srt, seed \(seed)")
    let lyrics = try MediaParsers.lyrics(CaptionWriters.lrc(track, log)).map(\.title).filter { !$0.isEmpty }
    expectSame(lyrics, replaced(["[": "(", "]": ")"]), "lrc, seed \(seed)")
    let json = try JSONSerialization.jsonObject(with: Data(ChapterWriters.podcast(track).utf8)) as? [String: Any]
    let chapters = try #require(json?["chapters"] as? [[String: Any]])
    // JSON escapes what others replace, but for breaks, which are spaces.
    #expect(chapters.count == names.count && json?["version"] as? String == "1.2.0", "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `has sheets and events that no name breaks`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let names = (0..<8).map { _ in Self.name(&random) }
    let nodes = names.map { name in
      Node.phase(Phase(PerSet(name), .high, .after(.fixed(.milliseconds(1500))), notes: PerSet(name)))
    }
    let workout = Workout(name: names[0], description: names[1], author: names[2], tags: [names[3]], nodes: nodes)
    let plan = SheetPlan(try Timeline(workout))
    let start = try #require(LocalTime("2026-12-01T07:00"))
    let calendar = CalendarWriter.write(
      workout, length: .nanoseconds(12_000_000_001), plan: names, at: start, every: .week)
    let properties = try MediaParsers.calendar(calendar)
    let summary = try properties.filter { $0.name == "SUMMARY" }.map { try MediaParsers.calendarText($0.value) }
    expectSame(summary, [expected(names[0])], "ics, seed \(seed)")
    #expect(properties.first { $0.name == "DURATION" }?.value == "PT13S", "a part of a second counts as one")
    for property in properties where ["DESCRIPTION", "CATEGORIES"].contains(property.name) {
      _ = try MediaParsers.calendarText(property.value)
    }
    #expect(properties.count { $0.name == "BEGIN" } == 3, "seed \(seed)")
    let html = HTMLSheet.write(plan, language: "en", picture: nil)
    let empty = HTMLSheet.write(
      SheetPlan(
        try Timeline(
          Workout(
            name: "A", description: "A", author: "A",
            nodes: nodes.map { _ in
              Node.phase(Phase(PerSet("A"), .high, .after(.fixed(.milliseconds(1500)))))
            }))), language: "en", picture: nil)
    func tags(_ text: String) -> [Int] { ["<", ">"].map { sign in text.utf8.count { $0 == sign.utf8.first } } }
    #expect(tags(html) == tags(empty), "seed \(seed)")
    let rows = MediaParsers.lines(MarkdownSheet.write(plan)).filter { $0.hasPrefix("|") }
    #expect(rows.count == names.count + 2, "seed \(seed)")
    for row in rows { #expect(bars(row) == 5, "seed \(seed): \(row)") }
  }

  /// How many bars part the cells of a row: those with no `\` before them that is a literal bar.
  private func bars(_ row: String) -> Int {
    var count = 0
    var isEscaped = false
    for scalar in row.unicodeScalars {
      if scalar == "|", !isEscaped { count += 1 }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return count
  }
}
