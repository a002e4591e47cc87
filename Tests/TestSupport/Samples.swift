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
