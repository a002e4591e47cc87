package import ArgumentParser
import StrictJSON
package import WorkoutExchange
import WorkoutModel

/// The report on a file of another program: losses and errors, one line each.
package enum ExchangeReport {
  package static func failure(_ error: ExchangeError, in file: String) -> ExitCode {
    var lines = error.errors.map { $0.text(in: file) }
    if error.unreported > 0 { lines.append("and \(error.unreported) more") }
    return Exit.fail(.badInput, lines.joined(separator: "\n"))
  }

  /// Prints the losses: to stderr, or as one JSON object to stdout; with `strict` they end the command.
  package static func tell(_ losses: [ExchangeIssue], of file: String, strict: Bool, json: Bool) throws {
    if json {
      try Streams.out(object(losses))
    } else if !losses.isEmpty {
      Streams.err(losses.map { $0.text(in: file) }.joined(separator: "\n"))
    }
    guard strict, !losses.isEmpty else { return }
    let count = losses.count == 1 ? "1 loss" : "\(losses.count) losses"
    throw Exit.fail(.badInput, "\(SafeText.filtered(file)): \(count), and --strict allows none: nothing was written")
  }

  private static func object(_ losses: [ExchangeIssue]) -> String {
    let all = losses.map { loss in
      var fields: JSONFields = ["line": loss.line]
      if case .byte(let offset) = loss.origin.place { fields.add("byte", offset) }
      fields.add(["path": loss.origin.path, "what": loss.what, "why": loss.why, "count": loss.others + 1])
      return fields
    }
    return (["losses": all] as JSONFields).line()
  }
}
