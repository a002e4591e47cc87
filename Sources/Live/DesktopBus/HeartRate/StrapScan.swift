/// The heart rate straps in reach, as found without a session.
package struct StrapScan: Equatable, Sendable {
  package struct Found: Equatable, Sendable {
    package let strap: HeartRateStrap
    /// Beats per minute; `nil` if the strap has sent none.
    package var rate: Int?
    /// Whether it touches the skin, as far as it knows.
    package var hasContact = true
  }

  package private(set) var found: [Found] = []
  /// Why there can be none, as the end of a sentence; `nil` if there can.
  package private(set) var failure: String?

  /// Looks for straps for `time`, and connects each to read its heart rate.
  package static func scan(_ environment: [String: String], for time: Duration) -> StrapScan {
    let link = DBusLink(to: BusAddresses(environment).system)
    let loop = DBusLoop([link])
    var (scan, found) = (StrapScan(), [String: Found]())
    let straps = HeartRateStraps(link, loop, .all) { strap, news in
      var entry = found[strap.address] ?? Found(strap: strap)
      if case .reading(.rate(let rate)) = news { (entry.rate, entry.hasContact) = (rate, true) }
      if case .reading(.noContact) = news { entry.hasContact = false }
      found[strap.address] = entry
    } complain: {
      scan.failure = $0
    }
    (link.begin, link.lose, link.follow) = (straps.begin, straps.lose, straps.follow)
    link.open()
    if !link.isComing { scan.failure = "the system bus can't be reached" }
    loop.run(for: time) { scan.failure != nil }
    straps.finish()
    loop.run(for: .milliseconds(500)) { !link.isWaiting }
    scan.found = found.values.sorted { ($0.strap.name, $0.strap.address) < ($1.strap.name, $1.strap.address) }
    return scan
  }
}
