import ArgumentParser
import SessionControl
import SessionReporting
import StrictJSON
import WorkoutModel

struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Control a running workout.",
    discussion: """
      Examples:
        cuebell ctl pause
        cuebell ctl --to tabata extend 15s
        cuebell ctl status --follow --format '{phase} {phaseRemaining}'

      Verbs:
        \(verbs.joined(separator: "\n  "))

      Placeholders of --format: \(StatusFormat.help).

      Without --to it controls the only run, or if there are several, the one that holds the audio session. Status: \
      0 done, 3 refused, 4 stopped while waiting, 64 usage, 69 no such run, 75 busy or no answer, \
      76 another protocol version, 77 not permitted.
      """)

  @Option(
    help: ArgumentHelp("The run: its name, or the path of its socket.", valueName: "name"),
    completion: .custom { _, _, _ in LiveRunFinder().names })
  var to: String?

  @Option(help: ArgumentHelp("How long to wait for an answer or, with wait, for the event.", valueName: "2s"))
  var timeout: DurationArgument?

  @Flag(help: "With status, watch and list: print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("With status: print this text, with values in place of {placeholders}.", valueName: "text"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "With --format: escape the values for a program that reads markup: pango (waybar), polybar or html.",
      valueName: "markup"))
  var escape = StatusEscape.none

  @Flag(help: "With status: print it again whenever it changes, until the run ends.")
  var follow = false

  @Flag(help: "With watch: print events as soon as they are decided, up to half a second before they are heard.")
  var ahead = false

  @Argument(help: "What to do.", completion: .list(ControlVerb.allCases.map(\.word)))
  var verb: String = ""

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The arguments of the verb.", valueName: "word"),
    completion: .custom { words, _, _ in
      words.lazy.reversed().compactMap(ControlVerb.init(word:)).first?.row.completions ?? []
    })
  var words: [String] = []

  mutating func validate() throws {
    guard !verb.isEmpty else {
      let verbs = ControlVerb.allCases.map(\.word)
      throw ValidationError("Name a verb: \(verbs.joined(separator: ", ")); see: cuebell ctl --help")
    }
    words = try words.afterOptions()
    guard !follow && format == nil || verb == "status" else {
      throw ValidationError("--format and --follow work only with status.")
    }
    guard escape == .none || format != nil else { throw ValidationError("--escape works only with --format.") }
    guard !ahead || verb == "watch" else { throw ValidationError("--ahead works only with watch.") }
    guard !json || format == nil else { throw ValidationError("--json and --format exclude each other.") }
    guard !json || ["status", "watch", "list"].contains(verb) else {
      throw ValidationError("--json works only with status, watch and list.")
    }
    do throws(ControlError) { try check() } catch { throw ValidationError(Suggestion.sentence(error.reason)) }
  }

  /// Validates the words before any run is looked for.
  private func check() throws(ControlError) {
    switch ControlVerb(word: verb) {
    case .list, .send: guard words.isEmpty else { throw .invalid("\"\(verb)\" takes no arguments") }
    case .wait: _ = try SessionWait(words)
    case nil:
      let question = Suggestion.question(verb, among: ControlVerb.allCases.map(\.word))
      throw .unknown("unknown verb \(Excerpt.quoted(verb))\(question)")
    case _?:
      _ = try ControlRequest.read(words: [verb] + words)
      if let format { _ = try StatusFormat(format) }
    }
  }

  func run() throws {
    var connection: LiveRunConnection { get throws { try LiveRunFinder().connection(to: to, patience) } }
    switch ControlVerb(word: verb) {
    case .status:
      let report = StatusReport(connection: try connection, json: json, format: format, escape: escape)
      try report.write(following: follow)
    case .watch: try connection.watch(words, ahead: ahead)
    case .wait: try SessionWait(words).run(on: connection, timeout?.duration)
    case .send: try connection.forwardLines()
    case .list: try LiveRunFinder().list(json: json, patience)
    default: try connection.perform([verb] + words)
    }
  }

  private var patience: Duration { timeout?.duration ?? .seconds(2) }

  /// The verbs for the help: those without arguments in a line, and one for each of the others.
  private static var verbs: [String] {
    let plain = ControlVerb.allCases.filter { $0.row.help == nil }.map(\.word)
    let rows = ControlVerb.allCases.compactMap { verb in
      verb.row.help.map { ["\(verb.word) \($0.example)", $0.meaning] }
    }
    return [plain.joined(separator: ", ")] + Columns.aligned(rows)
  }
}
