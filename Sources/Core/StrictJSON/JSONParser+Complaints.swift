/// The parser's messages for text that it cannot parse; they name common mistakes of handwritten files.
extension JSONParser {
  /// The text at the current position, for a message.
  var found: String {
    guard let scalar = cursor.scalar else { return "the end of the \(source)" }
    let isVisible = !scalar.properties.isWhitespace && Excerpt.plain(String(scalar)) == String(scalar)
    return isVisible ? "\"\(scalar)\"" : "the character U+\(Self.hexadecimal(scalar.value))"
  }

  /// The message for a mistake that is the same everywhere.
  private var commonComplaint: String? {
    switch cursor.scalar {
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{2033}", "\u{00AB}", "\u{00BB}":
      "\(found) is a typographic quotation mark: write \" instead"
    case "'", "`", "\u{2018}", "\u{2019}": "text is written in double quotes, not in \(found)"
    case "#" where source == .file: "a comment begins with \"//\" or \"/*\", not with \"#\""
    default: nil
    }
  }

  var complaintAboutValue: String {
    if let commonComplaint { return commonComplaint }
    switch cursor.current {
    case nil: return "the \(source) ends where a value is missing"
    case UInt8.comma, UInt8.closeBrace, UInt8.closeBracket: return "a value is missing before \(found)"
    case UInt8.plus: return "a number has no \"+\" before it"
    case UInt8.period: return "a digit is missing before the \".\""
    default: return "expected a value, found \(found)"
    }
  }

  func complaintAboutKey(_ opening: Opening) -> String {
    if let commonComplaint { return commonComplaint }
    switch cursor.current {
    case nil: return complaintAboutEnd(of: opening)
    case UInt8.comma: return "an entry is missing before \",\""
    case UInt8.closeBracket: return mismatch(opening)
    case let byte? where byte.isDigit:
      return "expected a key in double quotes, found \(found); a fraction is written with \".\", as in 1.5"
    case let byte? where byte.isLetter:
      var ahead = self
      return "a key is written in double quotes: \"\(Excerpt.plain(ahead.consumeToken().filter { $0 != ":" }))\""
    default: return "expected a key in double quotes, found \(found)"
    }
  }

  func complaintAfterEntry(of opening: Opening) -> String {
    if let commonComplaint { return commonComplaint }
    switch cursor.current {
    case nil: return complaintAboutEnd(of: opening)
    case UInt8.closeBrace, UInt8.closeBracket: return mismatch(opening)
    case UInt8.quote, UInt8.openBrace, UInt8.openBracket: return "a \",\" is missing before this"
    case let byte? where byte.isLetter || byte.isDigit || byte == .minus:
      return "a \",\" is missing before this" + quoteHint
    default: return "expected \",\" or \"\(opening.bracket == "{" ? "}" : "]")\", found \(found)"
    }
  }

  /// Where a quote may be missing, if something stands close behind a text: its end may be the start of the next one.
  var quoteHint: String {
    guard let lastText, lastText.end == cursor.offset, let byte = cursor.current, byte.isLetter || byte.isDigit else {
      return ""
    }
    return ", or a quote is opened at \(lastText.opening) and not closed"
  }

  func complaintAboutEnd(of opening: Opening) -> String {
    "the \(source) ends, but the \"\(opening.bracket)\" at \(opening.location) is not closed"
  }

  func complaint(aboutWord word: String) -> String {
    let shown = Excerpt.plain(word)
    let small = word.lowercased()
    if ["true", "false", "null"].contains(small) { return "\(shown) is written in small letters: \(small)" }
    if ["nan", "infinity"].contains(small) { return "\(shown) is not a number in JSON" }
    return "expected a value, found \(shown); text is written in double quotes: \"\(shown)\""
  }

  private func mismatch(_ opening: Opening) -> String {
    "\(found) does not close the \"\(opening.bracket)\" at \(opening.location)"
  }
}
