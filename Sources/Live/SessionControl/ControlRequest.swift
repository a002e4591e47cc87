import SessionReporting

/// What a client asks for in one line.
public struct ControlRequest: Equatable, Sendable {
  /// Names a request, so that its reply can be found; the reply repeats it.
  public enum ID: Equatable, Sendable {
    case integer(Int)
    case text(String)
  }

  /// What is asked for.
  public enum Kind: Equatable, Sendable {
    case perform(ControlCommand)
    /// The values of properties, once.
    case get(SessionPropertySet)
    /// The values of properties, and then each change.
    case watch(SessionPropertySet)
    case unwatch(SessionPropertySet)
    /// Events by their names; `nil` for none. They come as they are heard or, `ahead`, as soon as they are decided.
    case events(Set<String>?, ahead: Bool)
    /// The session time; what the client sent, as JSON, comes back with it.
    case clock(String)
    /// Nothing but the client's name.
    case name
  }

  /// The client's name for the request.
  public var id: ID?
  /// What the client calls itself from now on, where it says so.
  public var clientName: String?
  /// What is asked for.
  public var kind: Kind

  /// A request of one kind.
  public init(_ kind: Kind, id: ID? = nil, clientName: String? = nil) {
    self.kind = kind
    self.id = id
    self.clientName = clientName
  }

  /// Why a line is no request, with the request's name where that could be read.
  public struct Failure: Error, Equatable, Sendable {
    /// The client's name for the request.
    public let id: ID?
    /// What is wrong.
    public let error: ControlError
  }

  /// Reads a line without its line break: JSON where it begins with `{`, else the words of `cuebell ctl`.
  ///
  /// - Returns: The request; `nil` for an empty line and for one that begins with `#`.
  public static func read(_ line: [UInt8]) throws(Failure) -> ControlRequest? {
    let blanks = line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    guard let first = line.dropFirst(blanks.count).first, first != UInt8(ascii: "#") else { return nil }
    guard line.count <= ControlProtocol.lineLength else {
      let reason = "the line has \(line.count) bytes: at most \(ControlProtocol.lineLength) are allowed"
      throw Failure(id: nil, error: .malformed(reason, column: ControlProtocol.lineLength + 1))
    }
    if first == UInt8(ascii: "{") { return try JSONRequestReader.read(line) }
    let text: String
    do throws(ControlError) {
      text = try checked(line)
      return try read(words: text.split(whereSeparator: \.isWhitespace).map(String.init))
    } catch {
      throw Failure(id: nil, error: error)
    }
  }

  /// Words as text; a byte that isn't UTF-8 and a character that doesn't print are no word.
  private static func checked(_ line: [UInt8]) throws(ControlError) -> String {
    let text = String(decoding: line, as: UTF8.self)
    let isWhole = line.elementsEqual(text.utf8)
    for (column, scalar) in text.unicodeScalars.enumerated() {
      let isControl = scalar.value < 0x20 && scalar != "\t" && scalar != "\r" || scalar.value == 0x7F
      if isControl || !isWhole && scalar == "\u{FFFD}" {
        throw .malformed("a character here is no text", column: column + 1)
      }
    }
    return text
  }
}
