import Hummingbird

#if Serve
import StrictJSON

extension PageServer {
  /// Past sessions, and what their user thinks of them.
  var past: [Endpoint] {
    let reader = reader
    return [
      Endpoint(.get, "/api/history", .control) { (_) throws(Refusal) in .json(try await reader.history()) },
      Endpoint(.get, "/api/history/picture.svg", .control) { (_) throws(Refusal) in
        .picture(try await reader.historyPicture())
      },
      Endpoint(.get, "/api/history/{session}", .control) { (call) throws(Refusal) in
        .json(try await reader.session(call.number()))
      },
      Endpoint(.post, "/api/history/{session}", .control, remark),
      Endpoint(.delete, "/api/history/{session}", .control) { (call) throws(Refusal) in
        _ = try await call.body()
        try await reader.delete(call.number())
        return .json([:])
      },
      Endpoint(.get, "/api/history/{session}/strip.svg", .control) { (call) throws(Refusal) in
        .picture(try await reader.strip(of: call.number()))
      },
    ]
  }

  /// The longest note, in characters, as of the command.
  private static let longestNote = 1_000

  @Sendable private func remark(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    let body = Body(try Body.object(await call.body(), of: ["note", "rpe"]))
    let (note, rpe) = (try body.text("note"), try body.integer("rpe"))
    if let rpe, !(1...10).contains(rpe) { throw .invalid("\"rpe\" must be 1 to 10") }
    if let note, note.count > Self.longestNote || note.contains("\0") {
      throw .invalid("\"note\" must be a text of at most \(Self.longestNote) characters")
    }
    guard note != nil || rpe != nil else { throw .invalid("\"note\" or \"rpe\" is missing") }
    return .json(try await reader.remark(on: call.number(), note: note, rpe: rpe))
  }
}
#endif
