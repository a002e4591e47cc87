/// The safe doors to the kernels: every range is checked once, here, before raw memory is touched.
extension Kernel {
  /// Adds `count` samples of a span, each times its gain, to those of an array.
  static func add(
    _ source: Span<Float>, from sourceStart: Int, to target: inout [Float], from targetStart: Int, count: Int,
    _ ramp: Ramp
  ) {
    precondition(sourceStart >= 0 && count >= 0 && sourceStart + count <= source.count, "source range")
    precondition(targetStart >= 0 && targetStart + count <= target.count, "target range")
    unsafe source.withUnsafeBufferPointer { input in
      unsafe target.withUnsafeMutableBufferPointer { output in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        unsafe add(input + sourceStart, to: output + targetStart, count, ramp)
      }
    }
  }

  /// Multiplies a part of an array by a gain.
  static func multiply(_ samples: inout [Float], from start: Int, count: Int, _ ramp: Ramp) {
    precondition(start >= 0 && count >= 0 && start + count <= samples.count, "range")
    unsafe samples.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe multiply(base + start, count, ramp)
    }
  }

  /// The greatest absolute value in a part of a span.
  static func peak(_ samples: Span<Float>, from start: Int, count: Int) -> Float {
    precondition(start >= 0 && count >= 0 && start + count <= samples.count, "range")
    return unsafe samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe peak(base + start, count)
    }
  }

  /// Copies a part of a span into a part of another.
  static func copy(
    _ source: Span<Float>, from sourceStart: Int, to target: inout MutableSpan<Float>, from targetStart: Int,
    count: Int
  ) {
    precondition(sourceStart >= 0 && count >= 0 && sourceStart + count <= source.count, "source range")
    precondition(targetStart >= 0 && targetStart + count <= target.count, "target range")
    unsafe source.withUnsafeBufferPointer { input in
      unsafe target.withUnsafeMutableBufferPointer { output in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        unsafe (output + targetStart).update(from: input + sourceStart, count: count)
      }
    }
  }

  /// Makes a part of an array silent.
  static func clear(_ samples: inout [Float], from start: Int, count: Int) {
    precondition(start >= 0 && count >= 0 && start + count <= samples.count, "range")
    unsafe samples.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe (base + start).update(repeating: 0, count: count)
    }
  }
}
