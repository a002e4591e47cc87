import ArgumentParser
import ControlSocket
import FoundationEssentials
import SessionControl

/// `ctl`: controls and follows a run through its socket.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Control a running workout.",
    discussion: """
      Examples:
        cuebell ctl pause
        cuebell ctl --to tabata extend 15s

      Verbs:
        pause, resume, toggle     pause or resume
        next, skip, done          to the next phase; done ends an open one
        back, restart             to the start of the phase, or the one before it
        extend 15s | -15s         make the phase longer, or shorter
        jump 3:20 | 3 | -5s       to a time or a set of the plan, or back and forth inside the phase
        undo, redo                the last move
        volume -3 | +3 | =0       dB; mute [on | off]
        stop                      fade out and end; the place is kept
        status                    what is on; with --json, --format or --follow
        get NAME…                 properties as JSON
        watch [EVENT…]            events as JSON, one a line, to the end
        wait phase NAME | paused | finished
        send                      requests from stdin, replies to stdout
        list                      the running workouts

      --format replaces {name} {workout} {playback} {phase} {intensity} {set} {sets} {phaseElapsed} \
      {phaseRemaining} {elapsed} {remaining} {next} {volume}.

      Status: 0 done, 3 refused, 4 stopped while waiting, 64 usage, 69 no such run, 75 busy or no answer, \
      76 another version of the protocol, 77 not permitted.
      """)

  @Option(help: ArgumentHelp("The run, by its name.", valueName: "name"), completion: .custom(Self.runs))
  var to: String?

  @Option(help: ArgumentHelp("How long to wait for an answer.", valueName: "time"))
  var timeout: DurationArgument = DurationArgument(.seconds(2))

  @Flag(help: "With status: print one JSON object.")
  var json = false

  @Option(help: ArgumentHelp("With status: print this text.", valueName: "text"))
  var format: String?

  @Flag(help: "With status: print again whenever it changes, to the end.")
  var follow = false

  @Argument(help: "What to do.", completion: .list(Self.verbs))
  var verb: String

  @Argument(parsing: .allUnrecognized, help: "What the verb takes.", completion: .custom(Self.words))
  var words: [String] = []

  /// Every verb.
  static let verbs =
    ClientRequest.words.filter { !["restartPhase", "unwatch", "events", "clock"].contains($0) }
    + ["wait", "send", "list"]

  func validate() throws {
    guard verb == "status" || (!json && format == nil && !follow) else {
      throw ValidationError("--json, --format and --follow belong to status.")
    }
    if json, format != nil { throw ValidationError("--json and --format exclude each other.") }
    let isRead = ["status", "list", "send", "watch", "wait"].contains(verb)
    if isRead {
      try validateWords()
    } else {
      do { _ = try ClientRequest(words: line) } catch {
        if error.kind == .unknown, ClientRequest.words.contains(verb) == false {
          let question = Suggestions.question(verb, among: Self.verbs)
          throw ValidationError("There is no verb \"\(verb)\"\(question)")
        }
        throw ValidationError(error.reason.prefix(1).uppercased() + error.reason.dropFirst() + ".")
      }
    }
  }

  private func validateWords() throws {
    switch verb {
    case "watch": for name in words { try checkEvent(name) }
    case "wait":
      let isPhase = words.first == "phase" && words.count > 1
      guard isPhase || words == ["paused"] || words == ["finished"] else {
        throw ValidationError("wait takes phase NAME, paused or finished.")
      }
    default: if let extra = words.first { throw ValidationError("\(verb) takes nothing, not \"\(extra)\".") }
    }
  }

  private func checkEvent(_ name: String) throws {
    guard ClientRequest.eventNames.contains(name) || name == "all" else {
      let question = Suggestions.question(name, among: ClientRequest.eventNames)
      throw ValidationError("There is no event \"\(name)\"\(question)")
    }
  }

  /// The verb and its words as a request.
  private var line: String { ([verb] + words.drop { $0 == "--" }).joined(separator: " ") }

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    if verb == "list" { return try RunList(environment).write() }
    var connection = try RunConnection(to: to, timeout: timeout.duration, environment)
    switch verb {
    case "status":
      let form: StatusPrinter.Form = json ? .json : format.map { .format($0) } ?? .words
      try StatusPrinter(form).run(&connection, follows: follow)
    case "watch": try connection.watch(words.isEmpty ? ["all"] : words)
    case "wait": try RunWait(words).run(&connection)
    case "send": try connection.passLines()
    case "get": try Streams.out(try connection.reply(to: line))
    default: try connection.command(line)
    }
  }

  // MARK: Completion

  @Sendable private static func runs(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    ControlEndpoint.runs(ProcessInfo.processInfo.environment)
  }

  @Sendable private static func words(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    guard let verb = words.first(where: { verbs.contains($0) }) else { return [] }
    return switch verb {
    case "watch": ClientRequest.eventNames
    case "get": SessionProperty.allCases.map(\.rawValue)
    case "wait": ["phase", "paused", "finished"]
    case "mute": ["on", "off"]
    case "extend": ["15s", "30s", "1m", "-15s"]
    case "volume": ["-3", "+3", "=0"]
    default: []
    }
  }
}
