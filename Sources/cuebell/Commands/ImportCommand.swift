import ArgumentParser
import CommandSupport
import FoundationEssentials
import SharedLinks
import WorkoutExchange
import WorkoutFiles
import WorkoutModel
import XMLReading

/// `import`: converts another program's file to a workout file.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert other programs' files, and links, to workouts.",
    discussion: """
      Examples:
        cuebell import vo2.zwo -o vo2.json
        cuebell import backup.json -o mine/
        wl-paste | cuebell import - --from intervals
        cuebell import "cuebell:w=…" -o tabata.json

      The format is detected from the content. What a workout can't express is listed on stderr, one line each. \
      Without -o the workout goes to stdout; a file with several workouts needs a folder.
      """)

  @Argument(help: "The file to convert, or a link that cuebell share has printed; - for stdin.", completion: .file())
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The workout file, or a folder for several workouts; - for stdout.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("The format, if it can't be detected: \(Self.formats).", valueName: "format"),
    completion: .list(ExchangeFormat.allCases.filter(\.isImported).map(\.rawValue)))
  var from: String?

  @Option(help: ArgumentHelp("Functional threshold power, for files in watts.", valueName: "W"))
  var ftp: Int?

  @Option(help: ArgumentHelp("Merge neighbours whose targets differ by less than this: 5%.", valueName: "percent"))
  var merge: String?

  @Option(help: "The name of the workout.")
  var name: String?

  @Flag(help: "Fail if anything is lost or violates its format.")
  var strict = false

  @Flag(help: "Print the losses as one JSON object on stdout.")
  var json = false

  static let formats = ExchangeFormat.allCases.filter(\.isImported).map(\.rawValue).joined(separator: ", ")

  func validate() throws {
    if let from, ExchangeFormat(rawValue: from)?.isImported != true {
      throw ValidationError("--from must be one of \(Self.formats).")
    }
    if let ftp, !(1...3000).contains(ftp) { throw ValidationError("--ftp must be 1 to 3000 watts.") }
    if let merge, Self.thousandths(merge) == nil { throw ValidationError("--merge must be a percentage, such as 5%.") }
    if json, output == nil || output == "-" {
      throw ValidationError("--json and the workout both go to stdout: name a file with -o.")
    }
  }

  func run() throws {
    let (source, result) = try read()
    let targets = try targets(for: result.workouts)
    var files = OutputConflictCheck()
    if !WorkoutLink.isLink(file) { files.read(file, as: "the file") }
    for target in targets { try files.write(target, as: "-o") }
    try ExchangeReport.tell(result.losses, of: source, strict: strict, json: json)
    try makeFolder()
    for (workout, target) in zip(result.workouts, targets) {
      try OutputFile.write(WorkoutWriter.write(workout), to: target)
      guard target != "-", !json else { continue }
      let length = Timeline.length(of: workout).map(ClockText.short) ?? "open"
      try Streams.out(SafeText.filtered("\(target): \(workout.name), \(length)"))
    }
  }

  private func read() throws -> (source: String, WorkoutImport) {
    if WorkoutLink.isLink(file) { return ("link", try workout(inLink: file)) }
    let bytes = try InputFile.bytes(of: file, atMost: WorkoutImporter.maximumSize)
    let text = String(decoding: bytes, as: UTF8.self)
    if from == nil, WorkoutLink.isLink(text) { return ("link", try workout(inLink: text)) }
    let source = InputFile.name(of: file)
    let options = ImportOptions(
      format: from.flatMap { ExchangeFormat(rawValue: $0) }, ftp: ftp, merge: merge.flatMap(Self.thousandths),
      name: name)
    do throws(ExchangeError) {
      return (source, try WorkoutImporter.read(bytes, named: Self.stem(of: file), options, xml: XMLReader.read))
    } catch {
      throw ExchangeReport.failure(error, in: source)
    }
  }

  private func workout(inLink text: String) throws -> WorkoutImport {
    var (workout, losses) = try Exit.ifInvalid(WorkoutLink.workout(in: text))
    workout.name = name ?? workout.name
    if let problem = workout.problems.first { throw Exit.fail(.badInput, "--name: \(problem.message)") }
    return WorkoutImport(
      workouts: [workout], losses: losses.map { ExchangeIssue(ExchangeOrigin(.file, "\($0.path)"), "", $0.message) })
  }

  private func targets(for workouts: [Workout]) throws -> [String] {
    guard let output, output != "-", isFolder(output) else {
      guard workouts.count == 1 else {
        throw Exit.fail(
          .usage, "\(InputFile.name(of: file)) has \(workouts.count) workouts: name a folder, as in -o mine/")
      }
      return [output ?? "-"]
    }
    var used: Set<String> = []
    return workouts.map { workout in
      let stem = Self.fileName(of: workout.name)
      var name = stem
      var number = 2
      while !used.insert(name).inserted {
        name = "\(stem)-\(number)"
        number += 1
      }
      return (output.hasSuffix("/") ? output : output + "/") + name + ".json"
    }
  }

  private func isFolder(_ path: String) -> Bool {
    var isDirectory = false
    return path.hasSuffix("/") || FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory
  }

  private func makeFolder() throws {
    guard let output, output.hasSuffix("/"), !FileManager.default.fileExists(atPath: output) else { return }
    do { try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true) } catch {
      throw Exit.fail(.cannotWrite, "\(output): cannot create the folder")
    }
  }

  /// The name of a file without its folder and its last extension.
  private static func stem(of path: String) -> String {
    if path == "-" { return "Workout" }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? String(name[..<$0]) : nil } ?? name
  }

  /// A name of letters and digits, which needs no quotes in a shell.
  private static func fileName(of name: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let stem = String(words.joined(separator: "-").prefix(60))
    return stem.isEmpty ? "workout" : stem
  }

  /// A percentage in thousandths of a per cent.
  private static func thousandths(_ text: String) -> Int? {
    let part = Target(text.hasSuffix("%") ? text : text + "%").parts?.first
    return part.flatMap { $0.measure == .percentOfFTP && $0.from == $0.to ? $0.from : nil }
  }
}

extension Timeline {
  /// The length of a workout; `nil` if it ends only by the user.
  static func length(of workout: Workout) -> Duration? { (try? Timeline(workout))?.total }
}
