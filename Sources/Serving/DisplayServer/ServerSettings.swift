import HostSystem

package struct ServerSettings: Sendable {
  package var version: String
  package var port: Int
  package var hosts: HostCheck
  package var tokens: AccessTokens
  /// Whether local programs can view without a token.
  package var trustsLoopback: Bool
  /// The address of a proxy that asks for a login itself, so that its requests need no token; `nil` for none.
  package var trustedProxy: PeerAddress?
  package var command: String
  /// The folders of workouts; empty for the command's default folders.
  package var folders: [String]
  package var runOptions: [String]
  package var logs: String
  package var cache: String?
  /// The folder of the user's settings; `nil` without a home.
  package var config: String?
  /// The name of the place that the wall shows between workouts.
  package var title: String?
  /// The address of the remote as a QR code, an SVG image; `nil` if a phone can't reach this server.
  package var code: String?
  /// The host and port by which other machines reach this server; `nil` if none does.
  package var origin: String?
  /// Called with the digits of each phone that asks to be let in.
  package var onAsking: @Sendable (String) -> Void = { _ in }

  package init(
    version: String, port: Int, hosts: HostCheck, tokens: AccessTokens, trustsLoopback: Bool,
    trustedProxy: PeerAddress? = nil, command: String, folders: [String], runOptions: [String], logs: String,
    cache: String?, config: String? = nil, title: String? = nil, code: String? = nil, origin: String? = nil
  ) {
    self.version = version
    self.port = port
    self.hosts = hosts
    self.tokens = tokens
    self.trustsLoopback = trustsLoopback
    self.trustedProxy = trustedProxy
    self.command = command
    self.folders = folders
    self.runOptions = runOptions
    self.logs = logs
    self.cache = cache
    self.config = config
    self.title = title
    self.code = code
    self.origin = origin
  }

  /// The user's own folder of workouts, in which pages keep some; `nil` without a home.
  var own: String? { config.map { $0 + "/workouts" } }

  /// The folders that pages list: beside those that the user names his own, once it is there.
  var listed: [String] {
    let others = [own].compactMap(\.self).filter { !folders.contains($0) && (try? unsafe Stat($0))?.type == .directory }
    return folders.isEmpty ? [] : folders + others
  }
}
