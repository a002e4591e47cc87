import Glibc
import StrictJSON
import WorkoutModel

/// Reads workouts and past sessions through the command.
struct CommandReader: Sendable {
  /// The time limit for a plan, which a file may make long.
  private static let planPatience = Duration.seconds(10)

  private let command: LimitedCommand
  private let folders: [String]
  private let queue = CommandQueue()
  /// The requests of plans, which must not delay others.
  private let plans = CommandQueue()

  /// A reader with the path of the command and the folders of workouts; an empty list means the command's default
  /// folders.
  init(_ command: String, folders: [String]) {
    self.command = LimitedCommand(command: command)
    self.folders = folders
  }

  /// The workouts by name, including broken ones, without links that lead out of their folder.
  func workouts() async throws(Refusal) -> [WorkoutItem] {
    let output = try await output(["list", "--json"] + folders.flatMap { ["--workouts", $0] })
    guard let list = JSONObject(line: output)?["workouts"]?.list else { throw .failed }
    return list.compactMap { WorkoutItem($0) }.filter(\.isInItsFolder)
  }

  /// The workout with an ID.
  func workout(_ id: String) async throws(Refusal) -> WorkoutItem {
    if let item = try await workouts().first(where: { $0.id == id }) { return item }
    throw .unknown("no workout has this ID")
  }

  /// The plan of a workout.
  func plan(_ item: WorkoutItem) async throws(Refusal) -> [UInt8] {
    var command = command
    command.patience = Self.planPatience
    let result = try await plans.run { [command] () throws(Refusal) in try command.run(["show", "--json", item.path]) }
    if result.status == 65 { throw .broken(try await problems(of: item)) }
    return try Self.checked(result)
  }

  /// The problems of a file, as a JSON list; empty if it has none.
  func problems(of item: WorkoutItem) async throws(Refusal) -> [JSONValue] {
    let output = try await run(["check", "--json", item.path]).output
    return JSONObject(line: output)?["problems"]?.list ?? []
  }

  /// Past sessions.
  func history() async throws(Refusal) -> [UInt8] { try await output(["history", "--json"]) }

  /// One past session with all details.
  func session(_ number: Int) async throws(Refusal) -> [UInt8] {
    let result = try await run(["history", "--json", "\(number)"])
    guard number > 0, result.status != 66 else { throw .unknown("there is no session \(number)") }
    return try Self.checked(result)
  }

  /// The chart of all sessions, as SVG.
  func historyPicture() async throws(Refusal) -> [UInt8] { try await output(["history", "--svg", "-"]) }

  private func output(_ arguments: [String]) async throws(Refusal) -> [UInt8] {
    try Self.checked(try await run(arguments))
  }

  private func run(_ arguments: [String]) async throws(Refusal) -> LimitedCommand.Result {
    let command = command
    return try await queue.run { () throws(Refusal) in try command.run(arguments) }
  }

  private static func checked(_ result: LimitedCommand.Result) throws(Refusal) -> [UInt8] {
    guard result.status == 0 else {
      let line = result.message.split(separator: "\n").last.map { SafeText.filtered($0) }
      throw Refusal(500, "failed", line ?? "the command has failed")
    }
    return result.output
  }
}

extension Refusal {
  /// The error for a broken workout file.
  static func broken(_ problems: [JSONValue]) -> Refusal {
    var refusal = Refusal(422, "invalid", problems.first?["message"]?.text ?? "the file isn't a workout")
    refusal.details = ["problems": problems]
    return refusal
  }
}
