import WorkoutModel

/// Pieces of an SVG image: plain shapes and texts, without scripts, styles or external references.
package enum SVG {
  package static let font = "font-family=\"'DejaVu Sans', Verdana, 'Helvetica Neue', Arial, sans-serif\""

  /// A rectangle, with additional attributes in `more`.
  package static func rect(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, fill: String, radius: Double = 0, title: String? = nil,
    more: String = ""
  ) -> String {
    let round = radius > 0 ? " rx=\"\(number(radius))\"" : ""
    let shape = "x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\""
    return element("rect", "\(shape)\(round) fill=\"\(fill)\"\(more)", title)
  }

  /// A bar with a straight, sloping upper edge; the lower end is `low` of its height.
  static func slope(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, low: Double, rises: Bool, fill: String, title: String
  ) -> String {
    let (left, right) = rises ? (height * (1 - low), 0) : (0, height * (1 - low))
    let corners = [(x, y + height), (x, y + left), (x + width, y + right), (x + width, y + height)]
    return polygon(corners, fill: fill, title: title)
  }

  static func polygon(_ corners: [(x: Double, y: Double)], fill: String, title: String? = nil) -> String {
    let points = corners.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
    return element("polygon", "points=\"\(points)\" fill=\"\(fill)\"", title)
  }

  package static func line(
    _ x: Double, _ from: Double, _ to: Double, stroke: String, width: Double = 1, title: String? = nil
  ) -> String {
    let ends = "x1=\"\(number(x))\" y1=\"\(number(from))\" x2=\"\(number(x))\" y2=\"\(number(to))\""
    return element("line", "\(ends) stroke=\"\(stroke)\" stroke-width=\"\(number(width))\"", title)
  }

  package static func level(_ y: Double, _ from: Double, _ to: Double, stroke: String) -> String {
    "<line x1=\"\(number(from))\" y1=\"\(number(y))\" x2=\"\(number(to))\" y2=\"\(number(y))\" stroke=\"\(stroke)\"/>\n"
  }

  /// A text; a `nil` size or colour is inherited.
  package static func text(
    _ text: String, _ x: Double, _ y: Double, size: Double? = nil, fill: String? = nil, anchor: String = "start",
    isBold: Bool = false
  ) -> String {
    let look = (size.map { " font-size=\"\(number($0))\"" } ?? "") + (fill.map { " fill=\"\($0)\"" } ?? "")
    let weight = isBold ? " font-weight=\"bold\"" : ""
    let place = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
    return "<text x=\"\(number(x))\" y=\"\(number(y))\"\(look)\(weight)\(place)>\(SafeText.markup(text))</text>\n"
  }

  package static func path(_ commands: String, stroke: String, width: Double = 1, title: String? = nil) -> String {
    let thick = width == 1 ? "" : " stroke-width=\"\(number(width))\""
    return element("path", "d=\"\(commands)\" fill=\"none\" stroke=\"\(stroke)\"\(thick)", title)
  }

  package static func circle(
    _ x: Double, _ y: Double, radius: Double, stroke: String, title: String? = nil
  ) -> String {
    let shape = "cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\""
    return element("circle", "\(shape) fill=\"none\" stroke=\"\(stroke)\"", title)
  }

  private static func element(_ name: String, _ attributes: String, _ title: String?) -> String {
    guard let title else { return "<\(name) \(attributes)/>\n" }
    return "<\(name) \(attributes)><title>\(SafeText.markup(title))</title></\(name)>\n"
  }

  /// A number with at most two decimals, the same on every machine.
  package static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")"
  }

  /// The approximate width of a text in the font above, rather overestimated.
  package static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { width, scalar in
      switch scalar {
      case "i", "j", "l", "t", "f", "r", "I", " ", ".", ",", ":", ";", "!", "'", "|", "(", ")", "/", "-":
        width + size * 0.4
      case "m", "w", "M", "W", "%", "@": width + size
      case "A"..."Z": width + size * 0.75
      // East Asian letters are as wide as they are high.
      default: width + size * (scalar.value >= 0x1100 ? 1 : 0.63)
      }
    }
  }

  /// The text, truncated with an ellipsis to fit; `nil` if less than two letters would fit.
  package static func fitted(_ text: String, size: Double, into space: Double) -> String? {
    if width(of: text, size: size) <= space { return text }
    var short = text
    while !short.isEmpty, width(of: short + "…", size: size) > space { short.removeLast() }
    while short.last == " " { short.removeLast() }
    return short.count < 2 ? nil : short + "…"
  }
}
