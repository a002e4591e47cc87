/// Rejects cross-site requests.
enum SiteCheck {
  /// Throws for a request from another site; a request that changes something needs an origin, or must come from a
  /// program.
  static func check(_ head: RequestHead) throws(Refusal) {
    if head.values("sec-fetch-site").contains("cross-site") { throw foreign }
    let origins = head.values("origin")
    if !origins.isEmpty {
      guard let origin = head.value("origin"), let host = head.value("host"), isSame(origin, host) else {
        throw foreign
      }
    } else if head.method != "GET", Credentials(head, cookie: "").bearer == nil {
      throw Refusal(403, "refused", "a request that changes something has an Origin or a token of a program")
    }
  }

  /// Throws for a content type that a form of another site could send.
  static func checkType(_ head: RequestHead) throws(Refusal) {
    let type = head.value("content-type")?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard type == "application/json" else { throw Refusal(415, "malformed", "a request is application/json") }
  }

  private static let foreign = Refusal(403, "refused", "another site asks for this")

  private static func isSame(_ origin: String, _ host: String) -> Bool {
    let origin = origin.lowercased()
    return ["http://", "https://"].contains { origin == $0 + host.lowercased() }
  }
}
