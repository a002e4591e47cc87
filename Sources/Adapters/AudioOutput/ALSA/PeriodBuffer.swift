/// One period of a device's frames: blocks of any size gather here and leave as whole periods.
@safe
final class PeriodBuffer {
  /// How many frames it holds.
  let frames: Int
  /// How many of them are filled; the rest is silence.
  private(set) var filled = 0
  private let frameBytes: Int
  private let memory: UnsafeMutableRawBufferPointer

  init(frames: Int, frameBytes: Int) {
    self.frames = frames
    self.frameBytes = frameBytes
    unsafe memory = .allocate(byteCount: frames * frameBytes, alignment: 64)
    clear()
  }

  deinit { unsafe memory.deallocate() }

  var free: Int { frames - filled }

  /// Has `body` write `count` frames, at most `free`, starting at the frame `first` that it is passed.
  func fill(_ count: Int, _ body: (_ bytes: UnsafeMutableRawBufferPointer, _ first: Int) -> Void) {
    unsafe body(memory, filled)
    filled += count
  }

  /// Shows `body` some of the frames.
  func bytes<Result>(
    _ frames: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(ALSAError) -> Result
  ) throws(ALSAError) -> Result {
    let bytes = frames.lowerBound * frameBytes..<frames.upperBound * frameBytes
    return unsafe try body(UnsafeRawBufferPointer(rebasing: memory[bytes]))
  }

  /// Makes all of it silence; zero is silence in every format that is used.
  func clear() {
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    filled = 0
  }
}
