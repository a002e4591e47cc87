import CExpat
public import WorkoutExchange
import WorkoutFiles

/// Reads XML files with expat.
///
/// Document type declarations are rejected, so the five predefined entities are the only ones. Time and memory are
/// linear in the size of the file.
public enum XMLReader {
  /// The longest file, in bytes.
  public static let maximumSize = 4 << 20
  /// The most elements in a file; more than any workout has.
  public static let maximumElements = 50_000
  /// The deepest nesting of elements.
  public static let maximumDepth = 32

  /// The root element of a file; throws the first place where it isn't well-formed.
  public static func read(_ bytes: [UInt8]) throws(ExchangeError) -> XMLElement {
    guard bytes.count <= maximumSize else {
      let why = "has \(bytes.count) bytes: at most \(maximumSize) are allowed"
      throw ExchangeError(ExchangeRemark(.file, "", that: "the file", why))
    }
    guard let parser = unsafe XML_ParserCreateNS(nil, XMLTreeBuilder.separator) else {
      throw ExchangeError(ExchangeRemark(.file, "", "no memory", "close other programs and try again"))
    }
    defer { unsafe XML_ParserFree(parser) }
    let builder = XMLTreeBuilder(parser)
    return try withExtendedLifetime(builder) { () throws(ExchangeError) in
      builder.install()
      let status = unsafe bytes.withUnsafeBytes {
        unsafe XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
      }
      if let problem = builder.problem { throw ExchangeError(problem) }
      guard status == XML_STATUS_OK, let root = builder.root else {
        let code = unsafe XML_GetErrorCode(parser)
        let message = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "not well-formed"
        throw ExchangeError(ExchangeRemark(.text(builder.location), "", "not XML", message))
      }
      return root
    }
  }
}
