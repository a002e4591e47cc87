/// A buffer for the frames of one write to a device, which turns blocks of any size into whole writes.
@safe
final class WriteBuffer {
  let frames: Int
  /// The number of filled frames; the rest is silence.
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

  /// Fills `count` frames, at most `free`, by `body`, which receives the first frame.
  func fill(_ count: Int, _ body: (_ bytes: UnsafeMutableRawBufferPointer, _ first: Int) -> Void) {
    unsafe body(memory, filled)
    filled += count
  }

  func bytes<Result>(
    _ frames: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(ALSAError) -> Result
  ) throws(ALSAError) -> Result {
    let bytes = frames.lowerBound * frameBytes..<frames.upperBound * frameBytes
    return unsafe try body(UnsafeRawBufferPointer(rebasing: memory[bytes]))
  }

  /// Silences all frames; zero is silence in every supported format.
  func clear() {
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    filled = 0
  }
}
