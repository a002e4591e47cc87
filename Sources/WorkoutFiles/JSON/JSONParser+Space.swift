extension JSONParser {
  /// Skips spaces, line ends and comments.
  mutating func skipSpace() throws(LocatedProblem) {
    while let byte = cursor.current {
      switch byte {
      case .space, .tab, .lineFeed, .carriageReturn: cursor.advance()
      case .slash: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(LocatedProblem) {
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
