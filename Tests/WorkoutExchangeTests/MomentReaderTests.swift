import Testing
import WorkoutExchange

@Suite struct `A list of moments` {
  private func read(_ text: String, speech: Bool = true) throws(ExchangeError) -> [PlannedMoment] {
    try MomentReader.moments(in: Array(text.utf8), speech: speech)
  }

  private let events = """
    {"event": "hello", "t": 0}
    {"event": "cue", "due": 7, "outcome": "onTime", "sound": "gong", "say": null}
    {"event": "hello", "t": 0}
    {"event": "cue", "due": 1500000000, "outcome": "onTime", "sound": "gong", "say": "Work"}
    {"event": "phase", "name": "Work"}
    {"event": "cue", "due": 2000000000, "outcome": "late", "sound": null, "say": "1"}
    {"event": "cue", "due": 3000000000, "outcome": "cancelled", "sound": "gong", "say": null}

    """

  @Test func `has the cues that the last run has played`() throws {
    #expect(try read(events) == [PlannedMoment(1.5, isSpoken: true), PlannedMoment(2, isSpoken: true)])
    #expect(try read(events, speech: false) == [PlannedMoment(1.5)])
  }

  @Test(arguments: [
    "0\n1.5\n", "moment;name\n0;go\n1.5;stop", "\u{FEFF}s,x\r\n0,a\r\n1.5,b\r\n", "# t\n 0 \n\n1.5\tx\n",
    "0\n1,5\n", "s\n0,0\n1,5\n", "t;name\n0;go\n1,5;stop", "\"0\",go\n\"1,5\",stop\n", "s,n\n0,1\n\"1,5\",2\n",
    "0,1,x\n1.5,2,x\n",
  ])
  func `may be a table`(text: String) throws {
    #expect(try read(text) == [PlannedMoment(0), PlannedMoment(1.5)])
  }

  @Test(arguments: [
    ("", 1, "there is no moment in the list"), ("time\n", 1, "there is no moment in the list"),
    ("1\nx\n", 2, #"the first column must be seconds, such as 12.5, instead of "x""#),
    ("1\n1e99\n", 2, #"the first column must be seconds, such as 12.5, instead of "1e99""#),
    ("{}\n", 1, #"an event is expected, a JSON object with the key "event""#),
    (#"{"event": "hello"}"#, 1, "the events have no cue that was played"),
    ("{\"event\": \"hello\"}\n{\"event\": ", 2, #"an event is expected, a JSON object with the key "event""#),
    (#"{"event": "cue", "outcome": "late", "say": "x"}"#, 1, "the cue has no time due"),
  ])
  func `tells the line that is no moment`(text: String, line: Int, message: String) {
    let error = #expect(throws: ExchangeError.self) { try read(text) }
    #expect(error?.errors.map { $0.text(in: "a") } == ["a:\(line): \(message)"])
  }
}
