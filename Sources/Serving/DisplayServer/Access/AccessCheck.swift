import HostSystem
import Synchronization

/// Determines the access of a request from its token.
final class AccessCheck: Sendable {
  private let tokens: AccessTokens
  private let trustsLoopback: Bool
  private let wrong = Mutex(WrongTokens())
  let cookie: SessionCookie

  /// A check for a server at `port`; with `trustsLoopback` local programs can view without a token.
  init(_ tokens: AccessTokens, port: Int, trustsLoopback: Bool) {
    self.tokens = tokens
    self.trustsLoopback = trustsLoopback
    cookie = SessionCookie(port: port)
  }

  /// The access of a request.
  ///
  /// - Throws: 401 for a wrong token, 429 for a wrong token of an address that has sent too many.
  func access(of head: RequestHead) throws(Refusal) -> Access {
    // A proxy's requests come from this machine, too, but not from its user.
    let isOwn = trustsLoopback && head.peer.isLoopback && !head.isForwarded
    let least: Access = isOwn ? .view : .none
    let credentials = Credentials(head, cookie: cookie.name)
    guard let token = credentials.bearer ?? credentials.cookie else { return least }
    // A wrong token doesn't matter if none is needed.
    if isOwn, credentials.bearer == nil { return max(least, tokens.access(of: token)) }
    do throws(Refusal) { return max(least, try access(of: token, from: head.peer)) } catch {
      // A page repeats requests with an expired cookie automatically, so the reply removes the cookie, and it doesn't
      // count as guessing.
      throw error.status == 401 && credentials.bearer == nil ? error.with(cookie.removal) : error
    }
  }

  /// The access of a token; a right one is never refused, because others may have the same address.
  func access(of token: String, from peer: PeerAddress) throws(Refusal) -> Access {
    let access = tokens.access(of: token)
    guard access == .none else { return access }
    let now = HostTime.now
    if let left = wrong.withLock({ $0.blocks(peer, at: now) }) {
      let seconds = "\(left.components.seconds + 1)"
      throw Refusal(429, "busy", "too many wrong tokens: wait a minute").with(RequestHead.Field("retry-after", seconds))
    }
    wrong.withLock { $0.record(peer, at: now) }
    throw Refusal(401, "token", "this token isn't valid any more: open the link that cuebell serve prints")
  }

  /// Throws if a request has less access than it needs.
  static func require(_ needed: Access, of access: Access) throws(Refusal) {
    guard access < needed else { return }
    if access == .none {
      throw Refusal(401, "token", "a token is needed: open the link that cuebell serve prints")
    }
    throw Refusal(403, "refused", "the token lets you look, but not act")
  }
}
