import StrictJSON
package import WorkoutFiles
package import WorkoutModel

/// The report of a session in the text of a link, which names no server.
package struct SessionLink: Sendable {
  /// The longest link, in bytes, that fits into a message without a remark.
  package static let longestUsual = 3_000
  static let key = "r="

  /// The link.
  package let address: String

  /// The link of a report, a line of JSON; `nil` if it is longer than what is read.
  package init?(_ report: String) {
    guard report.utf8.count <= WorkoutLink.longestText else { return nil }
    address = LinkText.scheme + Self.key + LinkText.pack(report)
  }

  /// The report in a link.
  package static func report(in text: String) throws(WorkoutFileError) -> [UInt8] {
    let (key, data) = LinkText.split(text)
    switch key {
    case self.key: return try LinkText.unpack(data, "session")
    case WorkoutLink.key:
      throw LinkText.error("the link has a workout and no session: cuebell import makes a file of it")
    default: throw LinkText.error("the link has no session: it must end in \"\(self.key)\" and its text")
    }
  }

  /// The files of a workout, which don't travel with its sessions.
  package static func losses(of workout: Workout) -> [Problem] { workout.withoutFiles([:]).losses }
}
