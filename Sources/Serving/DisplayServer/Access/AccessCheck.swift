import HostSystem
import Synchronization

/// Decides what a request may do, by the token that it carries.
final class AccessCheck: Sendable {
  private let tokens: AccessTokens
  private let trustsLoopback: Bool
  private let wrong = Mutex(WrongTokens())
  let cookie: SessionCookie

  /// A check of requests at a port; with `trustsLoopback` programs of this machine may look without a token.
  init(_ tokens: AccessTokens, port: Int, trustsLoopback: Bool) {
    self.tokens = tokens
    self.trustsLoopback = trustsLoopback
    cookie = SessionCookie(port: port)
  }

  /// What a request may do.
  ///
  /// - Throws: 401 for a wrong token, 429 for an address that has sent too many.
  func access(of head: RequestHead) throws(Refusal) -> Access {
    // What a proxy passes on comes from this machine, too, but not from its user.
    let isOwn = trustsLoopback && head.peer.isLoopback && !head.isForwarded
    let least: Access = isOwn ? .view : .none
    let credentials = Credentials(head, cookie: cookie.name)
    guard let token = credentials.bearer ?? credentials.cookie else { return least }
    // Who may look without a token may do so with an old one.
    if isOwn, credentials.bearer == nil { return max(least, tokens.access(of: token)) }
    do throws(Refusal) { return max(least, try access(of: token, from: head.peer)) } catch {
      // A page with an old token asks again by itself: without it, it isn't taken for somebody who guesses.
      throw error.status == 401 && credentials.bearer == nil ? error.with(cookie.removal) : error
    }
  }

  /// What a token allows.
  func access(of token: String, from peer: PeerAddress) throws(Refusal) -> Access {
    let now = HostTime.now
    if let left = wrong.withLock({ $0.blocks(peer, at: now) }) {
      let seconds = "\(left.components.seconds + 1)"
      throw Refusal(429, "busy", "too many wrong tokens: wait a minute").with(RequestHead.Field("retry-after", seconds))
    }
    let access = tokens.access(of: token)
    guard access > .none else {
      wrong.withLock { $0.note(peer, at: now) }
      throw Refusal(401, "token", "this token isn't valid any more: open the link that cuebell serve prints")
    }
    return access
  }

  /// Refuses a request that may do less than it must.
  static func require(_ needed: Access, of access: Access) throws(Refusal) {
    guard access < needed else { return }
    if access == .none {
      throw Refusal(401, "token", "a token is needed: open the link that cuebell serve prints")
    }
    throw Refusal(403, "refused", "the token lets you look, but not act")
  }
}
