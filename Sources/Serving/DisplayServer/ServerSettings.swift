/// What a server needs to know.
public struct ServerSettings: Sendable {
  /// The version of the project.
  public var version: String
  /// The port that it listens at.
  public var port: Int
  /// The names by which it may be called.
  public var hosts: HostCheck
  /// The secrets.
  public var tokens: AccessTokens
  /// Whether programs of this machine may look without a token.
  public var trustsLoopback: Bool
  /// The path of the command.
  public var command: String
  /// The folders of workouts; none for those that the command knows.
  public var folders: [String]
  /// What each run that is started begins with.
  public var runOptions: [String]
  /// The folder of the logs of those runs.
  public var logs: String
  /// The user's cache folder, if there is one.
  public var cache: String?

  /// Settings of a server.
  public init(
    version: String, port: Int, hosts: HostCheck, tokens: AccessTokens, trustsLoopback: Bool, command: String,
    folders: [String], runOptions: [String], logs: String, cache: String?
  ) {
    self.version = version
    self.port = port
    self.hosts = hosts
    self.tokens = tokens
    self.trustsLoopback = trustsLoopback
    self.command = command
    self.folders = folders
    self.runOptions = runOptions
    self.logs = logs
    self.cache = cache
  }
}

/// A file of the pages.
public struct Asset: Sendable {
  /// Its name.
  public let name: String
  /// What it holds.
  public let bytes: [UInt8]

  /// A file of a name.
  public init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  /// The media type, by the end of the name.
  var type: String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "webm": "video/webm"
    default: "application/octet-stream"
    }
  }
}
