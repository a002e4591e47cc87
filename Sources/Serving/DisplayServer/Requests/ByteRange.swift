#if Serve
import HTTPTypes
import Hummingbird

/// A part of some bytes, for which a request asks by its field `Range`.
enum ByteRange {
  /// The bytes from the first to the last one of `bytes=0-1`, from one on of `bytes=5-`, or the last ones of
  /// `bytes=-5`; `nil` for all of them: nothing else needs to be understood (RFC 9110, 14.2).
  ///
  /// - Throws: 416 if there are no such bytes.
  static func parse(_ field: String?, of count: Int) throws(Refusal) -> Range<Int>? {
    guard let field, field.hasPrefix("bytes=") else { return nil }
    let ends = field.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
    // A number that is too long for an integer lies beyond the end, like every large one.
    let numbers = ends.map { $0.isEmpty ? nil : Int($0) ?? .max }
    let range: Range<Int>
    switch (numbers[0], numbers[1]) {
    case (let first?, let last) where first <= last ?? first:
      range = min(first, count)..<min(last ?? count, count - 1) + 1
    case (nil, let last?): range = max(0, count - last)..<count
    default: return nil
    }
    guard !range.isEmpty else { throw .invalidRange(count) }
    return range
  }
}

extension Refusal {
  fileprivate static func invalidRange(_ count: Int) -> Refusal {
    Refusal(416, "invalid", "there are \(count) bytes", fields: ["content-range": "bytes */\(count)"])
  }
}

extension Response {
  /// Sound or film, of which some browsers always ask for parts.
  static func media(_ type: String, _ bytes: [UInt8], for request: Request) throws(Refusal) -> Response {
    let range = try ByteRange.parse(request.headers.value("range"), of: bytes.count)
    var response = Response(type, range.map { Array(bytes[$0]) } ?? bytes)
    response.headers.append(contentsOf: HTTPFields(["accept-ranges": "bytes"]))
    guard let range else { return response }
    response.status = .partialContent
    let last = range.upperBound - 1
    response.headers.append(
      contentsOf: HTTPFields(["content-range": "bytes \(range.lowerBound)-\(last)/\(bytes.count)"]))
    return response
  }
}
#endif
