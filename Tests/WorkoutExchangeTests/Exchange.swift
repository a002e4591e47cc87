import Foundation
import Testing
import WorkoutExchange
import WorkoutModel
import XMLReading

/// Reads files of other programs and writes down what became of them.
enum Exchange {
  static func read(
    _ bytes: [UInt8], named stem: String = "file", _ options: ImportOptions = ImportOptions()
  ) throws(ExchangeError) -> WorkoutImport {
    try WorkoutImporter.read(bytes, named: stem, options, xml: XMLReader.read)
  }

  static func read(_ text: String, _ options: ImportOptions = ImportOptions()) throws(ExchangeError) -> WorkoutImport {
    try read(Array(text.utf8), options)
  }

  /// The phases of a workout, one a line, with what a reader may have found in the file; names are in its language.
  static func lines(_ workout: Workout) -> [String] { lines(workout.localized.nodes) + cues(workout.cues) }

  private static func lines(_ nodes: [Node]) -> [String] {
    nodes.map { node in
      switch node {
      case .group(let group):
        let sets = group.repetition.sets.map { "\($0)x" } ?? "?"
        return sets + (group.name.map { " \($0)" } ?? "") + " [" + lines(group.nodes).joined(separator: "; ") + "]"
      case .phase(let phase):
        var parts = ["\(phase.name.values[0])", "(\(phase.intensity.rawValue))"]
        switch phase.end {
        case .after(.fixed(let length)): parts.append(DurationText.write(length))
        case .open(let cap, _, _): parts.append("open" + (cap.map { " \(DurationText.write($0))" } ?? ""))
        default: parts.append("?")
        }
        if let target = phase.target { parts.append("@ \(target.values[0])") }
        if let say = phase.say { parts.append("say “\(say.values[0])”") }
        if let notes = phase.notes { parts.append("notes “\(notes.values[0])”") }
        if phase.skip != nil { parts.append("skip last") }
        return (parts + cues(phase.cues)).joined(separator: " ")
      }
    }
  }

  private static func cues(_ cues: [CueRule]) -> [String] {
    cues.map { cue in
      let words = cue.say.map { "“\($0)”" } ?? cue.count.map { "count \($0)" } ?? ""
      return "{\(cue.on.rawValue) \(cue.at) \(words)\(cue.condition.set.map { " \($0)" } ?? "")}"
    }
  }

  static func losses(_ result: WorkoutImport, in file: String) -> [String] { result.losses.map { $0.text(in: file) } }
}
