import StrictJSON
package import WorkoutFiles
package import WorkoutModel

/// A workout in the text of a link: compact JSON, compressed, in the fragment of an address.
///
/// Sound files and recordings don't travel, nor translations that would make the link too long for a QR code.
///
/// ```swift
/// let link = WorkoutLink(workout)
/// link.address(on: "gym.local:7420")      // http://gym.local:7420/open#w=bY0x…
/// let (copy, losses) = try WorkoutLink.workout(in: link.address)
/// ```
package struct WorkoutLink: Sendable {
  /// The longest link that a QR code holds, in bytes.
  package static let longestInCode = 2_900
  /// The longest link, in bytes; a longer one is better sent as a file.
  package static let longest = 32 << 10
  package static let longestText = Limits.fileSize

  static let key = "w="
  private static let page = "/open#"

  /// The workout as the value of the fragment.
  package let data: String
  /// What doesn't travel.
  package let losses: [Problem]

  package init(_ workout: Workout, trackLengths: [String: Duration] = [:]) {
    var (travelling, losses) = workout.withoutFiles(trackLengths)
    let whole = LinkText.pack(WorkoutWriter.compact(travelling))
    guard whole.utf8.count > Self.longestInCode - Self.addressSpace, !travelling.translations.isEmpty else {
      (data, self.losses) = (whole, losses)
      return
    }
    travelling.translations = [:]
    let loss = "the texts in other languages don't travel: with them the link is too long for a QR code"
    losses.append(Problem(FieldPath.root.key("translations"), loss))
    (data, self.losses) = (LinkText.pack(WorkoutWriter.compact(travelling)), losses)
  }

  /// The bytes that are left for the address of a server.
  private static let addressSpace = 100

  package func address(on host: String) -> String { "http://\(host)\(Self.page)\(Self.key)\(data)" }

  /// The link without a server.
  package var address: String { LinkText.scheme + Self.key + data }

  /// Whether a text is a link rather than the name or contents of a file.
  package static func isLink(_ text: some StringProtocol) -> Bool {
    let start = text.drop(while: \.isWhitespace).prefix(4096)
    if start.hasPrefix(LinkText.scheme) { return true }
    return (start.hasPrefix("http://") || start.hasPrefix("https://")) && start.contains(page)
  }

  /// The workout in a link, or in the value of its fragment, and what didn't travel. That of a session is its own.
  ///
  /// It is checked like that of any file. Spaces and line breaks within the link, as mail programs add them, are
  /// ignored.
  package static func workout(in text: String) throws(WorkoutFileError) -> (workout: Workout, losses: [Problem]) {
    let (key, data) = LinkText.split(text)
    guard key == Self.key || key == SessionLink.key || (key == nil && !isLink(text)) else {
      throw LinkText.error("the link has no workout: it must end in \"\(Self.key)\" and its text")
    }
    var json = try LinkText.unpack(data, "workout")
    if key == SessionLink.key {
      guard let workout = JSONObject(line: json)?["workout"] else { throw LinkText.error("the link is damaged") }
      json = Array(workout.json.line().utf8)
    }
    let document = try WorkoutReader.document(json, named: LinkText.name)
    let (workout, losses) = document.workout.withoutFiles([:])
    do throws(TimelineError) { _ = try Timeline(workout) } catch { throw document.error(error.problems) }
    return (workout, losses)
  }
}
