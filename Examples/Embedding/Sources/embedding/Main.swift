import PrintedSession

@main
struct Main {
  static let workout = """
    { "name": "Short", "phases": [{ "sets": 2, "phases": [{ "name": "Work", "duration": 2 }] }] }
    """

  static func main() async throws {
    var session = try PrintedSession(workout)
    let clock = ContinuousClock()
    let start = clock.now
    for line in session.start() { print(line) }
    while let deadline = session.deadline {
      try await clock.sleep(until: start + deadline)
      for line in session.advance(to: clock.now - start) { print(line) }
    }
  }
}
