/// The tokens in a request.
struct Credentials {
  /// The token of a program, in the field `Authorization`.
  let bearer: String?
  /// The token of a page, in its cookie.
  let cookie: String?

  /// Reads the tokens of a request; `cookie` is the cookie's name.
  init(_ head: RequestHead, cookie name: String) {
    let scheme = "bearer "
    bearer = head.value("authorization").flatMap { value in
      value.lowercased().hasPrefix(scheme) ? String(value.dropFirst(scheme.count)) : nil
    }
    let pairs = head.values("cookie").flatMap { $0.split(separator: ";") }
    cookie =
      pairs.lazy.compactMap { pair -> String? in
        let parts = pair.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
        return parts.count == 2 && parts[0] == name ? parts[1] : nil
      }.first
  }
}

/// The cookie with a page's token. Its name contains the port, because browsers share cookies between ports.
struct SessionCookie {
  let name: String

  init(port: Int) { name = "cuebell-\(port)" }

  /// The field that stores a token for a year.
  func field(_ token: String) -> RequestHead.Field { field(token, seconds: 365 * 86_400) }

  /// The field that removes the token.
  var removal: RequestHead.Field { field("", seconds: 0) }

  private func field(_ token: String, seconds: Int) -> RequestHead.Field {
    RequestHead.Field("set-cookie", "\(name)=\(token); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict")
  }
}
