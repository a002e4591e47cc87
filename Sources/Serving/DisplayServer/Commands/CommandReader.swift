import Glibc
import LiveRuns
import StrictJSON
import Synchronization
import WorkoutModel

/// Reads workouts and past sessions through the command.
final class CommandReader: Sendable {
  private enum Kind: String {
    case workouts, programmes
  }

  /// The limit of processor time for a plan, which a file may make long.
  private static let planTime = Duration.seconds(10)

  private let command: LimitedCommand
  private let folders: @Sendable () -> [String]
  private let queue = CommandQueue()
  /// The requests of plans, which must not delay others.
  private let plans = CommandQueue()
  /// The items of the last listing of each kind by ID.
  private let listed = Mutex<[Kind: [String: WorkoutItem]]>([:])

  /// A reader with the path of the command and the folders of workouts; an empty list means the command's default
  /// folders.
  init(_ command: String, folders: @escaping @Sendable () -> [String]) {
    self.command = LimitedCommand(command: command)
    self.folders = folders
  }

  /// The workouts by name, including broken ones, without links that lead out of their folder.
  func workouts() async throws(Refusal) -> [WorkoutItem] { try await items(.workouts) }

  /// The programmes by name, without links that lead out of their folder.
  func programmes() async throws(Refusal) -> [WorkoutItem] { try await items(.programmes) }

  private func items(_ kind: Kind) async throws(Refusal) -> [WorkoutItem] {
    let listing = try await output(WorkoutItem.listing(folders()))
    guard let items = WorkoutItem.items(kind.rawValue, in: listing) else { throw .failed }
    let byID = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    listed.withLock { $0[kind] = byID }
    return items
  }

  func programme(_ id: String) async throws(Refusal) -> WorkoutItem {
    if let item = try await programmes().first(where: { $0.id == id }) { return item }
    throw .unknown("no programme has this ID")
  }

  /// The sessions of a programme.
  func sessions(of item: WorkoutItem) async throws(Refusal) -> [UInt8] {
    try await output(["next", "--list", "--json", "--", item.path])
  }

  /// A programme for pages: its name, the number of completed sessions, and the next one.
  func progress(of item: WorkoutItem) async throws(Refusal) -> JSONFields {
    let list = JSONObject(line: try await sessions(of: item))
    let next = list?["sessions"]?.list?.first { $0["session"]?.integer == list?["next"]?.integer }
    return [
      "id": item.id, "name": list?["programme"]?.text ?? item.id, "sessions": list?["sessions"]?.list?.count,
      "completed": list?["complete"]?.integer, "next": next,
      "translations": list?["translations"],
    ]
  }

  /// When each file was last run, as an ISO 8601 moment.
  func lastUses() async throws(Refusal) -> [String: String] {
    var uses: [String: String] = [:]
    for session in JSONObject(line: try await history())?["sessions"]?.list ?? [] {
      guard let file = session["file"]?.text, let began = session["began"]?.text else { continue }
      uses[file] = max(uses[file] ?? "", began)
    }
    return uses
  }

  func workout(_ id: String) async throws(Refusal) -> WorkoutItem {
    if let item = try await workouts().first(where: { $0.id == id }) { return item }
    throw .unknown("no workout has this ID")
  }

  /// The same as it was last listed: a page asks for a picture of each, and checks a text while it is edited, and a
  /// listing reads every file.
  func listedWorkout(_ id: String) async throws(Refusal) -> WorkoutItem {
    if let item = lastListed(.workouts, id) { return item }
    return try await workout(id)
  }

  /// The programme as it was last listed: an app that plays an episode asks for a part of it every few seconds.
  func listedProgramme(_ id: String) async throws(Refusal) -> WorkoutItem {
    if let item = lastListed(.programmes, id) { return item }
    return try await programme(id)
  }

  private func lastListed(_ kind: Kind, _ id: String) -> WorkoutItem? {
    listed.withLock { $0[kind]?[id] }.flatMap { $0.isInItsFolder ? $0 : nil }
  }

  /// Has a workout listed again before it is used.
  func forget(_ id: String) { listed.withLock { $0[.workouts]?[id] = nil } }

  func plan(_ item: WorkoutItem) async throws(Refusal) -> [UInt8] {
    var command = command
    command.processorTime = Self.planTime
    let result = try await plans.result(of: command, ["show", "--json", item.path])
    if result.status == 65 { throw .broken(try await problems(of: item)) }
    return try result.checked()
  }

  /// What a page shows of a workout: its parts as written, what it says, and the text of its link.
  func details(_ item: WorkoutItem) async throws(Refusal) -> [UInt8] {
    let result = try await plans.result(of: command, ["show", "--page", "--", item.path])
    if result.status == 65 { throw .broken(try await problems(of: item)) }
    return try result.checked()
  }

  /// Reads a workout that a request contains, in a process of its own, as a stranger may have made it.
  func contents(of sent: SentWorkout) async throws(Refusal) -> SentWorkout.Contents {
    let result = try await plans.result(of: command, sent.form.arguments, input: Array(sent.text.utf8))
    return try SentWorkout.Contents(JSONObject(line: try result.checked()))
  }

  /// The problems of a file, as a JSON list; empty if it has none.
  func problems(of item: WorkoutItem) async throws(Refusal) -> [JSONValue] {
    let output = try await queue.result(of: command, ["check", "--json", item.path]).output
    return JSONObject(line: output)?["problems"]?.list ?? []
  }

  /// Past sessions.
  func history() async throws(Refusal) -> [UInt8] { try await output(["history", "--json"]) }

  /// The totals of this week; `nil` if no session is recorded.
  func week() async throws(Refusal) -> JSONValue? { JSONObject(line: try await history())?["weeks"]?.list?.last }

  /// The next workout that a timer starts: its name and when; `nil` if none is known.
  func nextTimer() async -> JSONFields? {
    let systemctl = LimitedCommand(command: "systemctl", maximum: 1 << 16, patience: .seconds(3))
    let listed = try? await queue.result(of: systemctl, NextTimer.command)
    guard let listed, let timer = NextTimer(listed: listed.output) else { return nil }
    let item = try? await workout(timer.workout)
    return ["name": item?.title ?? timer.workout, "at": timer.at]
  }

  func session(_ number: Int) async throws(Refusal) -> [UInt8] {
    try await ofSession(number, ["history", "--json", "\(number)"])
  }

  /// The rounds of a past session by group, its score, and the best score before it; null if it isn't recorded.
  func result(of number: Int?) async -> JSONFields {
    var session: JSONObject?
    if let number { session = (try? await self.session(number)).flatMap { JSONObject(line: $0) } }
    return ["rounds": session?["rounds"], "score": session?["score"], "best": session?["best"]]
  }

  /// The plan of a past session as a strip, filled as far as it was done.
  func strip(of number: Int) async throws(Refusal) -> [UInt8] {
    try await ofSession(number, ["history", "--svg", "-", "--strip", "\(number)"])
  }

  /// Keeps a remark, and how hard it was, with a session; returns the session.
  func remark(on number: Int, note: String?, rpe: Int?) async throws(Refusal) -> [UInt8] {
    // A note may begin like an option.
    let remarks = (note.map { ["--note=\($0)"] } ?? []) + (rpe.map { ["--rpe", "\($0)"] } ?? [])
    return try await ofSession(number, ["history", "--json"] + remarks + ["\(number)"])
  }

  func delete(_ number: Int) async throws(Refusal) {
    _ = try await ofSession(number, ["history", "delete", "--yes", "\(number)"])
  }

  /// The output of a command about one session.
  private func ofSession(_ number: Int, _ arguments: [String]) async throws(Refusal) -> [UInt8] {
    // The number 0 would be the last one's.
    guard number > 0 else { throw .unknown("there is no session \(number)") }
    let result = try await queue.result(of: command, arguments)
    if result.status == 66 { throw .unknown("there is no session \(number), or it is running") }
    return try result.checked()
  }

  func historyPicture() async throws(Refusal) -> [UInt8] {
    var command = command
    command.isBackground = true
    return try await queue.result(of: command, ["history", "--svg", "-"]).checked()
  }

  private func output(_ arguments: [String]) async throws(Refusal) -> [UInt8] {
    try await queue.result(of: command, arguments).checked()
  }
}

extension Refusal {
  /// The error for a broken workout file, with the fields of its problems.
  static func broken(_ problems: [JSONValue]) -> Refusal {
    broken(problems.map(\.json), problems.first?["message"]?.text)
  }

  static func broken(_ problems: [JSONOutput], _ message: String?) -> Refusal {
    var refusal = Refusal(422, "invalid", message ?? "the file isn't a workout")
    refusal.details = ["problems": problems]
    return refusal
  }
}
