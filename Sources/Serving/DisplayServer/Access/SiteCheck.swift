import Hummingbird

#if Serve
import HTTPTypes

enum SiteCheck {
  /// Throws for a request from another site; a request that changes something needs an origin, or must come from a
  /// program.
  static func check(_ request: Request) throws(Refusal) {
    if request.headers.values("sec-fetch-site").contains("cross-site") { throw foreign }
    let origins = request.headers.values("origin")
    if !origins.isEmpty {
      guard origins.count == 1, let host = request.host, isSame(origins[0], host) else { throw foreign }
    } else if !request.method.isReading, request.bearerToken == nil {
      throw Refusal(403, "refused", "a request that changes something needs an Origin or a bearer token")
    }
  }

  /// Throws for a content type that a form of another site could send.
  static func checkType(_ request: Request) throws(Refusal) {
    let type = request.headers.value("content-type")?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard type == "application/json" else { throw Refusal(415, "malformed", "a request must be application/json") }
  }

  private static let foreign = Refusal(403, "refused", "another site sent this request")

  private static func isSame(_ origin: String, _ host: String) -> Bool {
    let origin = origin.lowercased()
    return ["http://", "https://"].contains { origin == $0 + host.lowercased() }
  }
}

extension Request {
  /// The host that the request is addressed to; `nil` if it names none or two.
  var host: String? {
    // The library removes the first `Host` from the fields.
    headers.values("host").isEmpty ? head.authority : nil
  }

  var bearerToken: String? {
    let scheme = "bearer "
    return headers.value("authorization").flatMap { value in
      value.lowercased().hasPrefix(scheme) ? String(value.dropFirst(scheme.count)) : nil
    }
  }

  var isForwarded: Bool {
    headers.contains { field in
      let name = field.name.canonicalName
      return name == "forwarded" || name == "via" || name.hasPrefix("x-forwarded-")
    }
  }
}

extension HTTPFields {
  func values(_ name: String) -> [String] { filter { $0.name.canonicalName == name }.map(\.value) }

  /// The value of a field that may occur once; `nil` if it is missing or repeated.
  func value(_ name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }
}
#endif
