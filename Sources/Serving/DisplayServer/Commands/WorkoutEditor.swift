#if Serve
import HostSystem
import LiveRuns
import StrictJSON
import Synchronization
import WorkoutModel

/// Checks and saves the texts of workouts through the command, which knows where they belong.
final class WorkoutEditor: Sendable {
  enum Outcome {
    case saved(id: String, TextVersion, isNew: Bool)
    /// Another one is there; `nil` if the file was removed.
    case changed(String?, TextVersion?)
  }

  private let command: LimitedCommand
  private let folders: @Sendable () -> [String]
  private let queue = CommandQueue()
  /// The strips of the texts that were checked last.
  let strips = StripStore()

  init(_ command: String, folders: @escaping @Sendable () -> [String]) {
    self.command = LimitedCommand(command: command, maximum: 8 << 20)
    self.folders = folders
  }

  /// What `check` says about a text, the address of its strip, and whether saving it makes a copy; `nil` is a workout
  /// that doesn't exist yet.
  func check(_ text: [UInt8], of item: WorkoutItem?) async throws(Refusal) -> JSONFields {
    let place = item.map { ["--", $0.path] } ?? ["--new", "--", "workout"]
    let report = try await edit(["--dry-run"] + place, text)
    let strip = report["strip"]?.text.map { strips.add(Array($0.utf8)) }
    return [
      "problems": report["problems"], "warnings": report["warnings"], "notes": report["notes"],
      "total": report["total"], "range": report["range"], "copy": report["copy"],
      "strip": strip.map { "/api/check/\($0)" },
      "starts": report["starts"],
    ]
  }

  /// Saves a text if the file is still at a version.
  func save(_ text: [UInt8], over version: TextVersion, of item: WorkoutItem) async throws(Refusal) -> Outcome {
    try outcome(await edit(["--version", version.text, "--", item.path], text), text, isNew: false)
  }

  func create(_ text: [UInt8], as id: String) async throws(Refusal) -> Outcome {
    try outcome(await edit(["--new", "--", id], text), text, isNew: true)
  }

  private func outcome(_ report: JSONObject, _ text: [UInt8], isNew: Bool) throws(Refusal) -> Outcome {
    if report["changed"]?.bool == true {
      return .changed(report["text"]?.text, report["version"]?.text.map { TextVersion($0) })
    }
    guard report["saved"]?.bool == true, let file = report["path"]?.text?.split(separator: "/").last else {
      throw .broken(report["problems"]?.list ?? [])
    }
    let id = file.hasSuffix(".json") ? file.dropLast(".json".count) : file
    return .saved(id: String(id), TextVersion(of: text), isNew: isNew || report["copy"]?.bool == true)
  }

  private func edit(_ arguments: [String], _ text: [UInt8]) async throws(Refusal) -> JSONObject {
    let all = ["edit", "--from", "-", "--json"] + folders().flatMap { ["--workouts", $0] } + arguments
    let result = try await queue.result(of: command, all, input: text)
    if let report = JSONObject(line: result.output) { return report }
    switch result.status {
    case 64: throw .invalid(Self.reason(result))
    case 66: throw .unknown(Self.reason(result))
    case 73: throw Refusal(409, "refused", Self.reason(result))
    default: throw Refusal(500, "failed", Self.reason(result))
    }
  }

  private static func reason(_ result: LimitedCommand.Result) -> String {
    let line = result.message.split(separator: "\n").first.map { SafeText.filtered($0) } ?? "the command has failed"
    return line.hasPrefix("Error: ") ? String(line.dropFirst("Error: ".count)) : line
  }
}

/// The last strips, by the hash of each.
final class StripStore: Sendable {
  private static let capacity = 64
  private let strips = Mutex<[(name: String, strip: [UInt8])]>([])

  subscript(name: String) -> [UInt8]? { strips.withLock { $0.first { $0.name == name }?.strip } }

  func add(_ strip: [UInt8]) -> String {
    let name = ContentHash.text(of: strip) + ".svg"
    strips.withLock { strips in
      strips.removeAll { $0.name == name }
      strips = strips.suffix(Self.capacity - 1) + [(name, strip)]
    }
    return name
  }
}
#endif
