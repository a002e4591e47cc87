import SessionReporting
import StrictJSON
import Testing
import WorkoutFiles
import WorkoutModel

/// A workout as its author has written it, and how much of it a session has done.
@Suite struct `A plan as it is written` {
  private func workout(_ phases: String) throws -> Workout {
    try WorkoutReader.read(Array(#"{"name":"W","style":"silent","phases":[\#(phases)]}"#.utf8), named: "w")
  }

  private func parts(_ phases: String) throws -> [String] {
    WrittenPlan(of: try workout(phases)).fields.map { $0.line(.compact) }
  }

  @Test func `has each phase once, with all its names and what ends it`() throws {
    let phases: [(phase: String, part: String)] = [
      (
        #"{"name":"Walk","intensity":"low","duration":"90s"}"#,
        #"{"names":["Walk"],"intensity":"low","lengths":[90000000000]}"#
      ),
      (
        #"{"name":"Squats","open":true,"reps":12,"cap":"1m"}"#,
        #"{"names":["Squats"],"intensity":"high","open":true,"cap":60000000000,"reps":[12]}"#
      ),
      (
        #"{"name":"{rest}","intensity":"rest","duration":"10s"}"#,
        #"{"names":["{rest}"],"intensity":"rest","lengths":[10000000000]}"#
      ),
    ]
    for (phase, part) in phases { #expect(try parts(phase) == [part]) }
  }

  @Test func `has groups with their parts, how often and for how long they are repeated, and who is left out`() throws {
    let group = try #require(
      try parts(
        """
        {"name":"{round}","sets":3,"phases":[
          {"name":["A","B","A"],"duration":["20s","30s","40s"]},
          {"name":"C","intensity":"rest","duration":"5s","skip":"last"}]}
        """
      ).first)
    #expect(group.hasPrefix(#"{"name":"{round}","sets":3,"parts":[{"names":["A","B"],"#), "\(group)")
    #expect(group.contains(#""lengths":[20000000000,30000000000,40000000000]"#), "\(group)")
    #expect(group.contains(#""skip":"last""#), "\(group)")
    let timed = try #require(
      try parts(#"{"for":"12m","phases":[{"name":"A","open":true}]}"#).first)
    #expect(timed.hasPrefix(#"{"name":null,"for":720000000000,"parts":["#), "\(timed)")
  }

  private func session(_ phases: [SessionDetail.Phase], _ active: Int) -> SessionDetail {
    let time = CivilTime(wall: 1_795_676_400_000, zone: 0)
    return SessionDetail(
      session: PastSession(
        id: 1, name: "W", file: nil, programme: nil, state: .stopped, began: time, ended: nil, planned: nil,
        active: .seconds(active), speed: 1, heard: 0, late: 0, missed: 0, canBeResumed: true, lost: 0, note: nil,
        rpe: nil),
      text: "", digest: "", rounds: [], runs: [], phases: phases, pauses: [], actions: [], cues: [])
  }

  private func phase(_ path: String, _ set: Int, from: Int, active: Int?, isDone: Bool?) -> SessionDetail.Phase {
    SessionDetail.Phase(
      path: path, name: "P", intensity: "high", set: set, sets: 2, planned: .seconds(20), began: .seconds(from),
      elapsed: .seconds(from), active: active.map { .seconds($0) }, place: "\(set)", reps: nil, isDone: isDone)
  }

  @Test func `is filled with what a session has done of it, whatever was passed over`() throws {
    let workout = try workout(
      #"{"sets":2,"phases":[{"name":"P","duration":"20s"},{"name":"Q","intensity":"rest","duration":"20s"}]}"#)
    let (first, second) = ("phases[0].phases[0]", "phases[0].phases[1]")
    let done = session(
      [
        phase(first, 1, from: 0, active: 20, isDone: true), phase(second, 1, from: 20, active: 5, isDone: false),
        phase(first, 2, from: 25, active: nil, isDone: nil),
      ], 35)
    let strip = done.strip(of: try Timeline(workout))
    // Of 80 s: the first phase whole, a quarter of the second one, and the half of the third that lasts.
    let filled = try #require(strip.split(separator: "</g>").last.map(String.init))
    #expect(filled.contains("M0 100v-100h247.5v100M500 100v-100h122.5v100"), "\(strip)")
    #expect(filled.contains("M250 100v-40h60v40"), "\(strip)")
    #expect(strip.contains(#"<g opacity=".3">"#))
    // Without the plan it is of what was done alone.
    #expect(!done.strip(of: nil).contains("opacity") && done.strip(of: nil).contains("<path"))
  }
}
