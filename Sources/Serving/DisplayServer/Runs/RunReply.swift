package import StrictJSON

/// A run's reply to a request, with an HTTP status.
package struct RunReply: Equatable, Sendable {
  /// The HTTP status.
  package let status: Int
  /// The fields of the object, without `id`.
  package let fields: JSONFields

  /// The reply from an object that a run has sent.
  init(_ object: JSONObject) {
    status = object["ok"]?.bool == true ? 200 : Self.status(of: object["error"]?.text)
    fields = JSONObject(object.members.filter { $0.key != "id" }).fields
  }

  private init(_ status: Int, _ error: String, _ reason: String) {
    self.status = status
    fields = ["ok": false, "error": error, "reason": reason]
  }

  /// The HTTP status for an error of the socket.
  static func status(of error: String?) -> Int {
    switch error {
    case "malformed", "unknown", "invalid", "version": 400
    case "busy": 429
    case "ending": 503
    default: 409
    }
  }

  /// There is no run of that name.
  static let absent = RunReply(404, "unknown", absentReason)
  static let absentReason = "no run has this name"
  /// The run doesn't answer.
  package static let silent = RunReply(503, "silent", "the run doesn't answer")
  /// The run has ended.
  package static let ending = RunReply(503, "ending", "the workout is over")
}
