import CExpat
import StrictJSON
import WorkoutExchange

/// Builds a tree from the events of expat.
///
/// It is a class because expat's callbacks reach it through a pointer.
@safe final class XMLTreeBuilder {
  private let parser: XML_Parser
  private let mending: XMLMending
  /// The open elements, outermost first.
  private var open: [ExchangeElement] = []
  private var count = 0
  private(set) var root: ExchangeElement?
  /// The reason why parsing was stopped.
  private(set) var problem: ExchangeError?
  private let log: ExchangeLog
  /// The namespace prefixes that were declared, or reported.
  private var prefixes: Set<Substring> = ["xml", "xmlns"]

  init(_ parser: XML_Parser, _ mending: XMLMending, _ log: ExchangeLog) {
    unsafe self.parser = parser
    self.mending = mending
    self.log = log
  }

  var location: TextLocation {
    let (line, column) = unsafe (XML_GetCurrentLineNumber(parser), XML_GetCurrentColumnNumber(parser))
    return mending.location(TextLocation(line: Int(line), column: Int(column) + 1))
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
    let place = location
    var attributes: [ExchangeElement.Attribute] = []
    unsafe attributes.reserveCapacity(Int(XML_GetSpecifiedAttributeCount(parser)) / 2)
    unsafe forEachAttribute(list) { name, _ in if name.hasPrefix("xmlns:") { prefixes.insert(name.dropFirst(6)) } }
    unsafe forEachAttribute(list) { name, value in
      if name == "xmlns" || name.hasPrefix("xmlns:") { return }
      attributes.append(ExchangeElement.Attribute(localName(name, at: place), unsafe String(cString: value)))
    }
    let element = localName(unsafe name.map { unsafe String(cString: $0) } ?? "", at: place)
    open.append(ExchangeElement(element, attributes, at: place))
  }

  private func forEachAttribute(
    _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?, _ body: (String, UnsafePointer<XML_Char>) -> Void
  ) {
    var index = 0
    while let key = unsafe list?[index], let value = unsafe list?[index + 1] {
      unsafe body(String(cString: key), value)
      index += 2
    }
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
    problem = ExchangeError(.text(location), what, why)
    _ = unsafe XML_StopParser(parser, XML_Bool(0))
  }

  /// A name without its namespace prefix; a prefix that is declared nowhere is reported.
  private func localName(_ name: String, at place: TextLocation) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    let prefix = name[..<colon]
    if prefixes.insert(prefix).inserted {
      log.warn(.text(place), that: "the prefix \"\(prefix)\"", "is declared nowhere")
    }
    return String(name[name.index(after: colon)...])
  }
}
