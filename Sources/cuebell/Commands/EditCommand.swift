import ArgumentParser
import CommandSupport
import HostSystem
import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutModel

struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edit a workout in your text editor.",
    discussion: """
      Examples:
        cuebell edit tabata
        EDITOR="code --wait" cuebell edit my-hiit --new

      Opens the file in $VISUAL or $EDITOR and checks it when you have saved it. If it has problems, the editor opens \
      again with a comment below each line that has one; these comments are removed by themselves. Only a text \
      without problems replaces the file. A workout that comes with Cuebell is copied to your own folder first, \
      where the copy is found under the same name.
      """)

  @Argument(help: "A workout file or name.", completion: .workouts)
  var file: String

  @OptionGroup var folders: FolderOptions

  @Flag(help: "Create a workout of this name in your own folder.")
  var new = false

  @Option(
    help: ArgumentHelp("Save the text of this file instead of opening an editor; - for stdin.", valueName: "file"),
    completion: .file())
  var from: String?

  @Option(help: ArgumentHelp("With --from: only if the file is still at this version, which --json prints."))
  var version: String?

  @Flag(help: "With --from: only check the text.")
  var dryRun = false

  @Flag(help: "With --from: print one JSON object, as check does.")
  var json = false

  func validate() throws {
    if file == "-" { throw ValidationError("edit needs a name or a file, not stdin.") }
    if from == nil, version != nil || dryRun || json {
      throw ValidationError("--version, --dry-run and --json belong to --from.")
    }
    if new, version != nil { throw ValidationError("A workout that --new creates has no version yet.") }
  }

  func run() throws {
    let settings = try SettingsFile.load()
    let folders = folders.folders(settings)
    // What this machine can say is no matter of the text.
    let voices = VoiceTrials(settings, triesVoices: false)
    let workout = new ? try OwnWorkout(new: file, folders) : try OwnWorkout(file, folders)
    guard let from else { return try EditingSession(workout, word: file, voices).run() }
    let text = ProblemComments.removed(from: try InputFile.bytes(of: from))
    let verdict = try workout.verdict(on: text, voices)
    let report = EditReport(workout, verdict)
    if dryRun || !verdict.problems.isEmpty {
      if json { try Streams.out(report.line(strip: dryRun ? text : nil)) } else { try Streams.out(verdict.text) }
      if verdict.problems.isEmpty { return }
      throw ExitCode.badInput
    }
    do throws(OwnWorkout.SaveError) { try workout.save(text, over: version ?? workout.version) } catch {
      switch error {
      case .unwritable(let reason): throw Exit.fail(.cannotWrite, reason)
      case .changed(let current):
        if json { try Streams.out(report.line(current: current)) }
        let reason = new ? "there is a file already" : "it has changed meanwhile, and stays as it is"
        throw Exit.fail(.cannotWrite, "\(workout.path): \(reason)")
      }
    }
    try Streams.out(json ? report.line(saved: text) : "\(verdict.text)\(workout.isCopy ? " (your own copy)" : "")")
  }
}

/// What `edit --json` prints: the object of `check`, and what has become of the file.
private struct EditReport {
  private let fields: JSONFields
  private let workout: OwnWorkout

  init(_ workout: OwnWorkout, _ verdict: FileVerdict) {
    self.workout = workout
    fields = verdict.fields
  }

  /// The report on a text that was only checked, with its strip, or that has problems.
  func line(strip text: [UInt8]?) -> String {
    let timeline = text.flatMap { text in
      try? WorkoutSource(text, from: workout.source).timeline(needsRecordings: false)
    }
    return line([
      "saved": false, "copy": workout.isCopy, "strip": timeline.map { PlanStrip($0).svg },
      "starts": timeline.map(Self.starts),
    ])
  }

  /// When each phase of the file first begins, by its path.
  private static func starts(in timeline: Timeline) -> JSONFields {
    var (starts, seen): ([(key: String, value: Duration)], Set<String>) = ([], [])
    var cursor = timeline.first()
    while let here = cursor {
      let path = "\(timeline.path(of: here.id))"
      if seen.insert(path).inserted { starts.append((path, here.start)) }
      cursor = timeline.following(here, openLength: PlanStrip.openLength)
    }
    return JSONFields(starts)
  }

  func line(saved text: [UInt8]) -> String {
    line(["saved": true, "copy": workout.isCopy, "path": workout.path, "version": ContentHash.text(of: text)])
  }

  /// The report on a text that wasn't saved because the file has changed.
  func line(current: [UInt8]?) -> String {
    line([
      "saved": false, "changed": true, "version": current.map { ContentHash.text(of: $0) },
      "text": current.map { String(decoding: $0, as: UTF8.self) },
    ])
  }

  private func line(_ more: JSONFields) -> String {
    var fields = fields
    fields.add(more)
    return fields.line()
  }
}
