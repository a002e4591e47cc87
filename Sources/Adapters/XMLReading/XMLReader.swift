import CExpat
import StrictJSON
package import WorkoutExchange

/// Reads XML files with expat.
///
/// Document types with declarations are rejected, so that no file defines entities. Some mistakes that other programs
/// accept are mended and reported: an ampersand that begins no reference, an entity of HTML, a document type without
/// declarations, a namespace prefix that is declared nowhere. Time and memory are linear in the size of the file.
package enum XMLReader {
  /// The longest text, in bytes; a file may be shorter in another encoding.
  package static let maximumSize = 2 * WorkoutImporter.maximumSize
  /// The most elements in a file; more than any workout has.
  package static let maximumElements = 50_000
  package static let maximumDepth = 32

  /// The root element of a text in UTF-8, whatever encoding it declares; throws the first place where it isn't
  /// well-formed.
  package static func read(_ bytes: [UInt8], _ log: ExchangeLog) throws(ExchangeError) -> ExchangeElement {
    guard bytes.count <= maximumSize else {
      let why = "has \(bytes.count) bytes: at most \(maximumSize) are allowed"
      throw ExchangeError(.file, that: "the file", why)
    }
    let mending = try XMLMending(bytes, log)
    guard let parser = unsafe XML_ParserCreate("UTF-8") else {
      throw ExchangeError(.file, "no memory", "close other programs and try again")
    }
    defer { unsafe XML_ParserFree(parser) }
    let builder = unsafe XMLTreeBuilder(parser, mending, log)
    return try withExtendedLifetime(builder) { () throws(ExchangeError) in
      builder.install()
      let status = unsafe mending.text.withUnsafeBytes {
        unsafe XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
      }
      if let problem = builder.problem { throw problem }
      guard status == XML_STATUS_OK, let root = builder.root else {
        let code = unsafe XML_GetErrorCode(parser)
        let message = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "not well-formed"
        throw ExchangeError(.text(builder.location), "not XML", message)
      }
      return root
    }
  }
}
