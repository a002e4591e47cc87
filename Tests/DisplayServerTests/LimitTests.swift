import DisplayServer
import Glibc
import TestSupport
import Testing

/// Limits and secrets, on a clock that the test keeps.
@Suite struct `What keeps the server from harm` {
  private let one = PeerAddress("10.0.0.1")
  private let other = PeerAddress("10.0.0.2")

  @Test func `blocks an address for a minute from its tenth wrong token within a minute`() {
    var wrong = WrongTokens()
    for second in 0..<10 {
      #expect(wrong.blocks(one, at: .seconds(second * 6)) == nil)
      wrong.record(one, at: .seconds(second * 6))
    }
    #expect(wrong.blocks(one, at: .seconds(54)) == .seconds(60) && wrong.blocks(other, at: .seconds(54)) == nil)
    #expect(wrong.blocks(one, at: .milliseconds(113_999)) != nil && wrong.blocks(one, at: .seconds(114)) == nil)
    for _ in 0..<9 { wrong.record(one, at: .seconds(114)) }
    #expect(wrong.blocks(one, at: .seconds(114)) == nil)
  }

  @Test func `forgets wrong tokens that are a minute apart`() {
    var wrong = WrongTokens()
    for second in 0..<30 { wrong.record(one, at: .seconds(second * 7)) }
    #expect(wrong.blocks(one, at: .seconds(203)) == nil)
  }

  @Test func `remembers the wrong tokens of a limited number of addresses`() {
    var wrong = WrongTokens()
    for number in 0..<30_000 { wrong.record(PeerAddress("a\(number)"), at: .seconds(1)) }
    for _ in 0..<10 { wrong.record(one, at: .seconds(1)) }
    #expect(wrong.blocks(one, at: .seconds(1)) != nil)
  }

  @Test func `admits sixteen connections of an address and 128 of all, and others as these end`() {
    var count = ConnectionCount()
    func admit(_ address: PeerAddress) -> Bool { count.admit(address) }
    for _ in 0..<16 { #expect(admit(one)) }
    #expect(!admit(one) && admit(other))
    count.leave(one)
    #expect(admit(one) && !admit(one))
    let loopback = PeerAddress("127.0.0.1")
    for _ in 0..<111 { #expect(admit(loopback)) }
    #expect(!admit(loopback) && !admit(other))
    count.leave(loopback)
    #expect(admit(other))
    count.leave(PeerAddress("10.0.0.3"))
    #expect(!admit(loopback))
  }

  @Test func `makes tokens of 128 random bits that only their user can read, and keeps them`() throws {
    let folder = try TemporaryFolder()
    let made = try TokenFile.tokens(in: folder.path + "/state", new: false)
    #expect(made.view != made.control && made.view.count == 32)
    var status = stat()
    #expect(unsafe stat(folder.path + "/state/serve.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try TokenFile.tokens(in: folder.path + "/state", new: false) == made)
    let new = try TokenFile.tokens(in: folder.path + "/state", new: true)
    #expect(new != made)
    #expect(try TokenFile.tokens(in: folder.path + "/state", new: false) == new)
  }

  @Test func `uses no tokens that others can read, or that are none`() throws {
    let folder = try TemporaryFolder()
    _ = try TokenFile.tokens(in: folder.path, new: false)
    let path = folder.path + "/serve.json"
    #expect(chmod(path, 0o644) == 0)
    #expect(throws: TokenFile.Failure.self) { try TokenFile.tokens(in: folder.path, new: false) }
    #expect(chmod(path, 0o600) == 0)
    #expect(truncate(path, 20) == 0)
    #expect(throws: TokenFile.Failure.self) { try TokenFile.tokens(in: folder.path, new: false) }
    #expect(throws: Never.self) { try TokenFile.tokens(in: folder.path, new: true) }
  }

  @Test func `distinguishes the tokens from all others`() throws {
    let tokens = try #require(TestServer.tokens)
    #expect(tokens.access(of: tokens.view) == .view && tokens.access(of: tokens.control) == .control)
    for index in tokens.control.indices {
      var other = tokens.control
      other.replaceSubrange(index...index, with: other[index] == "0" ? "1" : "0")
      #expect(tokens.access(of: other) == .none)
    }
    for token in ["", "0", tokens.view + "0", String(tokens.control.dropLast()), tokens.view.uppercased()] {
      #expect(tokens.access(of: token) == .none, "\(token)")
    }
    #expect(AccessTokens(view: tokens.view, control: tokens.view) == nil)
  }

  @Test(arguments: ["gym", "a b", "Übung 1", "100%", "a+b&c=d", "x?y#z"])
  func `finds a name again that it has put into an address`(name: String) {
    let coded = PercentCoding.encoded(name)
    #expect(coded.allSatisfy { $0.isASCII } && PercentCoding.decoded(coded[...]) == name)
  }

  @Test(arguments: ["%", "%4", "%zz", "%00", "%2f", "%ff", "%c3", "%+1", "%0a"])
  func `finds no name in what is none`(step: String) { #expect(PercentCoding.decoded(step[...]) == nil) }
}
