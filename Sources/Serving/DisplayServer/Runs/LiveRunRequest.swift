package import LiveRuns
import SessionControl
package import StrictJSON

/// A page's request to a run, in the protocol of the control socket.
package struct LiveRunRequest {
  /// The fields without `id`; the shared connection adds its own.
  package let fields: JSONFields
  private let id: JSONValue?

  /// The client name of a page that gives none.
  private static let name = "browser"

  /// The request in the body that a client has sent; `client` identifies it unless it does so itself.
  package init(_ body: [UInt8], from client: String? = nil) throws(Refusal) {
    let object = try Body.object(body)
    let kind: ControlRequest.Kind?
    do throws(ControlRequest.Failure) { kind = try ControlRequest.read(body)?.kind } catch {
      throw Refusal(error.error)
    }
    switch kind {
    case .perform, .get, .clock: break
    case .watch, .unwatch, .events: throw .invalid("watch and events belong to the run's events address")
    case .name, nil: throw .invalid("a request needs exactly one of \"do\", \"get\", \"clock\"")
    }
    id = object["id"]
    var fields = JSONObject(object.members.filter { !["id", "as", "control"].contains($0.key) }).fields
    fields.add("as", object["as"]?.json ?? .text(Self.name))
    if object["client"] == nil { fields.add("client", ifAny: client) }
    self.fields = fields
  }

  /// The status and the object of the run's reply, under the ID of the request.
  package func reply(_ reply: LiveRunReply) -> (status: Int, object: JSONFields) {
    var object = JSONFields()
    object.add("id", ifAny: id)
    object.add(reply.fields)
    return (reply.status, object)
  }
}

extension LiveRunReply {
  package var status: Int { self == .absent ? 404 : error.map { Self.status(of: $0) } ?? 200 }

  static func status(of error: String) -> Int {
    switch error {
    case "malformed", "unknown", "invalid", "version": 400
    case "busy": 429
    case "ending", "silent": 503
    default: 409
    }
  }
}

extension Refusal {
  init(_ error: ControlError) {
    self.init(LiveRunReply.status(of: error.name), error.name, error.reason)
    details = error.details
  }
}
