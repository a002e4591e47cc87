/// The settings of a server.
public struct ServerSettings: Sendable {
  /// The version of the project.
  public var version: String
  /// The port.
  public var port: Int
  /// The allowed host names.
  public var hosts: HostCheck
  /// The access tokens.
  public var tokens: AccessTokens
  /// Whether local programs can view without a token.
  public var trustsLoopback: Bool
  /// The path of the command.
  public var command: String
  /// The folders of workouts; empty for the command's default folders.
  public var folders: [String]
  /// The options of each started run.
  public var runOptions: [String]
  /// The folder for the logs of started runs.
  public var logs: String
  /// The user's cache folder, if there is one.
  public var cache: String?
  /// The user's own folder of workouts; `nil` without a home.
  public var own: String?
  /// The name of the place that the wall shows between workouts.
  public var title: String?
  /// The address of the remote as a QR code, an SVG image; `nil` if a phone can't reach this server.
  public var code: String?

  /// Creates settings.
  public init(
    version: String, port: Int, hosts: HostCheck, tokens: AccessTokens, trustsLoopback: Bool, command: String,
    folders: [String], runOptions: [String], logs: String, cache: String?,
    own: String? = nil, title: String? = nil, code: String? = nil
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
    self.own = own
    self.title = title
    self.code = code
  }
}
