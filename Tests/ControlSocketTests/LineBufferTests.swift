import ControlSocket
import Testing

@Suite struct `A buffer of lines` {
  @Test func `splits what comes in pieces`() {
    var buffer = LineBuffer()
    buffer.append("pa".utf8)
    #expect(buffer.next() == nil)
    buffer.append("use\nstop\n\nre".utf8)
    let holdsOne = buffer.holdsOneLine()
    #expect(!holdsOne)
    #expect(buffer.next() == Array("pause".utf8) && buffer.next() == Array("stop".utf8))
    #expect(buffer.next() == [] && buffer.next() == nil && !buffer.isEmpty)
    #expect(buffer.rest() == Array("re".utf8) && buffer.isEmpty)
  }

  @Test func `overflows where no line ends for too long`() {
    var buffer = LineBuffer()
    buffer.append([UInt8](repeating: 0x78, count: LineBuffer.capacity))
    #expect(buffer.next() == nil && !buffer.hasOverflowed)
    buffer.append("\nx\n".utf8)
    #expect(buffer.next()?.count == LineBuffer.capacity && buffer.next() == [0x78])
    buffer.append([UInt8](repeating: 0x78, count: LineBuffer.capacity + 1))
    #expect(buffer.next() == nil && buffer.hasOverflowed)
  }
}
