import SessionControl
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// A request of a page to a run, in the words of the run's socket.
package struct RunRequest {
  /// The fields for the run, as JSON without the braces; the connection that pages share has an `id` of its own.
  package let fields: String
  private let id: String?

  /// What a page that doesn't name itself is called.
  private static let name = "browser"

  /// Reads the body of a request.
  package init(_ body: [UInt8]) throws(Refusal) {
    let object = try Body.object(body)
    switch try Self.kind(of: body) {
    case .perform, .get, .clock: break
    case .watch, .unwatch, .events: throw .invalid("watch and events are for the events address of the run")
    case .name, nil: throw .invalid("a request has one of \"do\", \"get\", \"clock\"")
    }
    id = object["id"]?.value.json
    let kept = object.members.filter { !["id", "as", "control"].contains($0.key) }
    let name = object["as"]?.value.json ?? SafeText.jsonString(Self.name)
    let fields = kept.map { "\(SafeText.jsonString($0.key)):\($0.value.json)" }
    self.fields = (fields + ["\"as\":\(name)"]).joined(separator: ",")
  }

  private static func kind(of body: [UInt8]) throws(Refusal) -> ControlRequest.Kind? {
    do throws(ControlRequest.Failure) { return try ControlRequest.read(body)?.kind } catch {
      throw Refusal(error.error)
    }
  }

  /// The run's reply to the page.
  package func reply(_ reply: RunReply) -> Reply {
    .json("{\(id.map { "\"id\":\($0)," } ?? "")\(reply.fields)}", status: reply.status)
  }
}

extension Refusal {
  /// An error of the socket.
  init(_ error: ControlError) {
    self.init(RunReply.status(of: error.name), error.name, error.reason)
    if case .malformed(_, let column) = error { details = [Detail(name: "column", json: "\(column)")] }
    if case .version = error { details = [Detail(name: "supported", json: "[\(ControlProtocol.version)]")] }
  }
}
