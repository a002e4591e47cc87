// What tests compute of each sample, here where code is optimized.

/// The greatest difference between neighbours.
public func largestStep(_ samples: [Float]) -> Float {
  var (largest, last) = (Float(0), samples.first ?? 0)
  for sample in samples {
    largest = max(largest, (sample - last).magnitude)
    last = sample
  }
  return largest
}

/// The samples of two sides in turn.
public func interleaved(_ left: [Float], _ right: [Float]) -> [Float] {
  var samples: [Float] = []
  samples.reserveCapacity(2 * left.count)
  for (one, other) in zip(left, right) { samples += [one, other] }
  return samples
}

/// The left side of stereo samples.
public func leftSide(_ samples: [Float]) -> [Float] { (0..<samples.count / 2).map { samples[2 * $0] } }

/// Whether samples are as many as others and differ from them by no more than `step`.
public func areEqual(_ one: ArraySlice<Float>, _ other: ArraySlice<Float>, within step: Float = 0) -> Bool {
  one.count == other.count && zip(one, other).allSatisfy { ($0 - $1).magnitude <= step }
}

/// The least number of samples after which those from `start` to the end repeat.
public func period(of samples: [Float], at start: Int) -> Int? {
  (1...start).first { shift in
    samples[start - shift] == samples[start]
      && samples[(start - shift)..<(samples.count - shift)].elementsEqual(samples[start...])
  }
}
