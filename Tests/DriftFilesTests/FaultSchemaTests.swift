import CommandSupport
import DriftSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing
import WorkoutModel

/// The schema lists the kinds of faults and the keys of each. Both follow from the definitions: UPDATE_GOLDEN=1 writes
/// them into the schema.
@Suite struct `The schema of faults` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let file = root.appending(path: "Schemas/scenario.schema.json")

  @Test func `names each kind as its definition does`() {
    #expect(Fault.Kind.allCases.allSatisfy { $0.fault([:]).fault.kind == $0 })
  }

  @Test func `is offered whole by the command line`() {
    #expect(FaultNames.allValueStrings == Fault.Kind.allCases.map(\.rawValue))
  }

  @Test func `has the kinds and parameters that the definitions declare`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let expected = try FaultSchema(text).updated(text)
    // Where lines are wrapped makes no difference.
    if text.filter({ !$0.isWhitespace }) == expected.filter({ !$0.isWhitespace }) { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(expected.utf8).write(to: Self.file)
    } else {
      Issue.record("the schema differs; to update it: UPDATE_GOLDEN=1, and read the difference")
    }
  }

  @Test func `describes each parameter with its type and its limits`() throws {
    let schema = try FaultSchema(String(contentsOf: Self.file, encoding: .utf8))
    for parameter in Fault.Kind.allCases.flatMap(\.parameters) where schema.formats(of: parameter.key).count == 1 {
      let property = schema.properties[parameter.key]
      #expect(property.map { schema.accepts($0, parameter.format) } ?? false, "\(parameter)")
    }
  }

  @Test func `is described in the documentation`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "docs/SIMULATION.md"), encoding: .utf8)
    let missing = Fault.Kind.allCases.map(\.rawValue).filter { !text.contains("`\($0)`") }
    #expect(missing.isEmpty)
  }
}

/// What the schema of scenarios must say of faults.
private struct FaultSchema {
  typealias Node = [String: Any]

  private let definitions: [String: Node]

  init(_ text: String) throws {
    let schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Node
    definitions = schema?["$defs"] as? [String: Node] ?? [:]
  }

  var properties: [String: Node] { definitions["line"]?["properties"] as? [String: Node] ?? [:] }

  func formats(of key: String) -> [FaultParameter.Format] {
    Fault.Kind.allCases.flatMap(\.parameters).filter { $0.key == key }.reduce(into: []) { formats, parameter in
      if !formats.contains(parameter.format) { formats.append(parameter.format) }
    }
  }

  /// Whether a node, or the definition that it refers to, describes this format.
  func accepts(_ node: Node, _ format: FaultParameter.Format) -> Bool {
    if let reference = node["$ref"] as? String {
      return definitions[reference.replacing("#/$defs/", with: "")].map { accepts($0, format) } ?? false
    }
    switch format {
    case .duration(let range):
      let seconds = (node["anyOf"] as? [Node])?.first ?? [:]
      return isNumber(seconds, "number", Self.seconds(range.lowerBound), Self.seconds(range.upperBound))
    case .integer(let range): return isNumber(node, "integer", Double(range.lowerBound), Double(range.upperBound))
    case .number(let range): return isNumber(node, "number", range.lowerBound, range.upperBound)
    case .flag: return node["type"] as? String == "boolean"
    case .word(let words): return node["enum"] as? [String] == words
    case .text(let range):
      return node["minLength"] as? Int == range.lowerBound && node["maxLength"] as? Int == range.upperBound
    }
  }

  private func isNumber(_ node: Node, _ type: String, _ minimum: Double, _ maximum: Double) -> Bool {
    node["type"] as? String == type && node["minimum"] as? Double == minimum && node["maximum"] as? Double == maximum
  }

  private static func seconds(_ duration: Duration) -> Double { Double(duration.wholeNanoseconds) / 1e9 }

  /// The text with its list of kinds and its conditions replaced by what the definitions declare.
  func updated(_ text: String) -> String {
    let kinds: JSONFields = ["enum": Fault.Kind.allCases.map(\.rawValue)]
    let line: JSONFields = ["properties": ["do": kinds] as JSONFields, "allOf": conditions]
    let model = JSONOutput.object(["$defs": ["line": line] as JSONFields], isTall: true).document
    let start = text.range(of: "    \"line\": {")?.lowerBound ?? text.endIndex
    var (head, tail) = (String(text[..<start]), String(text[start...]))
    for (from, to) in [("          \"enum\": [", "\n          ]"), ("      \"allOf\": [", "\n      ]")] {
      guard let old = Self.section(of: tail, from, to), let new = Self.section(of: model, from, to) else { return "" }
      head += tail[..<old.lowerBound] + model[new]
      tail = String(tail[old.upperBound...])
    }
    return head + tail
  }

  private static func section(of text: String, _ from: String, _ to: String) -> Range<String.Index>? {
    guard let start = text.range(of: from), let end = text[start.upperBound...].range(of: to) else { return nil }
    return start.lowerBound..<end.upperBound
  }

  /// A condition for the kinds that have the same parameters.
  private var conditions: [JSONFields] {
    var groups: [(parameters: [FaultParameter], kinds: [Fault.Kind])] = []
    for kind in Fault.Kind.allCases {
      if let index = groups.firstIndex(where: { $0.parameters == kind.parameters }) {
        groups[index].kinds.append(kind)
      } else {
        groups.append((kind.parameters, [kind]))
      }
    }
    return groups.map { parameters, kinds in
      ["if": Self.matching("do", ["enum": kinds.map(\.rawValue)]), "then": requirements(of: parameters)]
    }
  }

  private static func matching(_ key: String, _ value: JSONFields) -> JSONFields {
    ["properties": [key: value] as JSONFields, "required": [key]]
  }

  private func requirements(of parameters: [FaultParameter]) -> JSONFields {
    let names: [JSONFields] = [
      ["enum": ["at", "do"] + parameters.map(\.key)], ["pattern": "^x-"], ["pattern": "^\\$schema$"],
    ]
    var fields: JSONFields = ["propertyNames": ["anyOf": names] as JSONFields]
    let required = parameters.filter { $0.hint != nil }
    if !required.isEmpty { fields.add("required", required.map(\.key)) }
    // A key that other kinds use for something else has its type here.
    let ambiguous = parameters.filter { formats(of: $0.key).count > 1 }
    if !ambiguous.isEmpty {
      fields.add("properties", JSONFields(ambiguous.map { (key: $0.key, value: node($0.format)) }))
    }
    if parameters.contains(where: { $0.key == "dist" }) {
      let tail: JSONFields = ["properties": ["alpha": false, "cap": false] as JSONFields]
      fields.add("allOf", [["if": Self.matching("dist", ["const": "uniform"]), "then": tail] as JSONFields])
    }
    return fields
  }

  private func node(_ format: FaultParameter.Format) -> JSONOutput {
    if let name = definitions.keys.sorted().first(where: { definitions[$0].map { accepts($0, format) } ?? false }) {
      return .object(["$ref": "#/$defs/\(name)"])
    }
    switch format {
    case .number(let range):
      return .object(["type": "number", "minimum": range.lowerBound, "maximum": range.upperBound])
    case .integer(let range):
      return .object(["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound])
    default: return true.json
    }
  }
}
