import HTTPTypes

#if Serve
import HostSystem
import Hummingbird
import Synchronization

final class AccessCheck: Sendable {
  private let tokens: AccessTokens
  private let trustsLoopback: Bool
  private let trustedProxy: PeerAddress?
  private let wrong = Mutex(WrongTokens())
  private let cookie: String

  /// A check for a server at `port`; with `trustsLoopback` local programs can view without a token, and what comes from
  /// `trustedProxy` needs none for anything.
  init(_ tokens: AccessTokens, port: Int, trustsLoopback: Bool, trustedProxy: PeerAddress?) {
    self.tokens = tokens
    self.trustsLoopback = trustsLoopback
    self.trustedProxy = trustedProxy
    // Browsers share cookies between ports.
    cookie = "cuebell-\(port)"
  }

  /// The access of a request.
  ///
  /// - Throws: 401 for a wrong token, 429 for a wrong token of an address that has sent too many.
  func access(of request: Request, from peer: PeerAddress) throws(Refusal) -> Access {
    if peer == trustedProxy { return .control }
    // Another proxy's requests come from this machine, too, but not from its user.
    let isOwn = trustsLoopback && peer.isLoopback && !request.isForwarded
    let least: Access = isOwn ? .view : .none
    let bearer = request.bearerToken
    guard let token = bearer ?? request.cookies[cookie]?.value else { return least }
    // A wrong token doesn't matter if none is needed.
    if isOwn, bearer == nil { return max(least, tokens.access(of: token)) }
    do throws(Refusal) { return max(least, try access(of: token, from: peer)) } catch {
      guard error.status == 401 && bearer == nil else { throw error }
      // A page repeats requests with an expired cookie automatically, so the reply removes the cookie, and it doesn't
      // count as guessing.
      var refusal = error
      refusal.fields = removal
      throw refusal
    }
  }

  /// The access of a token; a right one is never refused, because others may have the same address.
  func access(of token: String, from peer: PeerAddress) throws(Refusal) -> Access {
    let access = tokens.access(of: token)
    if access == .none { throw wrongToken(from: peer) }
    return access
  }

  /// Throws unless the address of a request has the token of the feeds: podcast apps send no header fields of ours.
  func requireFeedToken(of request: Request, from peer: PeerAddress) throws(Refusal) {
    guard let token = request.uri.queryParameters["k"].map(String.init) else {
      throw Refusal(401, "token", "a token is required: the page of the programme shows the link")
    }
    if !tokens.opensFeeds(token) { throw wrongToken(from: peer) }
  }

  /// Counts a wrong token, and returns the error for it.
  private func wrongToken(from peer: PeerAddress) -> Refusal {
    let now = HostTime.now
    if let left = wrong.withLock({ $0.blocks(peer, at: now) }) {
      return Refusal(
        429, "busy", "too many wrong tokens: wait a minute", fields: ["retry-after": "\(left.components.seconds + 1)"])
    }
    wrong.withLock { $0.record(peer, at: now) }
    return Refusal(401, "token", "this token is no longer valid: open the link that cuebell serve prints")
  }

  func require(_ needed: Access, of request: Request, from peer: PeerAddress) throws(Refusal) {
    guard needed > .none else { return }
    let access = try access(of: request, from: peer)
    guard access < needed else { return }
    if access == .none {
      throw Refusal(401, "token", "a token is required: open the link that cuebell serve prints")
    }
    throw Refusal(403, "refused", "this token allows viewing only")
  }

  /// The field that stores a page's token in a cookie for a year.
  func storage(of token: String) -> [String: String] { field(token, seconds: 365 * 86_400) }

  var removal: [String: String] { field("", seconds: 0) }

  private func field(_ token: String, seconds: Int) -> [String: String] {
    // Without a path it is for the addresses beside that of the login: all that ask for it, and no others of a proxy.
    ["set-cookie": "\(cookie)=\(token); Max-Age=\(seconds); HttpOnly; SameSite=Strict"]
  }
}
#endif
