import Foundation

/// A JSON schema engine that is not ours: Debian's python3-jsonschema, with one of the schemas that come along.
public struct SchemaJudge: Sendable {
  /// Why it can't judge.
  public struct Failure: Error, CustomStringConvertible {
    /// What it wrote to stderr, or what is odd about its answers.
    public let description: String
  }

  private let schema: String

  /// Judges by a schema of the project.
  public init(_ name: String) {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    schema = root.appendingPathComponent("Schemas/\(name)").path
  }

  /// Whether the schema accepts each of the texts, in its own draft and in draft 7.
  public func verdicts(on texts: [String]) throws -> [Bool] {
    let program = """
      for text in json.load(sys.stdin):
          verdict = [kind(schema).is_valid(json.loads(text)) for kind in (Draft202012Validator, Draft7Validator)]
          print('accepted' if verdict == [True, True] else 'refused' if verdict == [False, False] else 'torn')
      """
    let output = try run(program, input: JSONEncoder().encode(texts))
    let verdicts = output.split(separator: "\n")
    guard verdicts.count == texts.count, !verdicts.contains("torn") else {
      throw Failure(description: "the two drafts disagree or verdicts are missing:\n\(output)")
    }
    return verdicts.map { $0 == "accepted" }
  }

  /// The keys that the schema doesn't describe, one a line.
  public func undescribed() throws -> String {
    let program = """
      def walk(node, where):
          if isinstance(node, dict):
              for key, value in (node.get('properties') or {}).items():
                  top = where.split('/')[-1] not in ('allOf', 'not', 'oneOf', 'anyOf', 'then', 'if')
                  if top and isinstance(value, dict) and 'description' not in value: print(where + '/' + key)
              for key, value in node.items(): walk(value, where + '/' + key)
          elif isinstance(node, list):
              for value in node: walk(value, where)
      walk(schema, '')
      """
    return try run(program)
  }

  /// What a program prints that knows the schema as `schema`.
  public func run(_ program: String) throws -> String { try run(program, input: Data()) }

  private func run(_ program: String, input: Data) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("judge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let cases = folder.appendingPathComponent("cases.json")
    try input.write(to: cases)
    let preamble = """
      import json, sys
      try:
          from jsonschema import Draft7Validator, Draft202012Validator
      except ImportError:
          sys.exit('python3-jsonschema is missing: apt-get install -y python3-jsonschema')
      schema = json.load(open(sys.argv[1]))

      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", preamble + program, schema]
    process.standardInput = try FileHandle(forReadingFrom: cases)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: complaint) }
    return text
  }
}
