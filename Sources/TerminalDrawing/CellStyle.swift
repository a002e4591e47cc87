import SessionReporting
import WorkoutModel

/// How a cell is written.
package struct CellStyle: Equatable, Sendable {
  /// The parameter that sets the colour (ECMA-48, SGR); 0 for the terminal's own.
  let color: Int
  let isBold: Bool
  let isFaint: Bool

  /// The terminal's own way of writing, unless told otherwise.
  package init(color: Int = 0, isBold: Bool = false, isFaint: Bool = false) {
    self.color = color
    self.isBold = isBold
    self.isFaint = isFaint
  }

  package static let plain = CellStyle()
  static let bold = CellStyle(isBold: true)
  static let faint = CellStyle(isFaint: true)

  /// In the colour of an intensity, if there are colours.
  static func of(_ intensity: Intensity, _ look: Look) -> CellStyle {
    CellStyle(color: look.isColored ? Paint.code(of: intensity) : 0)
  }

  var bold: CellStyle { CellStyle(color: color, isBold: true, isFaint: isFaint) }
  var faint: CellStyle { CellStyle(color: color, isBold: isBold, isFaint: true) }

  /// What takes a terminal from the plain style to this one.
  var parameters: [Int] { (isBold ? [1] : []) + (isFaint ? [2] : []) + (color > 0 ? [color] : []) }
}
