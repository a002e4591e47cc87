import StrictJSON

/// A rejection of a request; the names of errors are those of the control socket.
package struct Refusal: Error, Equatable {
  package let status: Int
  package let error: String
  package let reason: String
  var details = JSONFields()
  var fields: [String: String] = [:]

  init(_ status: Int, _ error: String, _ reason: String, fields: [String: String] = [:]) {
    (self.status, self.error, self.reason, self.fields) = (status, error, reason, fields)
  }
}

extension Refusal {
  static let unknown = Refusal(404, "unknown", "there is nothing at this address")
  static let busy = Refusal(429, "busy", "too many requests")
  static let failed = Refusal(500, "failed", "the server can't do that now")

  static func tooLong(_ limit: Int) -> Refusal {
    Refusal(413, "malformed", "a request may have at most \(limit) bytes")
  }
  static func unknown(_ reason: String) -> Refusal { Refusal(404, "unknown", reason) }
  static func invalid(_ reason: String) -> Refusal { Refusal(400, "invalid", reason) }
}
