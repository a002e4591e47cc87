import HostSystem
import Testing

@Suite struct `A key parser` {
  @Test(arguments: [
    ("p >\n", "p >\n"), ("\u{1B}[A", ""), ("\u{1B}[C\u{1B}OD", "»«"),
    ("\u{1B}[1;2Dq", "q"), ("\u{1B}[20~", ""), ("\u{1B}[1;5Cq", "q"), ("\u{1B}OPr", "r"),
    ("\u{1B}pq", "q"), ("ü本q", "ü本q"), ("\u{1B}[<0;12;9Mm", "m"), ("\u{1B}", "␛"), ("\u{1B}\u{1B}[3~u", "u"),
  ])
  func `returns keys and two of the arrows, and nothing of what other arrows and function keys send`(
    typed: String, keys: String
  ) {
    var parser = KeyParser()
    #expect(parser.keys(in: typed.utf8).map(Self.sign).joined() == keys)
  }

  private static func sign(_ key: TerminalKey) -> String {
    switch key {
    case .character(let character): String(character)
    case .left: "«"
    case .right: "»"
    case .escape: "␛"
    }
  }

  @Test func `continues a sequence that comes in pieces, and takes Escape alone for itself`() {
    var parser = KeyParser()
    #expect(parser.keys(in: "\u{1B}[2".utf8).isEmpty)
    #expect(parser.keys(in: "0~9".utf8) == [.character("9")])
    #expect(parser.keys(in: "\u{1B}".utf8) == [.escape])
    #expect(parser.keys(in: "0".utf8) == [.character("0")])
  }
}
