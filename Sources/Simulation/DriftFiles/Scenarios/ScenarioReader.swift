package import DriftSimulation
package import StrictJSON
import WorkoutEngine
package import WorkoutFiles
package import WorkoutModel

package enum ScenarioReader {
  /// Reads a scenario from the bytes of a file; `file` is its name in messages.
  ///
  /// Throws all problems of the file at once, except that the first syntax error ends the reading. Whether its cues
  /// exist depends on its workout: see `ScenarioDocument.check`.
  package static func document(_ bytes: [UInt8], named file: String) throws(WorkoutFileError) -> ScenarioDocument {
    let (json, list) = try WorkoutReader.opened(bytes, named: file)
    let scenario = try list.checked(ScenarioDecoder.scenario(Field(json.root, at: .root, list)), named: file)
    return ScenarioDocument(scenario: scenario, file: file, json: json)
  }
}

package struct ScenarioDocument: Sendable {
  package let scenario: Scenario
  package let file: String
  let json: JSONDocument

  /// Throws the references to cues that the scenario's workout doesn't have.
  package func check(against oracle: Oracle) throws(WorkoutFileError) {
    var problems: [LocatedProblem] = []
    for (index, line) in scenario.script.enumerated() {
      guard case .cue(let name, let offset) = line.at else { continue }
      let path = FieldPath.root.key("script").index(index)
      problems += complaints(about: name, path.key("at"), oracle)
      problems += contradiction(line.fault, oracle.first(name).map { $0.due + offset }, path.key("until"))
    }
    // If the user ends phases, cues may occur that a rehearsal doesn't have.
    if oracle.isExact {
      for (index, outcome) in scenario.expected.outcomes.enumerated() {
        let path = FieldPath.root.key("expect").key("outcomes").index(index)
        problems += complaints(about: outcome.cue, path, oracle)
      }
    }
    guard problems.isEmpty else { throw WorkoutFileError(file: file, problems: problems) }
  }

  /// Reports a fault tied to a cue that would be over before the cue begins, unless the script may move the cue
  /// earlier.
  private func contradiction(_ fault: Fault, _ begin: Duration?, _ path: FieldPath) -> [LocatedProblem] {
    guard let until = fault.until, let begin, until <= begin,
      !scenario.script.contains(where: \.fault.mayAdvanceCues)
    else { return [] }
    let times = "\(DurationText.write(begin)), when it begins; got \(DurationText.write(until))"
    return [LocatedProblem(location(of: path), path, "must be after \(times)")]
  }

  /// The location of the field at `path`; if the file omits it, that of the object around it.
  package func location(of path: FieldPath) -> TextLocation { json.location(of: path.steps) }

  private func complaints(about name: CueName, _ path: FieldPath, _ oracle: Oracle) -> [LocatedProblem] {
    guard oracle.first(name) == nil else { return [] }
    let sets = oracle.sets(of: name.kind)
    if sets.isEmpty {
      let path = path.key("cue")
      let kinds = oracle.kinds.map { Excerpt.quoted($0.rawValue) }.joined(separator: ", ")
      let message = "the workout has no \(Excerpt.quoted(name.kind.rawValue)); it has \(kinds)"
      return [LocatedProblem(location(of: path), path, message)]
    }
    let path = path.key("set")
    let known = sets.compactMap(\.self)
    let allowed = known.isEmpty ? "outside all sets: leave \"set\" out" : "in the sets \(Self.list(known))"
    let message =
      "the workout has no \(Excerpt.quoted(name.kind.rawValue)) in set \(name.set ?? 0), it has them \(allowed)"
    return [LocatedProblem(location(of: path), path, message)]
  }

  /// Numbers in ascending order, neighbours joined: `1…8, 10`.
  private static func list(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, number == last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)…\($0.upperBound)" }
      .joined(separator: ", ")
  }
}

extension Oracle {
  /// The kinds of cues that the workout has, in the order of the format.
  fileprivate var kinds: [CueKind] { CueKind.allCases.filter { !sets(of: $0).isEmpty } }
}
