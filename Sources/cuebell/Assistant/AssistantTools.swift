import CommandSupport
import FoundationEssentials
import Glibc
import HostSystem
import LiveRuns
import StrictJSON
import WorkoutModel

/// The tools of an assistant, each of which is a command of the user with its limits.
///
/// Workouts are named as `list` does, never by a path, and only `new` and `render` write files, each into its folder.
struct AssistantTools {
  typealias Answer = AssistantTool.Answer
  typealias Parameter = AssistantTool.Parameter

  private static let (largestAnswer, mostSeeds) = (1 << 20, 1_000)
  /// How many sessions are listed unless others are asked for, and at most; the largest history that is read for them.
  private static let (lastSessions, mostSessions, largestHistory) = (20, 1_000, 64 << 20)
  /// The processor time of a command, in which a workout of a day is mixed, and the time that it may take in all.
  private static let (processorTime, patience) = (Duration.seconds(300), Duration.seconds(900))
  /// The requests to a run whose end an answer can't wait for.
  private static let endless = ["watch", "wait", "send"]

  /// The folders of the command line.
  let folders: [String]
  /// Where rendered sound goes.
  let output: String
  /// What starts runs, and with which options; `nil` if that isn't allowed.
  let runs: (starter: LiveRunStarter, options: [String])?

  private static let workout = Parameter(
    name: "workout", meaning: "The name of a workout in the list, or a short form such as 8x20/10.")
  private static let text = Parameter(name: "text", meaning: "The text of a workout.")

  var all: [AssistantTool] {
    let subject = [Self.workout, Self.text]
    let reading = [
      AssistantTool(name: "list", meaning: "List the workouts and programmes, with lengths and tags, as JSON.") { _ in
        run(["list", "--json"] + options)
      },
      AssistantTool(
        name: "show", meaning: "Show the timeline of a workout: its phases, and what is said when.", parameters: subject
      ) { onWorkout($0) { ["show", "--color", "never", $0] } },
      AssistantTool(
        name: "check",
        meaning: "Check a workout. Each problem is file:line:column: path: what is wrong, what is allowed.",
        parameters: subject
      ) { onWorkout($0) { ["check", $0] } },
      AssistantTool(
        name: "simulate", meaning: "Play a workout on a virtual clock with faults of a machine, and judge it, as JSON.",
        parameters: [
          Self.workout, Parameter(name: "seeds", meaning: "How often; 20 if left out.", range: 1...Self.mostSeeds),
        ]
      ) { arguments in
        // A scenario that fails is written to the temporary files.
        let options = ["--json", "--out", FileManager.default.temporaryDirectory.path]
        let seeds = ["--seeds", "\(arguments["seeds"]?.integer ?? 20)"]
        return onWorkout(arguments) { ["simulate", "--workout", $0] + seeds + options }
      },
      AssistantTool(
        name: "history", meaning: "The past sessions, or one of them as planned and as done, as JSON.",
        parameters: [
          Parameter(name: "session", meaning: "The number of a session.", range: 1...Int(Int32.max)),
          Parameter(
            name: "last", meaning: "How many sessions; the last \(Self.lastSessions) if left out.",
            range: 1...Self.mostSessions),
        ], perform: history),
    ]
    let writing = [
      AssistantTool(
        name: "new",
        meaning: "Keep a new workout in the user's own folder. Problems of its text are told as by check.",
        parameters: [
          Parameter(name: "name", meaning: "The name of the file, such as my-hiit.", isRequired: true), Self.text,
          Parameter(name: "like", meaning: "Instead of a text: \(Starter.kinds), or a short form."),
        ], isReading: false, perform: keep),
      AssistantTool(
        name: "render", meaning: "Render a workout to a sound file, and tell its path.",
        parameters: subject + [Parameter(name: "format", meaning: "mp3, opus, ogg, flac or wav; mp3 if left out.")],
        isReading: false, perform: render),
    ]
    return reading + writing + (runs == nil ? [] : running)
  }

  private var running: [AssistantTool] {
    [
      AssistantTool(
        name: "run", meaning: "Start a workout, or the next session of a programme, on the speakers of this machine.",
        parameters: [Self.workout, Parameter(name: "programme", meaning: "The name of a programme in the list.")],
        isReading: false, perform: start),
      AssistantTool(
        name: "control", meaning: "Control a workout that is running, in the words of cuebell ctl.",
        parameters: [
          Parameter(
            name: "do", meaning: "status, list, pause, resume, skip, back, done, extend 15s, volume -6, stop …",
            isRequired: true),
          Parameter(name: "run", meaning: "The name of the run, if there are several."),
        ], isReading: false, perform: control),
    ]
  }

  private var options: [String] { folders.flatMap { ["--workouts", $0] } }

  private func history(_ arguments: JSONObject) -> Answer {
    if let session = arguments["session"]?.integer {
      if arguments["last"] != nil { return Answer(text: "give \"session\" or \"last\"", isError: true) }
      return run(["history", "--json", "\(session)"])
    }
    var command = command
    command.maximum = Self.largestHistory
    do throws(CommandFailure) {
      let result = try command.run(["history", "--json"])
      guard result.status == 0, let history = JSONObject(line: result.output) else {
        return Answer(text: "the history can't be read\n" + SafeText.filteredLines(result.message), isError: true)
      }
      let last = arguments["last"]?.integer ?? Self.lastSessions
      // The newest come first.
      let sessions = (history["sessions"]?.list ?? []).prefix(last)
      let weeks = (history["weeks"]?.list ?? []).suffix(last)
      let told = (["sessions": Array(sessions), "weeks": Array(weeks)] as JSONFields).line()
      guard told.utf8.count <= Self.largestAnswer else { return Answer(text: "give a smaller \"last\"", isError: true) }
      return Answer(text: told, isError: false)
    } catch {
      return Answer(text: error.reason, isError: true)
    }
  }

  private func keep(_ arguments: JSONObject) -> Answer {
    let name = arguments["name"]?.text ?? ""
    let text: String
    switch (arguments["text"]?.text, arguments["like"]?.text) {
    case (let given?, nil): text = given
    case (nil, let like?):
      if let problem = Starter.problem(with: like) { return Answer(text: problem, isError: true) }
      guard let starter = try? Starter.text(of: name, like: like) else {
        return Answer(text: "the templates are not installed", isError: true)
      }
      text = starter
    default: return Answer(text: "a new workout needs either \"text\" or \"like\"", isError: true)
    }
    return run(["edit", "--new", "--from", "-"] + options + ["--", name], input: text)
  }

  private func render(_ arguments: JSONObject) -> Answer {
    let name = (arguments["workout"]?.text ?? "workout").replacing("/", with: "-")
    guard WorkoutFolders.isName(name), let format = Optional(arguments["format"]?.text ?? "mp3"),
      format.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return Answer(text: "no workout has this name, or no file this format", isError: true) }
    if let problem = OwnPath.makeFolder(output) { return Answer(text: problem, isError: true) }
    return onWorkout(arguments) { ["render", "--output", "\(output)/\(name).\(format)", $0] }
  }

  private func start(_ arguments: JSONObject) -> Answer {
    do throws(CommandFailure) {
      guard let (starter, options) = runs else { throw CommandFailure(.refused, "runs are not allowed") }
      let words: [String]
      switch (arguments["workout"]?.text, arguments["programme"]?.text) {
      case (let name?, nil): words = ["run"] + options + ["--", try word(for: name, "workouts")]
      case (nil, let name?): words = ["next"] + options + ["--", try word(for: name, "programmes")]
      default: throw CommandFailure(.invalid, "name a \"workout\" or a \"programme\"")
      }
      let outcome = Mailbox<Result<String, CommandFailure>>(capacity: 1)
      Task {
        do throws(CommandFailure) { outcome.put(.success(try await starter.start(words, log: "run"))) } catch {
          outcome.put(.failure(error))
        }
      }
      outcome.wait()
      return Answer(text: "\(try outcome.drain().messages[0].get()) is running")
    } catch {
      return Answer(text: error.reason, isError: true)
    }
  }

  private func control(_ arguments: JSONObject) -> Answer {
    let words = (arguments["do"]?.text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    let name = arguments["run"]?.text
    guard let verb = words.first, !Self.endless.contains(verb), !words.contains(where: { $0.hasPrefix("--") }),
      name?.contains("/") != true
    else { return Answer(text: "this is no request to a run", isError: true) }
    let format = ["status", "list"].contains(verb) ? ["--json"] : []
    return run(["ctl"] + (name.map { ["--to=\($0)"] } ?? []) + format + words)
  }

  /// What a command says of the workout of a call, whose word it takes; a text comes by stdin.
  private func onWorkout(_ arguments: JSONObject, _ command: (String) -> [String]) -> Answer {
    switch (arguments["workout"]?.text, arguments["text"]?.text) {
    case (let name?, nil):
      do throws(CommandFailure) { return run(command(try word(for: name, "workouts"))) } catch {
        return Answer(text: error.reason, isError: true)
      }
    case (nil, let text?): return run(command("-"), input: text)
    default: return Answer(text: "name a \"workout\", or give its \"text\"", isError: true)
    }
  }

  /// The path of a workout or programme of the list with a name, or a short form.
  private func word(for name: String, _ kind: String) throws(CommandFailure) -> String {
    let items = WorkoutItem.items(kind, in: try command.run(["list", "--json"] + options).output) ?? []
    if let item = items.first(where: { $0.id == name }) { return item.path }
    if kind == "workouts", NamedWorkout.isShortForm(name) { return name }
    let question = Suggestion.question(name, among: items.map(\.id), atMost: 3)
    throw CommandFailure(.invalid, "nothing in the list has the name \(Excerpt.quoted(name))\(question)")
  }

  /// What a command prints: its results, and after them its remarks.
  private func run(_ arguments: [String], input: String = "") -> Answer {
    do throws(CommandFailure) {
      // Where a client has gone away, nobody reads the answer.
      let result = try command.run(arguments, input: Array(input.utf8)) { !PollSet.isClosed(STDOUT_FILENO) }
      let text = String(decoding: result.output, as: UTF8.self) + SafeText.filteredLines(result.message)
      return Answer(text: text.isEmpty ? "done" : text, isError: result.status != 0)
    } catch {
      return Answer(text: error.reason, isError: true)
    }
  }

  private var command: LimitedCommand {
    LimitedCommand(
      command: OwnProgram.path, maximum: Self.largestAnswer, processorTime: Self.processorTime,
      patience: Self.patience)
  }
}
