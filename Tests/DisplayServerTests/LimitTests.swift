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
    var table = ConnectionTable()
    func admit(_ address: PeerAddress) -> Int? {
      guard let (number, ended) = table.admit(address) else { return nil }
      #expect(ended == nil)
      table.record(.answering, of: number)
      return number
    }
    let first = (0..<16).map { _ in admit(one) }
    #expect(!first.contains(nil) && admit(one) == nil && admit(other) != nil)
    table.remove(first[3] ?? 0)
    #expect(admit(one) != nil && admit(one) == nil)
    let loopback = PeerAddress("127.0.0.1")
    let local = (0..<111).map { _ in admit(loopback) }
    #expect(!local.contains(nil) && admit(loopback) == nil && admit(other) == nil)
    table.remove(local[0] ?? 0)
    #expect(admit(other) != nil)
    table.remove(10_000)
    #expect(admit(loopback) == nil)
    // All clients of a proxy have its address.
    var shared = ConnectionTable(trustedProxy: one)
    #expect((0..<100).allSatisfy { _ in shared.admit(one) != nil })
  }

  @Test func `closes of all connections the newest that waits for its client, first those that have sent the least`() {
    var table = ConnectionTable()
    let loopback = PeerAddress("127.0.0.1")
    let numbers = (0..<128).compactMap { _ in table.admit(loopback)?.number }
    func fill(_ activity: ConnectionTable.Activity, _ indices: Range<Int>) {
      for index in indices { table.record(activity, of: numbers[index]) }
    }
    fill(.answering, 0..<122)
    fill(.idle, 122..<124)
    fill(.beginning, 124..<126)
    var ended: [Int?] = []
    for _ in 0..<7 {
      let new = table.admit(loopback)
      ended.append(new?.insteadOf.flatMap { numbers.firstIndex(of: $0) })
      if let new { table.record(.answering, of: new.number) }
    }
    #expect(ended == [127, 126, 125, 124, 123, 122, nil])
    #expect(table.admit(loopback) == nil)
    // An address that has its share gets no place of others.
    var own = ConnectionTable()
    for _ in 0..<16 { #expect(own.admit(one) != nil) }
    #expect(own.admit(one) == nil)
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
    #expect(unsafe chmod(path, 0o644) == 0)
    #expect(throws: TokenFile.Failure.self) { try TokenFile.tokens(in: folder.path, new: false) }
    #expect(unsafe chmod(path, 0o600) == 0)
    #expect(unsafe truncate(path, 20) == 0)
    #expect(throws: TokenFile.Failure.self) { try TokenFile.tokens(in: folder.path, new: false) }
    #expect(throws: Never.self) { try TokenFile.tokens(in: folder.path, new: true) }
  }

  @Test(arguments: ["fifo", "folder", "link", "device"])
  func `waits for no tokens where there is no file`(kind: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/serve.json"
    switch kind {
    case "fifo": #expect(unsafe mkfifo(path, 0o600) == 0)
    case "folder": #expect(unsafe mkdir(path, 0o700) == 0)
    default: #expect(unsafe symlink(kind == "device" ? "/dev/zero" : folder.path + "/other", path) == 0)
    }
    let failure = #expect(throws: TokenFile.Failure.self) { try TokenFile.tokens(in: folder.path, new: false) }
    #expect(failure?.explanation.hasPrefix(path + ": ") == true)
    #expect(failure?.explanation.contains("it isn't a regular file") == (kind == "fifo"))
    if kind != "folder" { #expect(throws: Never.self) { try TokenFile.tokens(in: folder.path, new: true) } }
  }

  @Test func `distinguishes the tokens from all others`() {
    let tokens = AccessTokens()
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
}
