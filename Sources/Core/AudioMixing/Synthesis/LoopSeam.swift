/// Makes the end of a loop continue at its beginning without an audible seam.
///
/// The end of the loop fades out, and the frames before its beginning fade in. The shape depends on their correlation r
/// (0…1): `f(x) = x / √(x² + (1−x)² + 2r·x(1−x))`, which keeps the power of unrelated sounds (r = 0) and the amplitude
/// of equal ones (r = 1).
package enum LoopSeam {
  /// Crossfades both sides of the end of a loop into the frames before its beginning; all have the same length.
  package static func crossOver(
    _ left: inout [Float], _ right: inout [Float], into otherLeft: ArraySlice<Float>, _ otherRight: ArraySlice<Float>
  ) {
    precondition(left.count == right.count && otherLeft.count == otherRight.count, "two sides")
    precondition(left.count == otherLeft.count, "two stretches of one length")
    let r = correlation(left, right, otherLeft, otherRight)
    for (index, (one, other)) in zip(left.indices, zip(otherLeft, otherRight)) {
      let x = (Float(index) + 1) / (Float(left.count) + 1)
      let rest = 1 - x
      let norm = 1 / (x * x + rest * rest + 2 * r * x * rest).squareRoot()
      left[index] = (rest * left[index] + x * one) * norm
      right[index] = (rest * right[index] + x * other) * norm
    }
  }

  /// The correlation of two sounds, both sides together; 0 if it is negative.
  private static func correlation(
    _ left: [Float], _ right: [Float], _ otherLeft: ArraySlice<Float>, _ otherRight: ArraySlice<Float>
  ) -> Float {
    var (product, own, others) = (0.0, 0.0, 0.0)
    func add(_ one: Float, _ other: Float) {
      product += Double(one) * Double(other)
      own += Double(one) * Double(one)
      others += Double(other) * Double(other)
    }
    for (one, other) in zip(left, otherLeft) { add(one, other) }
    for (one, other) in zip(right, otherRight) { add(one, other) }
    guard own > 0, others > 0 else { return 0 }
    return Float(max(0, min(1, product / (own * others).squareRoot())))
  }
}
