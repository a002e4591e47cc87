import DriftSimulation
import StrictJSON
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

extension ScenarioDecoder {
  private static let expectKeys = FieldKeys(
    "an expectation", ["invariants", "outcomes", "final"], synonyms: ["laws": "invariants", "end": "final"])
  private static let outcomeKeys = FieldKeys(
    "an outcome", ["cue", "set", "is", "cause", "times"], synonyms: ["outcome": "is", "kind": "cue", "count": "times"])
  private static let finalKeys = FieldKeys("an end", ["playback", "elapsed"], synonyms: ["state": "playback"])

  static func expectations(_ field: Field) -> Expectations? {
    guard let fields = FieldReader(field, expectKeys) else { return nil }
    var expected = Expectations()
    if let choice = fields.optional("invariants").flatMap(invariants) { expected.invariants = choice }
    expected.outcomes = fields.optional("outcomes")?.list("a list of outcomes")?.compactMap(outcome) ?? []
    if let final = fields.optional("final").flatMap(end) { expected.final = final }
    return expected
  }

  private static func invariants(_ field: Field) -> InvariantChoice? {
    if field.value.text == "all" { return .all }
    let numbers = Invariants.all.map(\.number)
    guard let list = field.list("\"all\", or a list of numbers such as \"I08\"") else { return nil }
    return .some(
      list.compactMap { element in
        guard let text = element.text() else { return nil }
        let number = Invariants.successors[text] ?? text
        if !numbers.contains(number) {
          element.complain("must be one of \(numbers.joined(separator: ", ")), got \(element.value.summary)")
        }
        return number
      })
  }

  private static func outcome(_ field: Field) -> ExpectedOutcome? {
    guard let fields = FieldReader(field, outcomeKeys) else { return nil }
    let words = Outcome.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let outcome: Outcome? = fields.required("is", "what it comes to: \(words)")?.choice()
    let cause = fields.optional("cause")?.text()
    let times = fields.optional("times")?.integer(in: 0...ScenarioLimits.times)
    guard let name = cueName(fields), let outcome else { return nil }
    return ExpectedOutcome(name, is: outcome, cause: cause, times: times)
  }

  private static func end(_ field: Field) -> ExpectedEnd? {
    guard let fields = FieldReader(field, finalKeys) else { return nil }
    var end = ExpectedEnd()
    if let field = fields.optional("playback"), let text = field.text() {
      let names = ExpectedEnd.playbacks
      if names.contains(text) {
        end.playback = text
      } else {
        field.complain(
          "must be one of \(names.map { "\"\($0)\"" }.joined(separator: ", ")), got \(field.value.summary)"
            + Suggestion.question(text, among: names))
      }
    }
    end.elapsed = fields.optional("elapsed")?.duration(in: .zero...ScenarioLimits.time)
    return end
  }
}
