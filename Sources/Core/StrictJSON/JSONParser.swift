/// A recursive-descent parser of a JSON text, with bounded depth.
struct JSONParser {
  var cursor: TextCursor
  let source: JSONSource
  private let maximumDepth: Int
  private let maximumValues: Int
  private var (depth, values) = (0, 0)
  /// The path of the current value, for reports of duplicate keys.
  private var path: [JSONStep] = []
  private(set) var duplicates: [JSONError] = []
  /// Where the last text began, and the offset behind it.
  var lastText: (opening: TextLocation, end: Int)?

  init(_ bytes: [UInt8], as source: JSONSource, maximumDepth: Int, maximumValues: Int) {
    cursor = TextCursor(bytes)
    self.source = source
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
  }

  mutating func parseDocument() throws(JSONError) -> JSONValue {
    try skipSpace()
    guard cursor.current != nil else { throw JSONError(.start, "the \(source) is empty") }
    let root = try parseValue()
    try skipSpace()
    if cursor.current != nil { throw problem("\(found) follows the end of the JSON value") }
    return root
  }

  /// Reads the next of several values; `nil` at the end.
  mutating func parseNext() throws(JSONError) -> JSONDocument? {
    try skipSpace()
    if cursor.current == nil { return nil }
    (values, duplicates) = (0, [])
    let root = try parseValue()
    return JSONDocument(root: root, duplicates: duplicates)
  }

  private mutating func parseValue() throws(JSONError) -> JSONValue {
    values += 1
    guard values <= maximumValues else { throw problem("there are more than \(maximumValues) values") }
    let location = cursor.location
    let content: JSONValue.Content
    switch cursor.current {
    case UInt8.openBrace: content = .object(try parseObject())
    case UInt8.openBracket: content = .list(try parseList())
    case UInt8.quote: content = .text(try parseText())
    case let byte? where byte == .minus || byte.isDigit: content = .number(try parseNumber())
    case let byte? where byte.isLetter: content = try parseWord()
    default: throw problem(complaintAboutValue)
    }
    return JSONValue(content, at: location)
  }

  private mutating func parseList() throws(JSONError) -> [JSONValue] {
    let opening = try open("[")
    var list: [JSONValue] = []
    while cursor.current != .closeBracket {
      path.append(.index(list.count))
      list.append(try parseValue())
      path.removeLast()
      try closeEntry(of: opening, with: .closeBracket)
    }
    close()
    return list
  }

  private mutating func parseObject() throws(JSONError) -> JSONObject {
    let opening = try open("{")
    var members: [JSONMember] = []
    var places: [String: TextLocation] = [:]
    while cursor.current != .closeBrace {
      let location = cursor.location
      guard cursor.current == .quote else { throw problem(complaintAboutKey(opening)) }
      let key = try parseText()
      try skipSpace()
      guard cursor.current == .colon else {
        throw problem("a \":\" is missing after the key \(Excerpt.quoted(key))" + quoteHint)
      }
      cursor.advance()
      try skipSpace()
      path.append(.key(key))
      let value = try parseValue()
      if let first = places[key] {
        let message = "duplicate key, first at \(first): write it once"
        duplicates.append(JSONError(location, message, at: path))
      } else {
        places[key] = location
        members.append(JSONMember(key, at: location, value))
      }
      path.removeLast()
      try closeEntry(of: opening, with: .closeBrace)
    }
    close()
    return JSONObject(members)
  }

  /// An opening bracket and its location, for complaints about a missing end.
  struct Opening {
    let bracket: String
    let location: TextLocation
  }

  private mutating func open(_ bracket: String) throws(JSONError) -> Opening {
    let opening = Opening(bracket: bracket, location: cursor.location)
    guard depth < maximumDepth else { throw problem("lists and objects nest deeper than \(maximumDepth)") }
    depth += 1
    cursor.advance()
    try skipSpace()
    return opening
  }

  private mutating func close() {
    depth -= 1
    cursor.advance()
  }

  /// Reads the comma after an entry, or stops before the bracket that closes the list or object.
  private mutating func closeEntry(of opening: Opening, with closing: UInt8) throws(JSONError) {
    try skipSpace()
    if cursor.current == .comma {
      cursor.advance()
      try skipSpace()
      if cursor.current == nil { throw problem(complaintAboutEnd(of: opening)) }
      if cursor.current == closing, source == .line { throw problem("an entry is missing before \(found)") }
    } else if cursor.current != closing {
      throw problem(complaintAfterEntry(of: opening))
    }
  }

  private mutating func parseWord() throws(JSONError) -> JSONValue.Content {
    let location = cursor.location
    let word = consumeToken()
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: throw JSONError(location, complaint(aboutWord: word))
    }
  }

  /// Consumes letters, digits and the other characters of numbers and misspelt words.
  mutating func consumeToken() -> String {
    let start = cursor.offset
    while let byte = cursor.current, byte.isLetter || byte.isDigit || "+-._:".utf8.contains(byte) { cursor.advance() }
    return String(decoding: cursor.bytes[start..<cursor.offset], as: UTF8.self)
  }

  func problem(_ message: String) -> JSONError { JSONError(cursor.location, message) }
}

extension JSONParser {
  /// Skips spaces, line ends and comments.
  mutating func skipSpace() throws(JSONError) {
    while let byte = cursor.current {
      switch byte {
      case .space, .tab, .lineFeed, .carriageReturn: cursor.advance()
      case .slash where source == .file: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    switch cursor.next {
    case UInt8.slash:
      while let byte = cursor.current, byte != .lineFeed, byte != .carriageReturn { cursor.advance() }
    case UInt8.asterisk:
      let opening = problem("the comment that begins here has no \"*/\"")
      cursor.advance()
      cursor.advance()
      while cursor.current != .asterisk || cursor.next != .slash {
        guard cursor.current != nil else { throw opening }
        cursor.advance()
      }
      cursor.advance()
      cursor.advance()
    default:
      throw problem("a comment begins with \"//\" or \"/*\"")
    }
  }
}

extension JSONParser {
  /// Reads a number, keeping its text.
  mutating func parseNumber() throws(JSONError) -> JSONNumber {
    let location = cursor.location
    let token = consumeToken()
    if let complaint = Self.complaint(aboutNumber: token) { throw JSONError(location, complaint) }
    return JSONNumber(text: token)
  }

  /// The reason why a token that begins with `-` or a digit isn't a number; `nil` if it is one.
  private static func complaint(aboutNumber token: String) -> String? {
    var rest = Array(token.utf8)[...]
    let shown = Excerpt.plain(token, length: 24)
    if rest.first == .minus { rest = rest.dropFirst() }
    let whole = rest.prefix(while: { $0.isDigit })
    rest = rest.dropFirst(whole.count)
    if whole.isEmpty { return "\(shown) is not a number in JSON" }
    let hasLeadingZero = whole.count > 1 && whole.first == UInt8(ascii: "0")
    if rest.first == .period {
      let fraction = rest.dropFirst().prefix(while: { $0.isDigit })
      if fraction.isEmpty { return "\(shown): a digit is missing after the \".\"" }
      rest = rest.dropFirst(1 + fraction.count)
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      var power = rest.dropFirst()
      if power.first == .minus || power.first == .plus { power = power.dropFirst() }
      let digits = power.prefix(while: { $0.isDigit })
      if digits.isEmpty { return "\(shown): digits are missing after the \"e\"" }
      rest = power.dropFirst(digits.count)
    }
    if !rest.isEmpty { return "\(shown) is not a number; text is written in double quotes: \"\(shown)\"" }
    if hasLeadingZero { return "\(shown): a number has no zeros before it" }
    return nil
  }
}
