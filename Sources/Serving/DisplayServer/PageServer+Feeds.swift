import Hummingbird

#if Serve
import FoundationEssentials
import HTTPTypes
import HostSystem
import LiveRuns
import StrictJSON
import WorkoutModel

extension PageServer {
  /// The podcasts of programmes, behind a token of their own, and the links to them.
  var podcasts: [Endpoint] {
    [
      Endpoint(.get, "/api/programmes/{programme}/feed", .control) { (call) throws(Refusal) in
        let programme = try await self.reader.programme(call.name)
        // By the time the link is in an app, there is something to hear.
        self.feeds.refresh(programme)
        return self.link("\(Self.path(of: programme))?k=\(self.settings.tokens.feed)", call)
      },
      Endpoint(.get, "/feed/{programme}", .none, feed),
      Endpoint(.get, "/feed/{programme}/{file}", .none, file),
    ]
  }

  private static func path(of programme: WorkoutItem) -> String {
    var path = URLComponents()
    path.path = "/feed/\(programme.id)"
    return path.percentEncodedPath
  }

  @Sendable private func feed(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    try access.requireFeedToken(of: call.request, from: call.context.peer)
    let programme = try await reader.programme(call.name)
    let stored = try await feeds.feed(of: programme)
    let own = SafeText.markup("http://\(call.request.host ?? "")\(Self.path(of: programme))")
    let token = "?k=\(settings.tokens.feed)"
    let parts = stored.split(separator: FeedStore.placeholder, omittingEmptySubsequences: false)
    let links = parts.dropFirst().map { part in
      let file = part.prefix { !"\"<".contains($0) }
      return (["", "feed.xml"].contains(file) ? own : "\(own)/\(file)") + token + part.dropFirst(file.count)
    }
    return Response("application/rss+xml", Array((String(parts[0]) + links.joined()).utf8))
  }

  @Sendable private func file(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    try access.requireFeedToken(of: call.request, from: call.context.peer)
    let name = call.context.parameters.get("file") ?? ""
    let path = try feeds.file(name, of: await reader.listedProgramme(call.name))
    return try await .file(path, call)
  }
}

extension Response {
  private static let types = [
    "mp3": "audio/mpeg", "json": "application/json+chapters", "vtt": "text/vtt", "png": "image/png",
    "xml": "application/rss+xml",
  ]

  /// A file, or the bytes of it that the request asks for (RFC 9110, section 14): podcast apps jump, and continue
  /// downloads.
  static func file(_ path: String, _ call: Endpoint.Call) async throws(Refusal) -> Response {
    guard let size = RegularFile.size(of: path), size > 0 else { throw .unknown }
    let ending = path.split(separator: ".").last.map(String.init) ?? ""
    let part = try ByteRange.bytes(for: call.request, of: size)
    guard let body = try? await FileIO().loadFile(path: path, range: part ?? 0...size - 1, context: call.context) else {
      throw .unknown
    }
    var fields = ByteRange.fields(of: part, of: size)
    fields["content-type"] = types[ending] ?? "application/octet-stream"
    return Response(status: part == nil ? .ok : .partialContent, headers: HTTPFields(fields), body: body)
  }
}
#endif
