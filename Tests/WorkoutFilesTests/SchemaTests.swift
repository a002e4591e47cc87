import Foundation
import Testing
import WorkoutFiles
import WorkoutModel

/// The schema that editors use and the reader must agree wherever the schema can tell.
@Suite struct `The JSON schema` {
  @Test func `refuses what the reader refuses, where a schema can tell`() throws {
    let refused = try CaseFile.refused()
    let verdicts = try Judge.verdicts(on: refused.map(\.text))
    for (refused, isAccepted) in zip(refused, verdicts) {
      #expect(isAccepted != refused.isRefusedBySchema, "\(refused.text)")
    }
  }

  @Test func `accepts what the reader accepts`() throws {
    let accepted = try CaseFile.accepted()
    for (text, isAccepted) in zip(accepted, try Judge.verdicts(on: accepted)) {
      #expect(isAccepted, "\(text)")
    }
  }

  @Test func `accepts whatever the writer writes`() throws {
    let seed: UInt64 = 20_261
    var generator = WorkoutGenerator(seed: seed)
    let texts = (0..<200).map { _ in WorkoutWriter.write(generator.workout(), schema: "s.json") }
    for (text, isAccepted) in zip(texts, try Judge.verdicts(on: texts)) {
      #expect(isAccepted, "seed \(seed): \(text)")
    }
  }

  @Test func `accepts the cue rules of each style`() throws {
    let texts = Style.allCases.map { style in
      "{ \"name\": \"A\", \"phases\": [{ \"name\": \"A\", \"duration\": 1 }], \"cues\": "
        + WorkoutWriter.write(style.rules) + "}"
    }
    #expect(try Judge.verdicts(on: texts).allSatisfy(\.self))
  }

  @Test func `is a valid schema in its draft and in draft 7`() throws {
    #expect(
      try Judge.run("Draft202012Validator.check_schema(schema); Draft7Validator.check_schema(schema); print('ok')")
        == "ok\n")
  }

  @Test func `describes every key for editors`() throws {
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
    #expect(try Judge.run(program) == "")
  }
}

/// A JSON schema engine that is not ours: Debian's python3-jsonschema.
enum Judge {
  struct Failure: Error, CustomStringConvertible { let description: String }

  static func verdicts(on texts: [String]) throws -> [Bool] {
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

  static func run(_ program: String, input: Data = Data()) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("judge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let cases = folder.appendingPathComponent("cases.json")
    try input.write(to: cases)
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
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
    process.arguments = ["-c", preamble + program, root.appendingPathComponent("Schemas/workout.schema.json").path]
    process.standardInput = try FileHandle(forReadingFrom: cases)
    let output = Pipe()
    let errors = Pipe()
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
