import DisplayServer
import Testing

@Suite struct `A range of bytes` {
  @Test(arguments: [
    ("bytes=0-0", 0...0), ("bytes=0-9", 0...9), ("bytes=5-", 5...9), ("bytes=5-99", 5...9), ("bytes=-3", 7...9),
    ("bytes=-99", 0...9), ("bytes=9-9", 9...9),
  ])
  func `is within the file`(field: String, bytes: ClosedRange<Int>) {
    #expect(ByteRange(field)?.bytes(of: 10) == bytes)
  }

  @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=1234567890123456789012345-"])
  func `can't begin after its end`(field: String) throws {
    #expect(try #require(ByteRange(field)).bytes(of: 10) == nil)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=-", "bytes=2-1", "bytes=0-1,3-4", "bytes=a-", "lines=0-1", "bytes= 0-1", "bytes=0-1 ",
    "bytes=٣-٤",
  ])
  func `is ignored if it isn't one`(field: String) { #expect(ByteRange(field) == nil) }
}
