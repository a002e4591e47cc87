import CommandSupport
import ControlSocket
import Glibc
import HostSystem
import StrictJSON
import WorkoutModel

/// Speaks the Model Context Protocol: JSON-RPC 2.0, one message a line, answered in their order.
///
/// It holds one line and its answer at a time: a client that doesn't read isn't read either.
struct AssistantServer {
  /// The revisions of the protocol, the newest first.
  private static let revisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The longest line in bytes, more than a workout in a JSON text takes; its deepest nesting; the most messages in it.
  private static let (longestLine, depth, mostMessages) = (4 << 20, 32, 32)
  private static let largestResource = 1 << 20
  private static let instructions = """
    Interval workouts are JSON files. Before you write one, read the resources WORKOUTS and schema; a simple one is a \
    short form such as 8x20/10. Pass its text to check and mend what is reported by line and column, show it, and \
    keep it with new.
    """

  /// An error of JSON-RPC.
  private struct Fault: Error {
    let code: Int
    let message: String

    static let (unreadable, invalid, unknownMethod) = (-32700, -32600, -32601)
    static let (badParameters, noResource) = (-32602, -32002)
  }

  let tools: [AssistantTool]

  /// The installed schemas and documents about writing workouts.
  private var resources: [(name: String, text: String)] {
    func text(_ folder: String, _ file: String) -> String? {
      ShippedFiles.folder(folder).flatMap { RegularFile.text(of: "\($0)/\(file)", atMost: Self.largestResource) }
    }
    let page = text("docs", "WORKOUTS.md")
    // A section ends where the next one begins.
    let forms = page?.firstRange(of: "\n## Short forms\n").flatMap { page?[$0.lowerBound...].dropFirst() }
    let section = forms.map { forms in String(forms[..<(forms.firstRange(of: "\n## ")?.lowerBound ?? forms.endIndex)]) }
    let all = [
      ("schema", text("Schemas", "workout.schema.json")),
      ("programme-schema", text("Schemas", "programme.schema.json")), ("WORKOUTS", page), ("SHORT", section),
    ]
    return all.compactMap { name, text in text.map { (name, $0) } }
  }

  /// Answers the lines of stdin until it ends, or nobody reads the answers.
  func run() throws {
    var lines = LineBuffer(capacity: Self.longestLine)
    while true {
      while let line = lines.next() {
        if let answer = answer(to: line), !Self.write(answer) { return }
      }
      if lines.hasOverflowed {
        let fault = Fault(code: Fault.invalid, message: "a line may have at most \(Self.longestLine) bytes")
        _ = Self.write(Self.answer(nil, fault))
        throw Exit.fail(.badInput, "A line of the client is too long.")
      }
      let more = (try? FileDescriptor.standardInput.read(atMost: 65_536)) ?? []
      if more.isEmpty { return }
      lines.append(more)
    }
  }

  private static func write(_ answer: JSONOutput) -> Bool {
    OutputWriter.write(answer.line(.compact) + "\n", to: STDOUT_FILENO) == nil
  }

  /// The answer to a line; `nil` if it needs none.
  private func answer(to line: [UInt8]) -> JSONOutput? {
    let message: JSONValue
    do throws(JSONError) { message = try JSONReader.readLine(line, maximumDepth: Self.depth).root } catch {
      return Self.answer(nil, Fault(code: Fault.unreadable, message: "\(error.location): \(error.message)"))
    }
    guard let batch = message.list else { return answer(to: message) }
    guard (1...Self.mostMessages).contains(batch.count) else {
      return Self.answer(nil, Fault(code: Fault.invalid, message: "a batch has 1 to \(Self.mostMessages) messages"))
    }
    let answers = batch.compactMap { answer(to: $0) }
    return answers.isEmpty ? nil : .list(answers)
  }

  private func answer(to message: JSONValue) -> JSONOutput? {
    let (id, method) = (message["id"], message["method"]?.text)
    // It asks nothing, so answers are to nobody.
    if method == nil, message["result"] != nil || message["error"] != nil { return nil }
    guard let method, message["jsonrpc"]?.text == "2.0", id?.text != nil || id?.integer != nil || message.hasNoID else {
      return Self.answer(nil, Fault(code: Fault.invalid, message: "not a request of JSON-RPC 2.0"))
    }
    guard let id else { return nil }
    do throws(Fault) {
      return (["jsonrpc": "2.0", "id": id, "result": try result(of: method, message["params"])] as JSONFields).json
    } catch {
      return Self.answer(id, error)
    }
  }

  private static func answer(_ id: JSONValue?, _ fault: Fault) -> JSONOutput {
    let error: JSONFields = ["code": fault.code, "message": fault.message]
    return (["jsonrpc": "2.0", "id": id, "error": error] as JSONFields).json
  }

  private func result(of method: String, _ parameters: JSONValue?) throws(Fault) -> JSONFields {
    switch method {
    case "initialize":
      let asked = parameters?["protocolVersion"]?.text
      return [
        "protocolVersion": Self.revisions.first { $0 == asked } ?? Self.revisions[0],
        "capabilities": ["tools": JSONFields(), "resources": JSONFields()] as JSONFields,
        "serverInfo": ["name": "cuebell", "title": "Cuebell", "version": Release.version] as JSONFields,
        "instructions": Self.instructions,
      ]
    case "ping": return [:]
    case "tools/list": return ["tools": tools.map(\.fields)]
    case "tools/call":
      let name = parameters?["name"]?.text ?? ""
      guard let tool = tools.first(where: { $0.name == name }) else {
        throw Fault(code: Fault.badParameters, message: "there is no tool \(Excerpt.quoted(name))")
      }
      let answer = tool.answer(to: parameters?["arguments"])
      return ["content": [["type": "text", "text": answer.text] as JSONFields], "isError": answer.isError]
    case "resources/list":
      return ["resources": resources.map { ["uri": "cuebell://\($0.name)", "name": $0.name] as JSONFields }]
    case "resources/templates/list": return ["resourceTemplates": [] as [String]]
    case "resources/read":
      let address = parameters?["uri"]?.text ?? ""
      guard let resource = resources.first(where: { "cuebell://\($0.name)" == address }) else {
        throw Fault(code: Fault.noResource, message: "there is no resource \(Excerpt.quoted(address))")
      }
      return ["contents": [["uri": address, "text": resource.text] as JSONFields]]
    default: throw Fault(code: Fault.unknownMethod, message: "unknown method \(Excerpt.quoted(method))")
    }
  }
}

extension JSONValue {
  /// Whether it asks for no answer.
  fileprivate var hasNoID: Bool { object?["id"] == nil }
}
