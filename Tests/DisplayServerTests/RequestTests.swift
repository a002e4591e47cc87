import DisplayServer
import LiveRuns
import StrictJSON
import Testing

/// What pages may ask of runs, and what becomes of it.
@Suite struct `A request of a page` {
  private func fields(_ body: String) throws -> String {
    try LiveRunRequest(Array(body.utf8)).fields.line(.compact)
  }

  private func complaint(_ body: String) -> Refusal? {
    do throws(Refusal) { _ = try LiveRunRequest(Array(body.utf8)) } catch { return error }
    return nil
  }

  @Test func `goes to the run without its number, and under a name`() throws {
    #expect(try fields(#"{"id":7,"do":"extend","by":"15s"}"#) == #"{"do":"extend","by":"15s","as":"browser"}"#)
    #expect(try fields(#"{"do":"pause","as":"Kitchen","control":1}"#) == #"{"do":"pause","as":"Kitchen"}"#)
    let reply = try LiveRunRequest(Array(#"{"id":"x","do":"pause"}"#.utf8)).reply(.ending)
    #expect(reply.status == 503)
    #expect(reply.object == ["id": "x", "ok": false, "error": "ending", "reason": "the workout is over"])
  }

  @Test(arguments: [
    (#"{"do":"pauze"}"#, "unknown"), (#"{"do":"extend"}"#, "invalid"), (#"{"control":2,"do":"pause"}"#, "version"),
    (#"{"do":"pause""#, "malformed"), ("", "malformed"), ("[]", "malformed"), ("pause", "malformed"),
    (#"{"watch":"all"}"#, "invalid"), (#"{"events":"all"}"#, "invalid"), (#"{"unwatch":"all"}"#, "invalid"),
    (#"{"as":"me"}"#, "invalid"), (#"{"do":"pause","do":"stop"}"#, "malformed"), ("{}", "invalid"),
  ])
  func `is refused with the words of the run's socket`(body: String, error: String) throws {
    let refusal = try #require(complaint(body))
    #expect(refusal.status == 400 && refusal.error == error, "\(refusal)")
  }

  @Test func `to start a workout becomes the words of the command`() throws {
    func words(_ body: String) throws -> [String] {
      try StartRequest(Array(body.utf8)).arguments(path: "/w/a.json", options: ["--silent"])
    }
    #expect(try words(#"{"workout":"a"}"#) == ["run", "--silent", "--", "/w/a.json"])
    #expect(
      try words(#"{"workout":"a","takeOver":true,"startAt":"3:20","volume":-3}"#)
        == ["run", "--start-at", "3m20s", "--silent", "--take-over", "--volume", "-3", "--", "/w/a.json"])
    #expect(
      try words(#"{"resume":12,"takeOver":true}"#)
        == ["resume", "--go-on-after", "5s", "--silent", "--take-over", "--", "12"])
    #expect(try words(#"{"workout":"a","startAt":null,"volume":null}"#) == ["run", "--silent", "--", "/w/a.json"])
  }

  @Test(arguments: [
    "{}", "[]", #"{"workout":1}"#, #"{"workout":"a","resume":1}"#, #"{"resume":-1}"#, #"{"resume":1,"startAt":"1:00"}"#,
    #"{"workout":"a","volume":13}"#, #"{"workout":"a","startAt":"soon"}"#, #"{"workout":"a","takeOver":"yes"}"#,
    #"{"workout":"a","device":"hw:0"}"#, #"{"workout":"a","startAt":"-1s"}"#, #"{"resume":"--help"}"#,
  ])
  func `to start something else is refused`(body: String) {
    #expect(throws: Refusal.self) { try StartRequest(Array(body.utf8)) }
  }
}
