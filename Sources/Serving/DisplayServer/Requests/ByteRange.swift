#if Serve
import HTTPTypes
import Hummingbird
#endif

/// One range of a `Range` field: its first and its last byte, or the number of bytes from the end.
package struct ByteRange: Equatable {
  private let first, last: Int?

  /// Reads `bytes=0-99`, `bytes=100-` or `bytes=-100`; `nil` for anything else, which is ignored.
  package init?(_ field: String) {
    guard let parts = field.wholeMatch(of: /bytes=([0-9]*)-([0-9]*)/)?.output else { return nil }
    // A number that no integer holds lies beyond the end, like every large one.
    (first, last) = (Self.number(parts.1), Self.number(parts.2))
    if first == nil, last == nil { return nil }
    if let first, let last, last < first { return nil }
  }

  private static func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }

  /// The bytes of a file of this size; `nil` if it has none of them.
  package func bytes(of size: Int) -> ClosedRange<Int>? {
    let start = first ?? max(0, size - (last ?? 0))
    guard start < size else { return nil }
    return start...(first == nil ? size - 1 : min(last ?? size - 1, size - 1))
  }
}

#if Serve
extension ByteRange {
  /// The bytes of a file of this size that a request asks for; `nil` for all of them.
  ///
  /// - Throws: 416 if there are no such bytes.
  static func bytes(for request: Request, of size: Int) throws(Refusal) -> ClosedRange<Int>? {
    guard let range = request.headers.value("range").flatMap(ByteRange.init) else { return nil }
    guard let bytes = range.bytes(of: size) else {
      throw Refusal(416, "invalid", "there are \(size) bytes", fields: ["content-range": "bytes */\(size)"])
    }
    return bytes
  }

  /// The fields of an answer with these bytes of a file of this size, or with all of them.
  static func fields(of bytes: ClosedRange<Int>?, of size: Int) -> [String: String] {
    var fields = ["accept-ranges": "bytes"]
    if let bytes { fields["content-range"] = "bytes \(bytes.lowerBound)-\(bytes.upperBound)/\(size)" }
    return fields
  }
}

extension Response {
  /// Sound or film, of which some browsers always ask for parts.
  static func media(_ type: String, _ bytes: [UInt8], for request: Request) throws(Refusal) -> Response {
    let part = try ByteRange.bytes(for: request, of: bytes.count)
    var response = Response(type, part.map { Array(bytes[$0]) } ?? bytes)
    response.headers.append(contentsOf: HTTPFields(ByteRange.fields(of: part, of: bytes.count)))
    if part != nil { response.status = .partialContent }
    return response
  }
}
#endif
