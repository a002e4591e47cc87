/// Header fields that restrict what a browser allows the pages to do.
enum SecurityFields {
  private static let page = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """
  /// A picture that is opened directly is displayed in a sandbox.
  private static let picture = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

  static func fields(for reply: Reply) -> [RequestHead.Field] {
    let isPicture = reply.fields.contains(RequestHead.Field("content-type", "image/svg+xml"))
    return [
      RequestHead.Field("content-security-policy", isPicture ? picture : page),
      RequestHead.Field("x-content-type-options", "nosniff"),
      RequestHead.Field("x-frame-options", "DENY"),
      RequestHead.Field("referrer-policy", "no-referrer"),
      RequestHead.Field("cross-origin-resource-policy", "same-origin"),
      RequestHead.Field("cache-control", "no-store"),
    ]
  }
}
