import CommandSupport
import ControlSocket
import HostSystem
import SessionControl
import SessionReporting
import StrictJSON
import WorkoutModel

/// Prints the status, once or whenever it changes.
struct StatusReport {
  let connection: LiveRunConnection
  let json: Bool
  let format: String?
  let escape: StatusEscape
  /// The format of a line for each change; a status that is printed once has several lines.
  private static let shortFormat = "{playback}: {phase} {phaseRemaining}, {elapsed} elapsed, {remaining} left"

  /// Prints the status; `following` prints every change until the run ends.
  func write(following: Bool) throws {
    let names = SessionPropertySet.status.list.map(\.rawValue)
    var reply = try connection.ask(([following ? "watch" : "get": names] as JSONFields).line(.compact))
    let format = try StatusFormat(format ?? Self.shortFormat, escape: escape)
    var last: String?
    while true {
      guard let values = reply.object["values"] else { return }
      let status = LiveRunStatus(greeting: connection.greeting, values: values)
      let text = text(reply.line, status, format, isShort: following)
      if text != last { try Streams.out(text) }
      last = text
      guard following else { return }
      switch waitForChange(json ? nil : status.delay(format.placeholders, at: now)) {
      case .nothing: continue
      case .end: return
      case .change:
        // Reads all values together, including those that have changed only by time.
        guard let new = try latest(names) else { return }
        reply = new
      }
    }
  }

  private func text(_ line: String, _ status: LiveRunStatus, _ format: StatusFormat, isShort: Bool) -> String {
    if json { return Self.values(in: line) }
    let now = now
    if isShort || self.format != nil { return format.text { status.text($0, at: now) } }
    return summary(of: status, at: now)
  }

  private func summary(of status: LiveRunStatus, at now: Duration) -> String {
    func value(_ placeholder: StatusFormat.Placeholder) -> String {
      StatusEscape.none.applied(to: status.text(placeholder, at: now))
    }
    func list(_ parts: [String?]) -> String { parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ") }
    let own =
      status.isOpen()
      ? "open, \(value(.phaseElapsed)) so far"
      : status.isSurprise
        ? "\(value(.phaseElapsed)) so far" : "\(value(.phaseRemaining)) of \(value(.phaseLength)) left"
    // What is left of the limit around the phase comes first, as on the screen.
    let left = value(.limit).isEmpty || !status.hasOwnTime(at: now) ? own : "\(value(.limit)) left (this phase: \(own))"
    let reason = value(.reason).isEmpty ? "" : " (\(value(.reason)))"
    let total = value(.remaining) == "open" ? "open end" : "\(value(.remaining)) left"
    var lines = ["\(value(.workout)) (\(value(.name))): \(value(.playback))\(reason)"]
    if !value(.phase).isEmpty {
      lines.append(list([value(.phase), status.reps(of: "phase", at: now)] + status.groups) + ": \(left)")
    }
    if !value(.next).isEmpty {
      let length = status.isOpen("next") ? status.until("next")?.text() ?? "until done" : value(.nextLength)
      lines.append("Next: " + list([value(.next), status.reps(of: "next"), length]))
    }
    lines.append("\(value(.elapsed)) elapsed, \(total)")
    if let rate = status.heartRate { lines.append("Heart rate \(rate.heartRateText())") }
    lines.append("Volume \(value(.volume))\(value(.muted).isEmpty ? "" : ", muted")")
    return lines.joined(separator: "\n")
  }

  private static func values(in line: String) -> String {
    line.firstRange(of: "\"values\":").map { String(line[$0.upperBound...].dropLast()) } ?? line
  }

  // MARK: Time

  /// The session time, by the boot clock that both processes have.
  private var now: Duration {
    let epoch = Duration.nanoseconds(connection.greeting["epoch"]?.integer ?? 0)
    return (BootClock().epoch - epoch) * speed
  }

  private var speed: Int { max(1, connection.greeting["speed"]?.integer ?? 1) }

  private enum Change { case nothing, change, end }

  /// Waits for a change, for at most `delay` of session time.
  private func waitForChange(_ delay: Duration?) -> Change {
    do throws(ControlClient.Failure) {
      // Slightly longer, because clocks are read before and after.
      let deadline = delay.map { ContinuousClock.now + $0 / speed + .milliseconds(1) }
      return try connection.client.readLine(by: deadline) == nil ? .end : .change
    } catch {
      return error == .noAnswer ? .nothing : .end
    }
  }

  /// The current values, including changes before the reply; `nil` at the end of the run.
  private func latest(_ names: [String]) throws -> (object: JSONObject, line: String)? {
    try connection.send((["get": names] as JSONFields).line(.compact))
    while let line = try connection.nextLine(within: connection.patience) {
      let object = try LiveRunConnection.object(line)
      if let status = LiveRunConnection.status(ofReply: object) { throw status }
      if object["ok"] != nil { return (object, line) }
    }
    return nil
  }
}
