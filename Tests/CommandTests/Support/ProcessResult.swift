/// The exit code and output of a command.
struct ProcessResult {
  /// The exit code; −n where signal n killed it.
  let code: Int32
  let out: String
  let err: String
  /// Its processor time, which does not depend on how busy the machine is.
  let processorTime: Duration

  var lines: [String] { Self.lines(of: out) }
  var errorLines: [String] { Self.lines(of: err) }

  /// The events on stdout.
  var events: [EventRecord] { get throws { try EventRecord.all(in: out) } }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
