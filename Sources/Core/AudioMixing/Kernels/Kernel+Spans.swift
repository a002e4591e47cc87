/// The safe entry points of the kernels: each checks its ranges once, before raw memory is accessed.
extension Kernel {
  /// Adds `count` samples of a span, each multiplied by its gain, to those of an array.
  static func add(
    _ source: Span<Float>, from sourceStart: Int, to target: inout [Float], from targetStart: Int, count: Int,
    _ ramp: Ramp
  ) {
    unsafe source.withMemory(sourceStart, count) { input in
      unsafe target.withMemory(targetStart, count) { unsafe add(input, to: $0, count, ramp) }
    }
  }

  /// Writes `count` samples of a span, each multiplied by its gain, to an array.
  static func write(
    _ source: Span<Float>, from sourceStart: Int, to target: inout [Float], from targetStart: Int, count: Int,
    _ ramp: Ramp
  ) {
    unsafe source.withMemory(sourceStart, count) { input in
      unsafe target.withMemory(targetStart, count) { unsafe write(input, to: $0, count, ramp) }
    }
  }

  /// Writes `count` samples of 16 bits, each multiplied by `step` and then by `gain`, to a span.
  @_lifetime(target: copy target)
  static func widen(
    _ source: Span<Int16>, from sourceStart: Int, to target: inout MutableSpan<Float>, from targetStart: Int,
    count: Int, step: Float, gain: Float = 1
  ) {
    unsafe source.withMemory(sourceStart, count) { input in
      unsafe target.withMemory(targetStart, count) { unsafe widen(input, to: $0, count, step: step, gain: gain) }
    }
  }

  /// Writes sums of samples at four places, each multiplied by `step` and then by `gain`, to a span.
  @_lifetime(target: copy target)
  static func widen(
    _ source: Span<Int16>, _ places: SIMD4<Int>, to target: inout MutableSpan<Float>, from targetStart: Int, count: Int,
    step: Float, gain: Float
  ) {
    unsafe source.withMemory(places, count) { sources in
      unsafe target.withMemory(targetStart, count) { unsafe widen(sources, to: $0, count, step: step, gain: gain) }
    }
  }

  /// Writes sums of samples at four places, multiplied by `step`, plus those of two others, each times its gain.
  @_lifetime(target: copy target)
  static func widen(
    _ source: Span<Int16>, _ places: SIMD4<Int>, step: Float, _ one: Span<Int16>, _ onePlaces: SIMD4<Int>,
    _ ramp: Ramp, _ other: Span<Int16>, _ otherPlaces: SIMD4<Int>, _ otherRamp: Ramp,
    to target: inout MutableSpan<Float>, from targetStart: Int, count: Int
  ) {
    unsafe source.withMemory(places, count) { source in
      unsafe one.withMemory(onePlaces, count) { one in
        unsafe other.withMemory(otherPlaces, count) { other in
          unsafe target.withMemory(targetStart, count) { target in
            unsafe widen(source, step: step, one, ramp, other, otherRamp, to: target, count)
          }
        }
      }
    }
  }

  /// Writes samples as whole multiples of `step`, beginning at `place`; values beyond 16 bits are clipped.
  static func narrow(_ source: Span<Float>, step: Float, to target: inout [Int16], at place: Int) {
    let count = source.count
    unsafe source.withMemory(0, count) { input in
      unsafe target.withMemory(place, count) { unsafe narrow(input, to: $0, count, scale: 1 / step) }
    }
  }

  /// Writes one lane of vectors to an array.
  static func copy(lane: Int, of source: [SIMD4<Float>], to target: inout [Float]) {
    precondition((0..<4).contains(lane), "one of four lanes")
    let count = source.count
    unsafe source.span.withMemory(0, count) { input in
      unsafe target.withMemory(0, count) { unsafe extract(lane: lane, of: UnsafeRawPointer(input), to: $0, count) }
    }
  }

  static func multiply(_ samples: inout [Float], from start: Int, count: Int, _ ramp: Ramp) {
    unsafe samples.withMemory(start, count) { unsafe multiply($0, count, ramp) }
  }

  static func multiply(_ samples: inout MutableSpan<Float>, count: Int, _ gain: Float, _ other: Float = 1) {
    unsafe samples.withMemory(0, count) { unsafe multiply($0, count, gain, other) }
  }

  /// The greatest absolute value in a part of a span.
  static func peak(_ samples: Span<Float>, from start: Int, count: Int) -> Float {
    var result: Float = 0
    unsafe samples.withMemory(start, count) { result = unsafe peak($0, count) }
    return result
  }

  /// Copies a part of a span into a part of another.
  @_lifetime(target: copy target)
  static func copy(
    _ source: Span<Float>, from sourceStart: Int, to target: inout MutableSpan<Float>, from targetStart: Int,
    count: Int
  ) {
    unsafe source.withMemory(sourceStart, count) { input in
      unsafe target.withMemory(targetStart, count) { unsafe $0.update(from: input, count: count) }
    }
  }

  static func copy(
    _ source: Span<Float>, from sourceStart: Int, to target: inout [Float], from targetStart: Int, count: Int
  ) {
    var span = target.mutableSpan
    copy(source, from: sourceStart, to: &span, from: targetStart, count: count)
  }

  static func clear(_ samples: inout [Float], from start: Int, count: Int) {
    unsafe samples.withMemory(start, count) { unsafe $0.update(repeating: 0, count: count) }
  }

  /// Adds a decaying sine to `count` samples of both sides.
  static func addSine(
    _ rotation: inout Rotation, left: inout [Float], leftGain: Float, right: inout [Float], rightGain: Float,
    from first: Int, count: Int
  ) {
    unsafe left.withMemory(first, count) { left in
      unsafe right.withMemory(first, count) { right in
        unsafe addSine(&rotation, left: left, leftGain: leftGain, right: right, rightGain: rightGain, count)
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
    precondition(first >= 0 && taps % 8 == 0, "whole vectors, from the first frame on")
    precondition(table.count == taps * phases, "one row for each phase")
    unsafe input.withMemory(0, last - origin + taps) { input in
      unsafe table.withMemory(0, taps * phases) { table in
        unsafe target.withMemory(place, count) { target in
          unsafe resample(
            input, origin: origin, table: table, taps: taps, phases: phases, step: step, first: first, count: count,
            to: target)
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
    let count = left.count
    precondition(count == right.count, "the sides of a block have one length")
    unsafe left.withMemory(0, count) { left in
      unsafe right.withMemory(0, count) { right in
        unsafe dither.withMemory(0, ditherChoice + ditherRun) { dither in
          unsafe target.withMemory(2 * place, 2 * count) { target in
            unsafe pair16(
              left: left, right: right, count, firstFrame: firstFrame, seed: seed, dither: dither,
              to: UnsafeMutableRawPointer(target))
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
    unsafe source.withMemory(0, count * channels) { source in
      unsafe left.withMemory(place, count) { left in
        unsafe right.withMemory(place, count) { right in
          unsafe deinterleave(source, channels: channels, ceiling: ceiling, left: left, right: right, count)
        }
      }
    }
  }

  /// Interleaves two sides, beginning at pair `place`.
  static func interleave(left: Span<Float>, right: Span<Float>, to target: inout [Float], at place: Int) {
    let count = left.count
    precondition(count == right.count, "the sides of a block have one length")
    unsafe left.withMemory(0, count) { left in
      unsafe right.withMemory(0, count) { right in
        unsafe target.withMemory(2 * place, 2 * count) { unsafe interleave(left: left, right: right, count, to: $0) }
      }
    }
  }
}

extension Span {
  /// Passes on the memory of `count` elements from `start` on, which must be within the span; an empty span has none.
  @inline(__always)
  fileprivate func withMemory(_ start: Int, _ count: Int, _ body: (UnsafePointer<Element>) -> Void) {
    precondition(start >= 0 && count >= 0 && start + count <= self.count, "range")
    unsafe withUnsafeBufferPointer { if let base = $0.baseAddress { unsafe body(base + start) } }
  }
}

extension Span<Int16> {
  /// Passes on the memory of `count` samples from each place on, which must be within the span.
  @inline(__always)
  fileprivate func withMemory(_ places: SIMD4<Int>, _ count: Int, _ body: (FourSources) -> Void) {
    precondition(places.min() >= 0 && count >= 0 && places.max() + count <= self.count, "range")
    unsafe withUnsafeBufferPointer { if let base = $0.baseAddress { unsafe body(FourSources(base, places)) } }
  }
}

extension MutableSpan {
  /// As for a `Span`.
  @inline(__always) @_lifetime(self: copy self)
  fileprivate mutating func withMemory(_ start: Int, _ count: Int, _ body: (UnsafeMutablePointer<Element>) -> Void) {
    precondition(start >= 0 && count >= 0 && start + count <= self.count, "range")
    unsafe withUnsafeMutableBufferPointer { if let base = $0.baseAddress { unsafe body(base + start) } }
  }
}

extension Array {
  /// As for a `Span`.
  @inline(__always)
  fileprivate mutating func withMemory(_ start: Int, _ count: Int, _ body: (UnsafeMutablePointer<Element>) -> Void) {
    var span = mutableSpan
    unsafe span.withMemory(start, count, body)
  }
}
