import CExpat
import WorkoutExchange
import WorkoutFiles

/// Builds a tree from the events of expat.
///
/// It is a class because expat's callbacks reach it through a pointer.
@safe final class XMLTreeBuilder {
  /// Separates the namespace URI from the name; it occurs in neither.
  static let separator: XML_Char = 0x20

  private let parser: XML_Parser
  /// The open elements, outermost first.
  private var open: [XMLElement] = []
  private var count = 0
  private(set) var root: XMLElement?
  /// The reason why parsing was stopped.
  private(set) var problem: ExchangeRemark?

  init(_ parser: XML_Parser) { unsafe self.parser = parser }

  /// The current location of the parser.
  var location: TextLocation {
    unsafe TextLocation(
      line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
  }

  /// Registers the callbacks; the builder must outlive the parser.
  func install() {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { data, name, attributes in unsafe XMLTreeBuilder.from(data)?.begin(name, attributes) },
      { data, _ in unsafe XMLTreeBuilder.from(data)?.end() })
    unsafe XML_SetCharacterDataHandler(parser) { data, characters, count in
      unsafe XMLTreeBuilder.from(data)?.add(characters, count)
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      unsafe XMLTreeBuilder.from(data)?.stop("DOCTYPE", "a document type is not allowed")
    }
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
    unsafe data.map { unsafe Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private func begin(_ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    count += 1
    guard count <= XMLReader.maximumElements else {
      return stop("", "there are more than \(XMLReader.maximumElements) elements")
    }
    guard open.count < XMLReader.maximumDepth else {
      return stop("", "elements nest deeper than \(XMLReader.maximumDepth)")
    }
    var attributes: [XMLElement.Attribute] = []
    var index = 0
    while let key = unsafe list?[index], let value = unsafe list?[index + 1] {
      unsafe attributes.append(XMLElement.Attribute(Self.localName(key), String(cString: value)))
      index += 2
    }
    unsafe open.append(XMLElement(name.map { unsafe Self.localName($0) } ?? "", attributes, at: location))
  }

  private func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  private func add(_ characters: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard !open.isEmpty, let characters = unsafe characters else { return }
    let bytes = unsafe UnsafeBufferPointer(start: characters, count: Int(count))
    unsafe open[open.count - 1].text += bytes.withMemoryRebound(to: UInt8.self) {
      unsafe String(decoding: $0, as: UTF8.self)
    }
  }

  private func stop(_ what: String, _ why: String) {
    guard problem == nil else { return }
    problem = ExchangeRemark(.text(location), "", what, why)
    _ = unsafe XML_StopParser(parser, XML_Bool(0))
  }

  /// A name without its namespace URI.
  private static func localName(_ name: UnsafePointer<XML_Char>) -> String {
    let name = unsafe String(cString: name)
    return name.lastIndex(of: " ").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
