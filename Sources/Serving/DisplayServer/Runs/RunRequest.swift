import SessionControl
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// A page's request to a run, in the protocol of the control socket.
package struct RunRequest {
  /// The fields as JSON without braces; the shared connection adds its own `id`.
  package let fields: String
  private let id: String?

  /// The client name of a page that gives none.
  private static let name = "browser"

  /// Parses the body of a request.
  package init(_ body: [UInt8]) throws(Refusal) {
    let object = try Body.object(body)
    switch try Self.kind(of: body) {
    case .perform, .get, .clock: break
    case .watch, .unwatch, .events: throw .invalid("watch and events belong to the run's events address")
    case .name, nil: throw .invalid("a request needs exactly one of \"do\", \"get\", \"clock\"")
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

  /// The status and the object of the run's reply, under the ID of the request.
  package func reply(_ reply: RunReply) -> (status: Int, json: String) {
    (reply.status, "{\(id.map { "\"id\":\($0)," } ?? "")\(reply.fields)}")
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
