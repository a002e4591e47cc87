/// Resamples stereo sound that arrives in pieces.
///
/// The law: the output frames are those of the whole sound resampled at once, however it is cut. Only the samples that
/// the next frame needs are held.
package struct ResamplingStream {
  private let resampler: Resampler
  private let isMono: Bool
  // The samples held, and the index of the first of them in the sound; silence precedes sample 0.
  private var left: [Float]
  private var right: [Float]
  private var first: Int
  private var next: Int
  /// The total number of output frames, once the end is known.
  private var total: Int?

  /// A stream whose first frame is frame `first` of the resampled sound; mono material is resampled once for both
  /// sides.
  package init(_ resampler: Resampler, isMono: Bool = false, from first: Int = 0) {
    self.resampler = resampler
    self.isMono = isMono
    next = max(0, first)
    self.first = resampler.inputs(for: next..<next + 1).lowerBound
    left = Array(repeating: 0, count: max(0, -self.first))
    right = isMono ? [] : left
  }

  /// The index of the sample that `append` expects next.
  package var nextInput: Int { first + left.count }

  /// Adds the first `count` samples of both sides.
  package mutating func append(left newLeft: Span<Float>, right newRight: Span<Float>, count: Int) {
    let used = min(resampler.inputs(for: next..<next + 1).lowerBound - first, left.count)
    Self.append(newLeft, count, to: &left, dropping: used)
    if !isMono { Self.append(newRight, count, to: &right, dropping: used) }
    first += used
  }

  /// Marks the end of the sound; silence follows it.
  package mutating func finish() {
    guard total == nil else { return }
    let frames = resampler.outputCount(for: nextInput)
    let missing = resampler.inputs(for: next..<max(next, frames)).upperBound - nextInput
    total = frames
    left += repeatElement(0, count: max(0, missing))
    if !isMono { right += repeatElement(0, count: max(0, missing)) }
  }

  /// Writes up to `count` frames to both spans, beginning at `place`; returns the number written.
  @_lifetime(toLeft: copy toLeft) @_lifetime(toRight: copy toRight)
  package mutating func read(
    _ count: Int, left toLeft: inout MutableSpan<Float>, right toRight: inout MutableSpan<Float>, at place: Int = 0
  ) -> Int {
    let ready = (total ?? resampler.outputCount(before: nextInput)) - next
    let frames = next..<next + min(count, max(0, ready))
    guard !frames.isEmpty else { return 0 }
    let inputs = resampler.inputs(for: frames)
    let window = inputs.lowerBound - first..<inputs.upperBound - first
    resampler.write(frames, of: left.span.extracting(window), to: &toLeft, at: place)
    if isMono {
      Kernel.copy(toLeft.span, from: place, to: &toRight, from: place, count: frames.count)
    } else {
      resampler.write(frames, of: right.span.extracting(window), to: &toRight, at: place)
    }
    next = frames.upperBound
    return frames.count
  }

  private static func append(_ source: Span<Float>, _ count: Int, to samples: inout [Float], dropping used: Int) {
    if used > 0 { samples.removeFirst(used) }
    let place = samples.count
    samples += repeatElement(0, count: count)
    Kernel.copy(source, from: 0, to: &samples, from: place, count: count)
  }
}
