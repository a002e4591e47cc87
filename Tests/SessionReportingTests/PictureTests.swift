import Foundation
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct `A picture of a plan` {
  private func picture(_ nodes: [Node], _ cues: [CueRule] = [], waveform: Waveform? = nil) throws -> ParsedPicture {
    let workout = Workout(name: "A", author: "Ana", style: .silent, cues: cues, nodes: nodes)
    return ParsedPicture(try PlanFixture.plan(workout).svg(waveform: waveform))
  }

  @Test func `is well-formed and names all as the file does, but for what no text may hold`() throws {
    let safe = "\"A\" & <b>\u{FFFD}[31m\u{FFFD}'x' ]]>"
    let name = CueText(pieces: [.placeholder(.phase)])
    let rule = CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("bell"), say: name)
    let phases = [
      PlanFixture.phase(PlanFixture.hostileName, .warmup, .seconds(20)),
      PlanFixture.phase("B", .rest, .milliseconds(19_500)),
    ]
    let workout = Workout(
      name: PlanFixture.hostileName, author: PlanFixture.hostileName, style: .silent, cues: [rule], nodes: phases)
    let picture = ParsedPicture(try PlanFixture.plan(workout).svg())
    #expect(picture.isWellFormed)
    #expect(
      picture.titles == [
        "\(safe) 0:00.000", "B 0:20.000", "your own cue bell \(safe) 0:00.000", "your own cue bell B 0:20.000",
      ])
    #expect(picture.texts.prefix(3) == [safe, safe, "0:39"])
    #expect(picture.elements.isSubset(of: ["svg", "rect", "line", "text", "title", "path"]))
    #expect(picture.attributes.allSatisfy { !$0.hasPrefix("on") && !$0.contains("href") && $0 != "style" })
  }

  @Test func `can be read where it is half as wide, and no longer plan makes it wider`() throws {
    for count in [1, 400] {
      let workout = Workout(name: "A", nodes: (0..<count).map { PlanFixture.phase("P\($0)", .high, .seconds(20)) })
      let text = try PlanFixture.plan(workout).svg()
      #expect(text.contains("viewBox=\"0 0 1200 "))
      #expect(text.matches(of: /font-size="([0-9]+)"/).allSatisfy { Int($0.output.1) ?? 0 >= 18 })
    }
  }

  @Test func `has no space for sound that isn't drawn, nor for a title that stands above it`() throws {
    let plan = try PlanFixture.plan(Workout(name: "Rows", nodes: [PlanFixture.phase("Row", .high, .seconds(20))]))
    func height(_ svg: String) -> Int {
      svg.firstMatch(of: /viewBox="0 0 1200 ([0-9]+)/).flatMap { Int($0.output.1) } ?? 0
    }
    let (sounding, silent) = (plan.svg(waveform: Waveform(sampleRate: 48_000)), plan.svg())
    let bare = plan.svg(isTitled: false)
    #expect(height(silent) == height(sounding) - 120 && height(bare) == height(silent) - 84)
    #expect(silent.contains(">Rows<") && !bare.contains(">Rows<"))
  }

  @Test func `has the remark on a phase in the title of its bar`() throws {
    let phase = Phase(PerSet("Hang"), .sit, .after(.fixed(.seconds(9))), notes: PerSet("Slow & low."))
    #expect(try picture([.phase(phase)]).titles == ["Hang 0:00.000: Slow & low."])
  }

  @Test func `draws a target that goes from one value to another as a slope`() throws {
    func bar(_ target: String) throws -> String? {
      let phase = Phase("A", .high, .after(.fixed(.seconds(9))), target: PerSet(Target(target)))
      let text = try PlanFixture.plan(Workout(name: "A", style: .silent, nodes: [.phase(phase)])).svg()
      return text.split(separator: "\n").first { $0.hasPrefix("<polygon") }.map(String.init)
    }
    #expect(try bar("95%") == nil)
    let title = "fill=\"#b0121a\"><title>A 0:00.000: ramp"
    #expect(
      try bar("ramp 50-100% 90rpm") == "<polygon points=\"24,190 24,160 1175.5,130 1175.5,190\" \(title) "
        + "50-100% 90rpm</title></polygon>")
    #expect(
      try bar("ramp 80-20%")
        == "<polygon points=\"24,190 24,130 1175.5,175 1175.5,190\" \(title) 80-20%</title></polygon>")
  }

  @Test func `has phases, cues and the time on one axis`() throws {
    let bell = CueRule(on: .phase, at: .half(offset: .zero), sound: CueSound("bell"))
    let picture = try picture(
      [PlanFixture.phase("First", .high, .seconds(30)), PlanFixture.phase("Second", .rest, .seconds(10))], [bell])
    // The width between the margins is 1152 points for 40 s.
    #expect(picture.bars == ["24 863.5", "888 287.5"])
    #expect(picture.ticks == [456, 1032])
    #expect(picture.place(of: "0:10") == 312 && picture.place(of: "0:35") == 1032)
    #expect(picture.texts.contains("First") && picture.texts.filter { $0 == "bell" }.count == 1)
    #expect(picture.texts.suffix(3) == ["Work", "Rest", "sound"])
  }

  @Test func `draws the sound to the length that it has`() throws {
    var waveform = Waveform(sampleRate: 1000)
    let (left, right) = ([Float](repeating: 0.5, count: 20_000), [Float](repeating: -1, count: 20_000))
    waveform.add(left: left.span, right: right.span)
    let picture = try picture([PlanFixture.phase("A", .high, .seconds(40))], waveform: waveform)
    // Half of 1152 points, from half of 60 above the middle to all of it below.
    let peaks = try #require(picture.paths.first)
    #expect(picture.paths.count == 2)
    #expect(abs((peaks.map(\.x).max() ?? 0) - (24 + 576)) <= 1.5 && peaks.map(\.x).min() == 24)
    #expect(Set(peaks.map(\.y)) == [148, 238])
    // The mean of the squares of a half and a whole.
    let level = 60 * (0.625).squareRoot()
    #expect(picture.paths[1].allSatisfy { abs(abs($0.y - 178) - level) < 0.01 })
    #expect(try self.picture([PlanFixture.phase("A", .high, .seconds(40))]).paths.isEmpty)
  }

  @Test func `writes labels nowhere over one another`() throws {
    let say = { (text: String, at: Int) in
      CueRule(on: .phase, at: .start(offset: .seconds(at)), say: CueText(pieces: [.words(text)]))
    }
    let cues =
      (0..<12).map { say("Words number \($0)", 2 + 2 * $0) } + [
        CueRule(on: .phase, at: .end(offset: .seconds(-3)), count: 3)
      ]
    let picture = try picture([PlanFixture.phase("A", .high, .seconds(240))], cues)
    let labels = picture.labels.filter { $0.text.hasPrefix("Words") || $0.text == "3 2 1" }
    #expect(labels.count == 10, "ten rows of words")
    for (index, one) in labels.enumerated() {
      for other in labels.dropFirst(index + 1) where one.y == other.y {
        #expect(abs(one.x - other.x) > 60, "\(one.text), \(other.text)")
      }
    }
    #expect(picture.ticks.count == 15)
  }

  @Test func `ends an open phase where the next one begins, and leaves out what never came`() throws {
    let bell = CueRule(on: .phase, at: .start(offset: .seconds(50)), sound: CueSound("bell"))
    let open = Node.phase(Phase("Open", .high, .open(cap: .seconds(60))))
    let workout = Workout(
      name: "A", style: .silent, cues: [bell], nodes: [open, PlanFixture.phase("B", .rest, .seconds(60))])
    var run = try ReportingHarness(workout)
    run.send(.done, at: .seconds(30))
    run.run(to: .seconds(100))
    var plan = Plan(of: run.engine.timeline)
    for event in run.events { plan.add(event) }
    let picture = ParsedPicture(plan.svg())
    #expect(picture.bars.map { $0.split(separator: " ")[0] } == ["24", "408"])
    #expect(picture.ticks == [1048])
  }
}

/// What an SVG holds, as an XML parser sees it.
private final class ParsedPicture: NSObject, XMLParserDelegate {
  private(set) var isWellFormed = false
  private(set) var titles: [String] = []
  private(set) var elements: Set<String> = []
  private(set) var attributes: Set<String> = []
  private(set) var labels: [(text: String, x: Double, y: Double)] = []
  private(set) var paths: [[(x: Double, y: Double)]] = []
  /// The left edge and the width of each phase.
  private(set) var bars: [String] = []
  /// Where the cues lie.
  private(set) var ticks: [Double] = []
  private var text = ""
  private var place = (x: 0.0, y: 0.0)
  private var shape = ""

  init(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  var texts: [String] { labels.map(\.text) }

  func place(of label: String) -> Double? { labels.first { $0.text == label }?.x }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    self.attributes.formUnion(attributes.keys)
    func number(_ key: String) -> Double { attributes[key].flatMap { Double($0) } ?? .nan }
    if name == "title" {
      // Of shapes only phases and cues have one.
      if shape.hasPrefix("rect ") { bars.append(String(shape.dropFirst(5))) }
      if shape.hasPrefix("line ") { ticks.append(place.x) }
    }
    if name == "rect" { shape = "rect \(attributes["x"] ?? "") \(attributes["width"] ?? "")" }
    if name == "line" { (shape, place) = ("line ", (number("x1"), number("y1"))) }
    if name == "text" { place = (number("x"), number("y")) }
    if name == "path", let points = attributes["d"] {
      paths.append(
        points.dropFirst().dropLast().split(separator: "L").map { point in
          let pair = point.split(separator: ",").compactMap { Double($0) }
          return (pair[0], pair[1])
        })
    }
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    if name == "title" { titles.append(text) }
    if name == "text" { labels.append((text, place.x, place.y)) }
  }
}
