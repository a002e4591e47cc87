import SessionReporting
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// The plan as coloured blocks, and a breathing exercise.
@Suite struct `The strip of a plan` {
  private func timeline(_ phases: String) throws -> Timeline {
    let text = #"{"name":"W","style":"silent","phases":[\#(phases)]}"#
    return try Timeline(try WorkoutReader.read(Array(text.utf8), named: "w"))
  }

  @Test func `has a block for each phase, where open ones take half a minute unless a limit ends them`() throws {
    let strip = PlanStrip(
      try timeline(
        """
        {"name":"A","intensity":"warmup","duration":"10s"},
        {"for":"70s","phases":[{"name":"B","open":true}]},{"name":"C","open":true}
        """))
    #expect(strip.blocks.map(\.intensity) == [.warmup, .high, .high, .high, .high])
    #expect(strip.blocks.map { $0.end / .seconds(1) } == [10, 40, 70, 80, 110])
  }

  @Test func `is small, has no text and no ground, and summarises long plans by the share of each intensity`() throws {
    let strip = PlanStrip(
      try timeline(
        """
        {"sets":3000,"phases":[{"name":"A","intensity":"high","duration":"20s"},
          {"name":"B","intensity":"rest","duration":"10s"}]},{"name":"C","intensity":"sit","duration":"10h"}
        """))
    #expect(strip.svg.utf8.count <= 3_000 && !strip.svg.contains("<text") && !strip.svg.contains("<rect"))
    #expect(strip.blocks.last?.end == .seconds(126_000))
    let columns = Dictionary(grouping: strip.blocks, by: \.intensity).mapValues { blocks in
      Int((blocks.reduce(.zero) { $0 + ($1.end - $1.start) } / .seconds(1_260)).rounded())
    }
    #expect(columns == [.high: 48, .rest: 24, .sit: 28])
  }

  @Test func `draws each block as high as its effort and as wide as its phase`() throws {
    let strip = PlanStrip(
      try timeline(
        #"{"name":"A","intensity":"high","duration":"30s"},{"name":"B","intensity":"rest","duration":"10s"}"#))
    #expect(strip.svg.contains(##"<path fill="#b0121a" d="M0 100v-100h747.5v100"/>"##))
    #expect(strip.svg.contains(##"<path fill="#1b53ad" d="M750 100v-40h247.5v40"/>"##))
  }

  @Test(arguments: [
    (#"{"name":"In","intensity":"sit","duration":4},{"name":"Out","intensity":"sit","duration":6}"#, ["01", "10"]),
    (
      #"{"name":"In","intensity":"sit","duration":4},{"name":"Hold","intensity":"sit","duration":7},"#
        + #"{"name":"Out","intensity":"sit","duration":8}"#, ["01", "11", "10"]
    ),
    (#"{"name":"In","intensity":"sit","duration":4},{"name":"Out","intensity":"sit","duration":16}"#, ["", ""]),
    (#"{"name":"In","intensity":"sit","duration":4},{"name":"Go","intensity":"high","duration":4}"#, ["", ""]),
  ])
  func `knows how full the lungs are in a breathing exercise`(phases: String, breaths: [String]) throws {
    let session = ObservedSession(try timeline(#"{"sets":2,"phases":[\#(phases)]}"#))
    let seen = ([session.current].compactMap(\.self) + session.ahead(20)).map { phase in
      phase.breath.map { "\($0.from)\($0.to)" } ?? ""
    }
    #expect(seen == breaths + breaths)
  }
}
