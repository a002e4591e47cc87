import ArgumentParser
import SessionReporting
import WorkoutExchange
import WorkoutModel

/// What is said about a file of another program: losses and errors, one line each.
enum ExchangeReport {
  /// The errors of a file, on stderr.
  static func failure(_ error: ExchangeError, in file: String) -> ExitCode {
    var lines = error.errors.map { $0.text(in: file) }
    if error.unreported > 0 { lines.append("and \(error.unreported) more") }
    return Exit.fail(Exit.badInput, lines.joined(separator: "\n"))
  }

  /// Tells the losses: on stderr, or as one JSON object on stdout; where none is allowed, they end the command.
  static func tell(_ losses: [ExchangeRemark], of file: String, strict: Bool, json: Bool) throws {
    if json {
      try Streams.out(object(losses))
    } else if !losses.isEmpty {
      Streams.err(losses.map { $0.text(in: file) }.joined(separator: "\n"))
    }
    guard strict, !losses.isEmpty else { return }
    let count = losses.count == 1 ? "1 loss" : "\(losses.count) losses"
    throw Exit.fail(
      Exit.badInput, "\(SafeText.filtered(file)): \(count), and --strict allows none: nothing was written")
  }

  private static func object(_ losses: [ExchangeRemark]) -> String {
    let all = losses.map { loss in
      var json = JSONText()
      json.add("line", loss.line)
      if case .byte(let offset) = loss.place { json.add("byte", offset) }
      json.add("path", loss.path)
      json.add("what", loss.what)
      json.add("why", loss.why)
      json.add("count", loss.others + 1)
      return json.object
    }
    return "{\"losses\": [\(all.joined(separator: ", "))]}"
  }
}
