/// Makes a loop of a sound that is a little longer than the loop.
enum LoopSeam {
  /// Cuts both sides to `length` frames whose end goes over into their start as if nothing were there.
  ///
  /// What lies beyond `length` is faded out over the start, which is faded in. The shape follows from how alike the two
  /// are (correlation r, 0…1): `f(x) = x / √(x² + (1−x)² + 2r·x(1−x))`, which keeps the power of unrelated sounds (r =
  /// 0) and the amplitude of equal ones (r = 1).
  static func bake(_ left: inout [Float], _ right: inout [Float], length: Int) {
    precondition(left.count == right.count && length > 0, "a loop of two sides")
    let seam = min(left.count - length, length)
    guard seam > 0 else { return }
    let r = correlation(left, right, seam: seam, length: length)
    for index in 0..<seam {
      let x = Float(index) / Float(seam)
      let rest = 1 - x
      let norm = 1 / (x * x + rest * rest + 2 * r * x * rest).squareRoot()
      left[index] = (x * left[index] + rest * left[length + index]) * norm
      right[index] = (x * right[index] + rest * right[length + index]) * norm
    }
    left.removeLast(left.count - length)
    right.removeLast(right.count - length)
  }

  /// How alike the first frames and those beyond the loop are, both sides together; 0 where they are opposed.
  private static func correlation(_ left: [Float], _ right: [Float], seam: Int, length: Int) -> Float {
    var (product, head, tail) = (0.0, 0.0, 0.0)
    for index in 0..<seam {
      let one = (Double(left[index]), Double(right[index]))
      let other = (Double(left[length + index]), Double(right[length + index]))
      product += one.0 * other.0 + one.1 * other.1
      head += one.0 * one.0 + one.1 * one.1
      tail += other.0 * other.0 + other.1 * other.1
    }
    guard head > 0, tail > 0 else { return 0 }
    return Float(max(0, min(1, product / (head * tail).squareRoot())))
  }
}
