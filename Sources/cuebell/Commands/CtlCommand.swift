import ArgumentParser
import ControlSocket
import FoundationEssentials
import SessionControl
import StrictJSON
import WorkoutModel

/// `ctl`: controls a running workout.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Control a running workout.",
    discussion: """
      Examples:
        cuebell ctl pause
        cuebell ctl --to tabata extend 15s
        cuebell ctl status --follow --format '{phase} {phaseRemaining}'

      Verbs:
        pause, resume, toggle, next, back, restart, skip, done, undo, redo, stop
        extend 15s            make the phase longer, with a minus shorter
        jump 3:20             go to a moment of the plan; jump set 3: to a set
        seek +5s              go forth within the phase; -5s: back
        volume -3             change the volume by so many dB, also +3; =0: set it
        mute                  mute or unmute; also on, off
        status                what is playing; --json, --format TEXT [--escape MARKUP], --follow
        watch [EVENT…]        print events, one JSON object a line, to the end of the run
        wait phase NAME       wait until a phase begins; also: wait paused, wait finished
        send                  send the lines of stdin and print what comes back
        list                  the runs that can be controlled

      Placeholders of --format: \(StatusFormat.help).

      Without --to it controls the only run, or of several the one that holds the audio session. Status: 0 done, \
      3 refused, 4 stopped before what wait is for, 64 usage, 69 no such run, 75 busy or no answer, \
      76 another protocol version, 77 not permitted.
      """)

  @Option(
    help: ArgumentHelp("The run: its name, or the path of its socket.", valueName: "name"),
    completion: .custom { _, _, _ in RunFinder().names })
  var to: String?

  @Option(help: ArgumentHelp("The time to wait for an answer, or with wait for the event.", valueName: "2s"))
  var timeout: DurationArgument?

  @Flag(help: "With status, watch and list: print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("With status: print this text, with values in place of {placeholders}.", valueName: "text"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "With --format: write the values for a program that reads markup: pango (waybar), polybar or html.",
      valueName: "markup"))
  var escape = StatusEscape.none

  @Flag(help: "With status: print it again whenever it changes, to the end of the run.")
  var follow = false

  @Flag(help: "With watch: print events as soon as they are decided, up to half a second before they are heard.")
  var ahead = false

  @Argument(help: "What to do.", completion: .list(Self.verbs))
  var verb: String = ""

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The rest of it.", valueName: "word"),
    completion: .custom { words, _, _ in Self.completions(after: words) })
  var words: [String] = []

  static let verbs = ControlRequest.verbs + ["wait", "send", "list"]

  func validate() throws {
    guard !verb.isEmpty else {
      throw ValidationError("Say what to do: \(Self.verbs.joined(separator: ", ")); see: cuebell ctl --help")
    }
    if let option = words.first(where: { $0.hasPrefix("--") }) { throw ValidationError("Unknown option '\(option)'") }
    guard !follow && format == nil || verb == "status" else {
      throw ValidationError("--format and --follow belong to status.")
    }
    guard escape == .none || format != nil else { throw ValidationError("--escape belongs to --format.") }
    guard !ahead || verb == "watch" else { throw ValidationError("--ahead belongs to watch.") }
    guard !json || format == nil else { throw ValidationError("--json and --format exclude each other.") }
    guard !json || ["status", "watch", "list"].contains(verb) else {
      throw ValidationError("--json belongs to status, watch and list.")
    }
    do throws(ControlError) { try check() } catch { throw ValidationError("\(error.reason).") }
  }

  /// Validates the words before any run is looked for.
  private func check() throws(ControlError) {
    switch verb {
    case "list", "send": guard words.isEmpty else { throw .invalid("\"\(verb)\" takes no arguments") }
    case "wait": _ = try SessionWait(words)
    case "status":
      _ = try ControlRequest.read(words: [verb] + words)
      if let format { _ = try StatusFormat(format) }
    case _ where !Self.verbs.contains(verb):
      throw .unknown("unknown verb \(Excerpt.quoted(verb))" + Suggestion.question(verb, among: Self.verbs))
    default: _ = try ControlRequest.read(words: [verb] + words)
    }
  }

  func run() throws {
    if verb == "list" { return try RunFinder().list(json: json, patience) }
    let connection = try RunFinder().connection(to: to, patience)
    switch verb {
    case "status":
      try StatusReport(connection, json: json, format: format, escape: escape).write(following: follow)
    case "watch": try connection.watch(words, ahead: ahead)
    case "wait": try SessionWait(words).run(on: connection, timeout?.duration)
    case "send": try connection.forwardLines()
    default: try connection.perform([verb] + words)
    }
  }

  private var patience: Duration { timeout?.duration ?? .seconds(2) }

  private static func completions(after words: [String]) -> [String] {
    guard let verb = words.lastIndex(where: verbs.contains) else { return [] }
    switch words[verb] {
    case "watch": return ControlRequest.eventNames
    case "wait": return ["phase", "paused", "finished"]
    case "mute": return ["on", "off"]
    case "jump": return ["set"]
    default: return []
    }
  }
}
