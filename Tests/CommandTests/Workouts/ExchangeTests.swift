import Foundation
import Testing

/// Files of other programs with the real command, judged by programs of others.
@Suite struct `The commands import and export` {
  private static let ride = """
    <workout_file><name>Ride</name><workout>
      <Warmup Duration="10" PowerLow="0.5" PowerHigh="0.75" FlatRoad="1"/>
      <IntervalsT Repeat="2" OnDuration="4" OffDuration="3" OnPower="1.1" OffPower="0.5"/>
    </workout></workout_file>
    """
  private static let session = """
    { "name": "Session; one", "style": "silent", "voice": { "language": "de" }, "phases": [
      { "name": "Work <1>", "say": "Los, {target}", "target": "95%", "duration": "6s" },
      { "sets": 3, "phases": [{ "name": "On", "duration": "1.5s" },
        { "name": "Off", "duration": "1s", "skip": "last" }] } ] }
    """

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(Self.ride, to: "ride.zwo")
    try home.write(Self.session, to: "session.json")
    return home
  }

  @Test func `make a workout that passes the check and plays, and list what is lost`() throws {
    let home = try home()
    let made = try home.cuebell("import", "ride.zwo", "-o", "ride.json")
    #expect(made.code == 0 && made.out == "ride.json: Ride, 0:24\n", "\(made)")
    #expect(made.err == "ride.zwo:2: Warmup: FlatRoad=\"1\" means nothing here\n")
    #expect(try home.cuebell("check", "ride.json").code == 0)
    let plan = try home.cuebell("show", "ride.json", "--json").out
    #expect(plan.contains(#""target": "ramp 50-75%""#) && plan.contains(#""target": "110%""#))
    #expect(try home.cuebell("show", "ride.json").out.contains("ramp 50-75%"))
    #expect(try home.cuebell("render", "ride.json", "-o", "ride.flac").code == 0)
  }

  @Test func `write nothing where something is lost and that isn't allowed`() throws {
    let home = try home()
    let strict = try home.cuebell("import", "ride.zwo", "-o", "ride.json", "--strict")
    #expect(
      strict.code == 65 && strict.err.contains("1 loss")
        && !FileManager.default.fileExists(atPath: home.path("ride.json")))
    let json = try home.cuebell("import", "ride.zwo", "-o", "ride.json", "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any])
    let losses = try #require(object["losses"] as? [[String: Any]])
    #expect(
      json.code == 0 && losses.count == 1 && losses[0]["line"] as? Int == 2 && losses[0]["path"] as? String == "Warmup")
    #expect(try home.cuebell("export", "session.json", "-o", "s.tcx", "--strict").code == 65)
    #expect(try !home.names().contains("s.tcx"))
  }

  /// What other programs accept, one in each file.
  private static let lenient: [(name: String, text: String)] = {
    func course(_ data: String, _ header: String = "MINUTES PERCENT") -> String {
      "[COURSE HEADER]\n\(header)\n[END COURSE HEADER]\n[COURSE DATA]\n\(data)\n[END COURSE DATA]\n"
    }
    func ride(_ attributes: String, _ prolog: String = "") -> String {
      "\(prolog)<workout_file><workout><SteadyState Duration=\"60\" \(attributes)/></workout></workout_file>"
    }
    return [
      ("lap.erg", course("0 50\n1 LAP Go\n8 50")), ("bare.erg", course("0 50\n8 LAP\n9 50")),
      ("sign.erg", course("0 50%\n1 50%")), ("ftp.mrc", course("0 50\n1 50", "MINUTES FTP")),
      ("late.erg", course("1 50\n2 50")), ("unknown.erg", course("0 50\nhello world\n1 50")),
      ("cadence.zwo", ride("Cadence=\"-1\"")),
      ("bare.zwo", ride("><textevent message=\"R & B\"/></SteadyState><MaxEffort Duration=\"5\"")),
      ("entity.zwo", ride("><textevent message=\"All&eacute;\"/></SteadyState><MaxEffort Duration=\"5\"")),
      ("doctype.zwo", ride("Power=\"0.5\"", "<!DOCTYPE workout_file>")),
    ]
  }()

  @Test func `read what other programs accept, say so, and refuse it where they are strict`() throws {
    let home = try home()
    for (name, text) in Self.lenient + [("wide.erg", Self.lenient[0].text.replacing("1 LAP Go\n", with: ""))] {
      try home.write(name == "wide.erg" ? try #require(text.data(using: .utf16)) : Data(text.utf8), to: name)
      let made = try home.cuebell("import", name, "-o", "out.json")
      #expect(made.code == 0 && made.err.split(separator: "\n").count == 1, "\(name): \(made)")
      #expect(try home.cuebell("check", "out.json").code == 0)
      let json = try home.cuebell("import", name, "-o", "out.json", "--json")
      #expect(json.code == 0 && json.out.hasPrefix("{\"losses\": [{\"line\": "), "\(name): \(json)")
      let strict = try home.cuebell("import", name, "-o", "strict.json", "--strict")
      #expect(strict.code == 65 && strict.err.contains("--strict"), "\(name): \(strict)")
    }
    #expect(try !home.names().contains("strict.json"))
  }

  /// Files of up to 4 MiB with very many parts of one kind.
  private static let large: [(name: String, text: String)] = {
    func many(_ count: Int, _ part: (Int) -> String) -> String { (0..<count).map(part).joined() }
    func many(_ count: Int, _ part: String) -> String { String(repeating: part, count: count) }
    func ride(_ body: String) -> String { "<workout_file><workout>\(body)</workout></workout_file>" }
    let course = "[COURSE HEADER]\nMINUTES PERCENT\n[COURSE DATA]\n0 50\n9 50\n"
    return [
      ("attributes.zwo", ride("<SteadyState Duration='60' \(many(60_000) { "a\($0)='1' " })/>")),
      ("elements.zwo", ride(many(49_000) { "<SteadyState Duration='1' a\($0)='1'/>" })),
      ("texts.zwo", ride("<SteadyState Duration='60'>\(many(100_000, "<textevent message='a'/>"))")),
      ("name.zwo", "<workout_file><name>\(many(2_000_000, "a "))</name>\(ride(""))"),
      ("bare.zwo", "<workout_file><name>\(many(4_000_000, "&"))"),
      ("laps.erg", course + many(500_000, "1 LAP a\n")), ("lines.erg", course + many(4_000_000, "\n")),
      ("unknown.erg", course + many(500_000) { "x\($0)\n" }), ("keys.erg", many(400_000) { "k\($0)=1\n" } + course),
      ("texts.erg", course + "[COURSE TEXT]\n" + many(600_000, "1\ta\t1\n")),
      ("rows.csv", "name,duration\n" + many(1_000_000, "a,1\n")),
      ("group.csv", "name,duration,group\n" + many(600_000, "a,1,g\n")),
      ("columns.csv", "name,duration" + many(400_000) { ",c\($0)" }),
      ("steps.json", #"{"workout_doc":{"steps":[\#(many(250_000, #"{"duration":1},"#))]}}"#),
      ("words.txt", many(1000) { line in "- 1m \(many(300) { "w\(line)_\($0) " })\n" }),
    ]
  }()

  @Test func `read any file of 4 MiB within a second and 100 MB`() throws {
    let home = try home()
    for (name, text) in Self.large {
      try home.write(Data(text.utf8.prefix(4 << 20)), to: name)
      // The processor's time, so that other programs don't matter.
      let result = try home.shell(
        """
        python3 -c 'import os, resource, subprocess
        command = [os.environ["CUEBELL"], "import", "\(name)", "-o", "out.json"]
        code = subprocess.run(command, capture_output=True).returncode
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(code, int(1000 * (used.ru_utime + used.ru_stime)), used.ru_maxrss // 1024)'
        """)
      let numbers = result.out.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      #expect(numbers.count == 3 && [0, 65].contains(numbers[0]), "\(name): \(result)")
      let isQuick = numbers.count == 3 && .milliseconds(numbers[1]) <= Measurement.limit(.seconds(1))
      #expect(isQuick && numbers[2] <= 100, "\(name): \(result.out)")
    }
  }

  @Test(
    arguments: zip(
      [
        ["import", "none.zwo"], ["import", "broken.zwo"], ["import", "ride.zwo", "--from", "gpx"],
        ["import", "ride.zwo", "--json"], ["import", "two.json"], ["import", "ride.zwo", "-o", "none/ride.json"],
        ["export", "session.json"], ["export", "session.json", "-o", "s.ics"], ["export", "none", "-o", "s.fit"],
        ["export", "broken.json", "-o", "s.fit"], ["export", "session.json", "-o", "none/s.fit"],
        ["export", "session.json", "-o", "session.json", "--as", "csv"],
      ], [66, 65, 64, 64, 64, 73, 64, 64, 66, 65, 73, 64]))
  func `fail with a status for each reason`(_ words: [String], _ code: Int32) throws {
    let home = try home()
    try home.write("<workout_file><workout><SteadyState Duration=\"x\"/></workout></workout_file>", to: "broken.zwo")
    try home.write("{", to: "broken.json")
    let workout = #"{"title":"A","sets":[{"repetitions":1,"exercises":[{"name":"x","duration":3}]}]}"#
    try home.write(#"{"workouts":[\#(workout),\#(workout)]}"#, to: "two.json")
    let result = try home.cuebell(words)
    #expect(result.code == code && !result.err.isEmpty && result.out.isEmpty, "\(result)")
  }

  @Test func `make a folder of the workouts of a backup`() throws {
    let home = try home()
    let workout = #"{"title":"Bein Tag","sets":[{"repetitions":1,"exercises":[{"name":"x","duration":3}]}]}"#
    try home.write(#"{"workouts":[\#(workout),\#(workout)]}"#, to: "two.json")
    #expect(try home.cuebell("import", "two.json", "-o", "mine/").code == 0)
    for name in ["mine/bein-tag.json", "mine/bein-tag-2.json"] { #expect(try home.cuebell("check", name).code == 0) }
  }

  @Test func `write chapters and subtitles that agree with the render, as others read them`() throws {
    let home = try home()
    #expect(try home.cuebell("render", "session.json", "-o", "s.wav").code == 0)
    for name in ["s.vtt", "s.srt", "s.ffmeta", "s.cue"] {
      let result = try home.cuebell("export", "session.json", "-o", name)
      #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    }
    let chapters = "ffprobe -v error -show_entries chapter=start_time,end_time -of csv"
    let (ours, rendered) = (try home.shell("\(chapters) s.ffmeta").out, try home.shell("\(chapters) s.wav").out)
    #expect(ours.split(separator: "\n").count == 6)
    // A WAV file has the starts of its chapters only.
    let starts = { (text: String) in text.split(separator: "\n").map { $0.split(separator: ",")[1] } }
    #expect(rendered.isEmpty || starts(ours) == starts(rendered), "\(ours)\n\(rendered)")
    for name in ["s.vtt", "s.srt"] {
      let shown = try home.shell("ffprobe -v error -show_entries packet=pts_time,duration_time -of csv \(name)").out
      let first = shown.split(separator: "\n").first.map { $0.split(separator: ",").compactMap { Double($0) } } ?? []
      // It is spoken where the first phase begins, in German.
      #expect(first.count == 2 && first[0] < 0.7 && first[1] > 0.5, "\(name): \(shown)")
      #expect(try home.text(of: name).contains("Los, 95 Prozent"))
    }
    #expect(try home.shell("cueprint -d '%N %T' s.cue").out == "6 Session; one")
  }

  @Test func `write what others read`() throws {
    let home = try home()
    for name in [
      "s.zwo", "s.tcx", "s.csv", "s.fit", "s.erg", "s.md", "s.lrc", "s.intervals.txt", "s.jawt.json",
    ] {
      let result = try home.cuebell("export", "session.json", "-o", name)
      #expect(result.code == 0 && result.out.isEmpty, "\(name): \(result)")
    }
    #expect(try home.cuebell("export", "session.json", "--as", "sheet", "-o", "s.html").code == 0)
    let xml = try home.shell("xmllint --noout s.zwo s.tcx")
    #expect(xml.code == 0, "\(xml)")
    let page = try home.shell("xmllint --html --noout s.html 2>&1 | grep error | grep -v 'Tag [a-z]* invalid'")
    #expect(page.out.isEmpty, "\(page)")
    let rows = try home.shell(
      "python3 -c 'import csv; print(len(list(csv.DictReader(open(\"s.csv\", newline=\"\")))))'")
    #expect(rows.out == "4\n", "\(rows)")
    let event = try home.cuebell("export", "session.json", "-o", "s.ics", "--at", "2026-12-01T07:00", "--every", "week")
    #expect(event.code == 0, "\(event)")
    let read = try home.shell(
      """
      python3 -c 'import icalendar
      event = icalendar.Calendar.from_ical(open("s.ics", "rb").read()).walk("VEVENT")[0]
      print(event["SUMMARY"], event["DTSTART"].dt, event["DURATION"].dt, event["RRULE"].to_ical().decode())'
      """)
    #expect(read.out == "Session; one 2026-12-01 07:00:00 0:00:13 FREQ=WEEKLY\n", "\(read)")
  }
}
