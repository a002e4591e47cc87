import SessionControl
import StrictJSON

/// A request to a run that a message contains: JSON, or words of `cuebell ctl`.
struct BrokerRequest: Equatable {
  /// The fields without `id`.
  let fields: JSONFields
  /// What the reply repeats.
  let id: ControlRequest.ID?

  private static let name = "MQTT"

  init(_ payload: [UInt8]) throws(ControlRequest.Failure) {
    let line = payload.last == UInt8(ascii: "\n") ? payload.dropLast() : payload[...]
    if let place = line.firstIndex(of: UInt8(ascii: "\n")) {
      throw ControlRequest.Failure(id: nil, error: .malformed("a request is one line", column: place + 1))
    }
    guard let request = try ControlRequest.read(Array(line)) else {
      throw ControlRequest.Failure(id: nil, error: .malformed("there is no request", column: 1))
    }
    id = request.id
    switch request.kind {
    case .perform, .get, .clock: break
    case .watch, .unwatch, .events, .name:
      throw ControlRequest.Failure(
        id: id, error: .invalid("a request needs exactly one of \"do\", \"get\", \"clock\""))
    }
    var fields: JSONFields
    if let object = JSONObject(line: line) {
      fields = JSONObject(object.members.filter { !["id", "as", "control"].contains($0.key) }).fields
    } else {
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
      do throws(ControlError) { fields = try ControlRequest.fields(ofWords: words) } catch {
        throw ControlRequest.Failure(id: nil, error: error)
      }
    }
    fields.add("as", request.clientName ?? Self.name)
    self.fields = fields
  }
}
