/// The safe entry points of the kernels: each checks its ranges once, before raw memory is accessed.
extension Kernel {
  /// Adds `count` samples of a span, each multiplied by its gain, to those of an array.
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

  /// Writes `count` samples of a span, each multiplied by its gain, to an array.
  static func write(
    _ source: Span<Float>, from sourceStart: Int, to target: inout [Float], from targetStart: Int, count: Int,
    _ ramp: Ramp
  ) {
    precondition(sourceStart >= 0 && count >= 0 && sourceStart + count <= source.count, "source range")
    precondition(targetStart >= 0 && targetStart + count <= target.count, "target range")
    unsafe source.withUnsafeBufferPointer { input in
      unsafe target.withUnsafeMutableBufferPointer { output in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        unsafe write(input + sourceStart, to: output + targetStart, count, ramp)
      }
    }
  }

  /// Writes `count` samples of 16 bits, each multiplied by `step` and then by `gain`, to a span.
  @_lifetime(target: copy target)
  static func widen(
    _ source: Span<Int16>, from sourceStart: Int, to target: inout MutableSpan<Float>, from targetStart: Int,
    count: Int, step: Float, gain: Float = 1
  ) {
    precondition(sourceStart >= 0 && count >= 0 && sourceStart + count <= source.count, "source range")
    precondition(targetStart >= 0 && targetStart + count <= target.count, "target range")
    unsafe source.withUnsafeBufferPointer { input in
      unsafe target.withUnsafeMutableBufferPointer { output in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        unsafe widen(input + sourceStart, to: output + targetStart, count, step: step, gain: gain)
      }
    }
  }

  /// Writes samples as whole multiples of `step`, beginning at `place`; values beyond 16 bits are clipped.
  static func narrow(_ source: Span<Float>, step: Float, to target: inout [Int16], at place: Int) {
    precondition(place >= 0 && place + source.count <= target.count, "target range")
    unsafe source.withUnsafeBufferPointer { input in
      unsafe target.withUnsafeMutableBufferPointer { output in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        unsafe narrow(input, to: output + place, source.count, scale: 1 / step)
      }
    }
  }

  /// Writes one lane of vectors to an array.
  static func copy(lane: Int, of source: [SIMD4<Float>], to target: inout [Float]) {
    precondition((0..<4).contains(lane) && source.count <= target.count, "a lane, and space for it")
    unsafe source.withUnsafeBytes { input in
      unsafe target.withUnsafeMutableBufferPointer { output in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        unsafe extract(lane: lane, of: input, to: output, source.count)
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

  /// Multiplies the first samples of a span by one gain and then by another.
  static func multiply(_ samples: inout MutableSpan<Float>, count: Int, _ gain: Float, _ other: Float = 1) {
    precondition(count >= 0 && count <= samples.count, "range")
    unsafe samples.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe multiply(base, count, gain, other)
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
  @_lifetime(target: copy target)
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

  static func copy(
    _ source: Span<Float>, from sourceStart: Int, to target: inout [Float], from targetStart: Int, count: Int
  ) {
    var span = target.mutableSpan
    copy(source, from: sourceStart, to: &span, from: targetStart, count: count)
  }

  static func clear(_ samples: inout [Float], from start: Int, count: Int) {
    precondition(start >= 0 && count >= 0 && start + count <= samples.count, "range")
    unsafe samples.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe (base + start).update(repeating: 0, count: count)
    }
  }

  /// Adds a decaying sine to `count` samples of both sides.
  static func addSine(
    _ rotation: inout Rotation, left: inout [Float], leftGain: Float, right: inout [Float], rightGain: Float,
    from first: Int, count: Int
  ) {
    precondition(count >= 0 && first >= 0 && first + count <= left.count && first + count <= right.count, "range")
    unsafe left.withUnsafeMutableBufferPointer { left in
      unsafe right.withUnsafeMutableBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return }
        unsafe addSine(
          &rotation, left: left + first, leftGain: leftGain, right: right + first, rightGain: rightGain, count)
      }
    }
  }

  /// Writes a range of outputs of a polyphase filter; `input` begins with the first sample that they need.
  @_lifetime(target: copy target)
  static func resample(
    _ input: Span<Float>, table: Span<Float>, taps: Int, phases: Int, step: Int, _ outputs: Range<Int>,
    to target: inout MutableSpan<Float>, at place: Int
  ) {
    let (first, count) = (outputs.lowerBound, outputs.count)
    guard count > 0 else { return }
    let origin = first * step / phases
    let last = (first + count - 1) * step / phases
    precondition(first >= 0 && taps % 8 == 0 && last - origin + taps <= input.count, "input range")
    precondition(table.count == taps * phases, "one row for each phase")
    precondition(place >= 0 && place + count <= target.count, "target range")
    unsafe input.withUnsafeBufferPointer { input in
      unsafe table.withUnsafeBufferPointer { table in
        unsafe target.withUnsafeMutableBufferPointer { target in
          guard let input = input.baseAddress, let table = table.baseAddress, let target = target.baseAddress else {
            return
          }
          unsafe resample(
            input, origin: origin, table: table, taps: taps, phases: phases, step: step, first: first, count: count,
            to: target + place)
        }
      }
    }
  }

  /// Rounds two sides to interleaved 16-bit samples, dithered by frame number, beginning at pair `place`.
  @_lifetime(target: copy target)
  static func interleave16(
    left: Span<Float>, right: Span<Float>, firstFrame: Int, seed: UInt32, dither: Span<Float>,
    to target: inout MutableSpan<Int16>, at place: Int
  ) {
    precondition(left.count == right.count && firstFrame >= 0, "the sides of a block have one length")
    precondition(place >= 0 && target.count >= 2 * (place + left.count), "two samples for each frame")
    precondition(dither.count >= ditherChoice + ditherRun, "dither for every place")
    let count = left.count
    unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        unsafe dither.withUnsafeBufferPointer { dither in
          unsafe target.withUnsafeMutableBufferPointer { target in
            guard let left = left.baseAddress, let right = right.baseAddress, let dither = dither.baseAddress,
              let target = target.baseAddress
            else { return }
            unsafe pair16(
              left: left, right: right, count, firstFrame: firstFrame, seed: seed, dither: dither,
              to: UnsafeMutableRawPointer(target + 2 * place))
          }
        }
      }
    }
  }

  /// Separates interleaved samples of one or two channels, clipped to ±`ceiling`; a NaN becomes 0.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  static func deinterleave(
    _ source: Span<Float>, channels: Int, ceiling: Float, left: inout MutableSpan<Float>,
    right: inout MutableSpan<Float>, at place: Int
  ) {
    precondition(channels == 1 || channels == 2, "one or two channels")
    let count = source.count / channels
    precondition(place >= 0 && place + count <= min(left.count, right.count), "target range")
    unsafe source.withUnsafeBufferPointer { source in
      unsafe left.withUnsafeMutableBufferPointer { left in
        unsafe right.withUnsafeMutableBufferPointer { right in
          guard let source = source.baseAddress, let left = left.baseAddress, let right = right.baseAddress else {
            return
          }
          unsafe deinterleave(
            source, channels: channels, ceiling: ceiling, left: left + place, right: right + place, count)
        }
      }
    }
  }

  /// Interleaves two sides, beginning at pair `place`.
  static func interleave(left: Span<Float>, right: Span<Float>, to target: inout [Float], at place: Int) {
    let count = left.count
    precondition(count == right.count, "the sides of a block have one length")
    precondition(place >= 0 && target.count >= 2 * (place + count), "two samples for each frame")
    unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        unsafe target.withUnsafeMutableBufferPointer { target in
          guard let left = left.baseAddress, let right = right.baseAddress, let target = target.baseAddress else {
            return
          }
          unsafe interleave(left: left, right: right, count, to: target + 2 * place)
        }
      }
    }
  }
}
