import ArgumentParser
import CommandSupport
import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// `voices record-list`: the phrases that an author can record.
struct RecordList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record-list",
    abstract: "List every phrase of a workout, with the file name for a recording of it.",
    discussion: """
      Examples:
        cuebell voices record-list guided.json
        cuebell voices record-list guided.json --json

      Put the recordings in a folder next to the workout, and name the folder in the workout: \
      "voice": { "recordings": "voice" }. They may be WAV, FLAC, Ogg Vorbis, Opus or MP3. Phrases without a recording \
      are still synthesised.
      """)

  @OptionGroup var workout: WorkoutArgument

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let source = try WorkoutSource.open(workout.path(SettingsFile.load()))
    let timeline = try Exit.ifInvalid(source.timeline(needsRecordings: false))
    let list = RecordingList(timeline, source.recordings)
    try Streams.out(json ? Self.object(list, source.workout.recordings) : Self.text(list, source.workout.recordings))
  }

  private static func text(_ list: RecordingList, _ folder: String?) -> String {
    let rows = list.rows.map { row in
      let state = folder == nil ? [] : [row.file == nil ? "missing" : "recorded"]
      return [row.file ?? row.name] + state + [row.phrase]
    }
    let recorded = list.rows.count { $0.file != nil }
    let total = Counted.of(list.rows.count, "phrase", "phrases")
    let end = folder.map { "\(total), \(recorded) recorded in \($0)" } ?? "\(total), none recorded"
    let unused = list.unused.map { "\(folder ?? "")/\($0): no phrase has this name" }
    return (Columns.aligned(rows) + [""] + unused + [end]).map(SafeText.filtered).joined(separator: "\n")
  }

  private static func object(_ list: RecordingList, _ folder: String?) -> String {
    let phrases: [JSONFields] = list.rows.map {
      ["file": $0.file ?? $0.name, "recorded": $0.file != nil, "say": $0.phrase]
    }
    return (["folder": folder, "phrases": phrases, "unused": list.unused] as JSONFields).line()
  }
}
