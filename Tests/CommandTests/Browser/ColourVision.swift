import Glibc

/// A colour of sRGB, as people with and without colour blindness see it.
struct PerceivedColour {
  /// Red, green and blue as light: 0 to 1, linear.
  let light: [Double]

  /// Reads `rgb(1, 2, 3)`, as a browser computes it.
  init(_ css: String) throws {
    let numbers = css.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
    guard css.hasPrefix("rgb"), numbers.count == 3 || numbers.last == 1 else {
      throw Failure("\(css) is no plain colour")
    }
    light = numbers.prefix(3).map { value in
      let share = value / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
  }

  private init(light: [Double]) { self.light = light }

  /// The relative luminance and the contrast of WCAG 2.2.
  private var luminance: Double { 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] }

  func contrast(to other: PerceivedColour) -> Double {
    let pair = [luminance, other.luminance].sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }

  /// Kinds of sight, with what they make of light: of Machado, Oliveira and Fernandes (2009) at full severity, and of
  /// Viénot, Brettel and Mollon (1999).
  static let kinds: [(name: String, matrix: [[Double]])] = [
    ("normal", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (
      "protanopia",
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    (
      "deuteranopia",
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    (
      "tritanopia",
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
    ("protanopia (Viénot)", [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]),
    ("deuteranopia (Viénot)", [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]),
  ]

  func seen(through matrix: [[Double]]) -> PerceivedColour {
    PerceivedColour(
      light: matrix.map { row in min(1, max(0, zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })) })
  }

  /// CIE L*a*b* under D65.
  private var lab: [Double] {
    let matrix = [
      [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041],
    ]
    let white = [0.95047, 1, 1.08883]
    let cells = zip(matrix, white).map { row, white -> Double in
      let share = zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } / white
      return share > 216 / 24_389 ? cbrt(share) : (24_389 / 27 * share + 16) / 116
    }
    return [116 * cells[1] - 16, 500 * (cells[0] - cells[1]), 200 * (cells[1] - cells[2])]
  }

  /// The difference ΔE*ab of 1976.
  func difference(to other: PerceivedColour) -> Double {
    zip(lab, other.lab).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }
}
