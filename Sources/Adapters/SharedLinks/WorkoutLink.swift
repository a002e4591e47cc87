import StrictJSON
package import WorkoutFiles
package import WorkoutModel

/// A workout in the text of a link: compact JSON, compressed, in the fragment of an address.
///
/// Sound files and recordings don't travel.
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

  private static let scheme = "cuebell:"
  private static let key = "w="
  private static let page = "/open#"

  /// The workout as the value of the fragment.
  package let data: String
  /// What doesn't travel.
  package let losses: [Problem]

  package init(_ workout: Workout, trackLengths: [String: Duration] = [:]) {
    let travelling = workout.withoutFiles(trackLengths)
    losses = travelling.losses
    data = Base64URL.encode(RawDeflate.compress(Array(WorkoutWriter.compact(travelling.workout).utf8)))
  }

  package func address(on host: String) -> String { "http://\(host)\(Self.page)\(Self.key)\(data)" }

  /// The link without a server.
  package var address: String { Self.scheme + Self.key + data }

  /// Whether a text is a link rather than the name or contents of a file.
  package static func isLink(_ text: some StringProtocol) -> Bool {
    let start = text.drop(while: \.isWhitespace).prefix(4096)
    if start.hasPrefix(scheme) { return true }
    return (start.hasPrefix("http://") || start.hasPrefix("https://")) && start.contains(page)
  }

  /// The workout in a link, or in the value of its fragment, and what didn't travel.
  ///
  /// It is checked like that of any file. Spaces and line breaks within the link, as mail programs add them, are
  /// ignored.
  package static func workout(in text: String) throws(WorkoutFileError) -> (workout: Workout, losses: [Problem]) {
    let link = text.filter { !$0.isWhitespace }
    let fragment = link.split(separator: "#", omittingEmptySubsequences: false).last ?? ""
    let bare = fragment.hasPrefix(scheme) ? fragment.dropFirst(scheme.count) : fragment
    guard isLink(link) ? bare.hasPrefix(key) : true else {
      throw error("the link has no workout: it must end in \"\(key)\" and its text")
    }
    let data = bare.hasPrefix(key) ? bare.dropFirst(key.count) : bare
    guard let compressed = Base64URL.decode(data), !compressed.isEmpty else {
      throw error("the link is damaged, or a part of it is missing")
    }
    let json: [UInt8]
    do throws(RawDeflate.Failure) { json = try RawDeflate.decompress(compressed, limit: longestText) } catch {
      throw self.error(reason(for: error))
    }
    let document = try WorkoutReader.document(json, named: name)
    let (workout, losses) = document.workout.withoutFiles([:])
    do throws(TimelineError) { _ = try Timeline(workout) } catch { throw document.error(error.problems) }
    return (workout, losses)
  }

  private static func reason(for failure: RawDeflate.Failure) -> String {
    switch failure {
    case .malformed, .continued: "the link is damaged"
    case .truncated: "the end of the link is missing"
    case .tooLong: "the workout in the link has more than \(longestText) bytes"
    }
  }

  private static let name = "link"

  private static func error(_ message: String) -> WorkoutFileError {
    WorkoutFileError(file: name, problems: [LocatedProblem(.start, .root, message)])
  }
}
