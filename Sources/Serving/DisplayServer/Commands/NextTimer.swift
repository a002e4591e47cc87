import StrictJSON

/// The next workout that a timer of the user's service manager starts: `cuebell@tabata.timer`.
package struct NextTimer: Equatable {
  package let workout: String
  /// When it starts, in milliseconds since 1970.
  package let at: Int

  static let command = ["--user", "list-timers", "--output=json", "cuebell@*.timer"]

  /// The earliest of the timers that systemctl lists; `nil` if none is due.
  package init?(listed output: [UInt8]) {
    let timers = (try? JSONReader.readLine(output, maximumDepth: 8).root.list) ?? []
    let due = timers.compactMap { timer -> (workout: String, at: Int)? in
      guard let name = timer["unit"]?.text, name.hasPrefix("cuebell@"), name.hasSuffix(".timer"),
        let next = timer["next"]?.integer, next > 0
      else { return nil }
      return (String(name.dropFirst("cuebell@".count).dropLast(".timer".count)), next / 1000)
    }
    guard let first = due.min(by: { $0.at < $1.at }) else { return nil }
    (workout, at) = first
  }
}
