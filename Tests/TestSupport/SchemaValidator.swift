import Foundation

/// Validates JSON against one of the project's schemas, with Debian's python3-jsonschema.
public struct SchemaValidator: Sendable {
  /// The validator could not run, or its two drafts disagree.
  public struct Failure: Error, CustomStringConvertible {
    /// Its output on stderr, or the inconsistent answers.
    public let description: String
  }

  private let schema: String

  /// A validator for a file in `Schemas`.
  public init(_ name: String) {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    schema = root.appendingPathComponent("Schemas/\(name)").path
  }

  /// Whether the schema accepts each of the texts, in its own draft and in draft 7.
  public func accepts(_ texts: [String]) throws -> [Bool] {
    let program = """
      drafts = [kind(schema) for kind in (Draft202012Validator, Draft7Validator)]
      for text in json.load(sys.stdin):
          valid = [draft.is_valid(json.loads(text)) for draft in drafts]
          print('accepted' if valid == [True, True] else 'refused' if valid == [False, False] else 'mixed')
      """
    let output = try run(program, input: JSONEncoder().encode(texts))
    let answers = output.split(separator: "\n")
    guard answers.count == texts.count, !answers.contains("mixed") else {
      throw Failure(description: "the two drafts disagree or answers are missing:\n\(output)")
    }
    return answers.map { $0 == "accepted" }
  }

  /// The keys without a description in the schema, one per line.
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

  /// The output of a Python program in which `schema` is the schema.
  public func run(_ program: String) throws -> String { try run(program, input: Data()) }

  private func run(_ program: String, input: Data) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString)")
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
    let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: errorText) }
    return text
  }
}
