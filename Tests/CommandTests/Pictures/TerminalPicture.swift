import SessionReporting
import TestSupport

/// A terminal's screen as an SVG image: its cells in their colours, inside a window. Several screens follow one another
/// again and again; where less motion is preferred, one of them stands still.
///
/// Blocks are rectangles, because the glyphs of fonts leave seams between cells.
struct TerminalPicture {
  private static let (cellWidth, cellHeight) = (9, 20)
  private static let (margin, top) = (20, 58)
  /// The ground of the pages, and the ink on it.
  private static let (ground, ink) = ("#0e1117", "#e6e8eb")
  /// The colours of the intensities by SGR parameter, light enough for a dark ground.
  private static let colors = [
    31: "#f0424b", 32: "#3fae66", 33: "#fbc106", 34: "#4c86e8", 35: "#a45cff", 36: "#46e6ee",
  ]

  /// A rectangle of halves of cells in one colour.
  private struct Block: Equatable {
    var (x, y, width, height): (Int, Int, Int, Int)
    let fill: String
  }

  /// A screen from a moment on, in seconds.
  struct Frame {
    let start: Double
    let screen: TerminalEmulator
  }

  let svg: String

  /// Shows frames, the first from 0 on, for `length` seconds; `still` is the index of the one that may stand.
  init(of frames: [Frame], length: Double, still: Int, title: String) {
    let cells = frames[still].screen.cells
    let width = (cells.first?.count ?? 0) * Self.cellWidth + 2 * Self.margin
    let height = cells.count * Self.cellHeight + Self.top + Self.margin
    let dots = ["#ff5f57", "#febc2e", "#28c840"].enumerated().map { index, fill in
      "<circle cx=\"\(24 + 22 * index)\" cy=\"22\" r=\"7\" fill=\"\(fill)\"/>\n"
    }
    let layers = Self.layers(of: frames)
    let rules = layers.enumerated().map { index, layer in
      Self.animation(of: layer.frames, in: frames, index, length, still)
    }
    let groups = layers.enumerated().map { index, layer in
      "<g class=\"l\(index)\" shape-rendering=\"crispEdges\">\n\(layer.elements.joined())</g>\n"
    }
    svg =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      font-family="'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace" font-size="15">
      <title>\(title)</title>
      <style>
      \(rules.joined())\
      @media (prefers-reduced-motion: reduce) { g { animation: none !important } }
      </style>
      <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="14" fill="\(Self.ground)" \
      stroke="#3d444d"/>
      <path d="M1 44V14A13 13 0 0 1 14 1H\(width - 14)A13 13 0 0 1 \(width - 1) 14V44z" fill="#1d222b"/>

      """ + dots.joined() + SVG.text(title, Double(width) / 2, 27, fill: "#9aa3b0", anchor: "middle")
      + groups.joined() + "</svg>\n"
  }

  /// What is drawn in the same frames, for each such group of frames.
  private static func layers(of frames: [Frame]) -> [(frames: [Int], elements: [String])] {
    var places: [String: [Int]] = [:]
    var order: [String] = []
    for (index, frame) in frames.enumerated() {
      let cells = frame.screen.cells
      let texts = cells.enumerated().flatMap { row, cells in Self.texts(of: cells, at: row) }
      for element in blocks(of: cells).map(rect) + texts {
        if places[element] == nil { order.append(element) }
        places[element, default: []].append(index)
      }
    }
    return order.reduce(into: []) { layers, element in
      let frames = places[element] ?? []
      if let known = layers.firstIndex(where: { $0.frames == frames }) {
        layers[known].elements.append(element)
      } else {
        layers.append((frames, [element]))
      }
    }
  }

  /// The rules by which a layer is visible in its frames alone; none if it is in all.
  private static func animation(
    of visible: [Int], in frames: [Frame], _ layer: Int, _ length: Double, _ still: Int
  ) -> String {
    guard visible.count < frames.count else { return "" }
    var steps = ""
    for index in frames.indices where index == 0 || visible.contains(index) != visible.contains(index - 1) {
      let moment = (frames[index].start / length * 10_000).rounded() / 100
      steps += "\(moment)%{visibility:\(visible.contains(index) ? "visible" : "hidden")}"
    }
    return ".l\(layer){visibility:\(visible.contains(still) ? "visible" : "hidden");"
      + "animation:k\(layer) \(length)s step-end infinite}@keyframes k\(layer){\(steps)}\n"
  }

  private static func fill(_ style: [Int]) -> String { style.lazy.compactMap { colors[$0] }.first ?? ink }

  private static func x(_ column: Int) -> Int { margin + column * cellWidth }

  private static func y(_ row: Int) -> Int { top + row * cellHeight }

  private static func rect(_ block: Block) -> String {
    SVG.rect(Double(block.x), Double(block.y), Double(block.width), Double(block.height), fill: block.fill)
  }

  /// The part of a cell that a block covers, in eighths of it; `nil` for a letter.
  private static func part(_ text: String) -> (left: Int, top: Int, width: Int, height: Int)? {
    guard let scalar = text.unicodeScalars.first else { return nil }
    switch scalar.value {
    case 0x2580: return (0, 0, 8, 4)
    case 0x2581...0x2588: return (0, 8 - Int(scalar.value - 0x2580), 8, Int(scalar.value - 0x2580))
    case 0x2589...0x258F: return (0, 0, 8 - Int(scalar.value - 0x2588), 8)
    case 0x2590: return (4, 0, 4, 8)
    case 0x2595: return (7, 0, 1, 8)
    default: return nil
    }
  }

  /// The rectangles of all blocks, joined with the one to the left, and then with the one above.
  private static func blocks(of cells: [[TerminalEmulator.Cell]]) -> [Block] {
    var blocks: [Block] = []
    for (row, cells) in cells.enumerated() {
      var line: [Block] = []
      for (column, cell) in cells.enumerated() {
        guard let part = part(cell.text) else { continue }
        let block = Block(
          x: x(column) + part.left * cellWidth / 8, y: y(row) + part.top * cellHeight / 8,
          width: (part.width * cellWidth + 7) / 8, height: part.height * cellHeight / 8, fill: fill(cell.style))
        if let last = line.last, last.x + last.width == block.x, last.y == block.y, last.height == block.height,
          last.fill == block.fill
        {
          line[line.count - 1].width += block.width
        } else {
          line.append(block)
        }
      }
      for block in line {
        let above = blocks.lastIndex {
          $0.x == block.x && $0.width == block.width && $0.fill == block.fill && $0.y + $0.height == block.y
        }
        if let above { blocks[above].height += block.height } else { blocks.append(block) }
      }
    }
    return blocks
  }

  /// The letters of a row, each run in one style as a text of its exact width.
  private static func texts(of cells: [TerminalEmulator.Cell], at row: Int) -> [String] {
    var texts: [String] = []
    var column = 0
    while column < cells.count {
      let style = cells[column].style
      // A single space belongs to a text; wider ones separate texts.
      let end =
        cells.indices.dropFirst(column).first { index in
          let isGap = cells[index].text == " " && (index + 1 == cells.count || cells[index + 1].text == " ")
          return isGap || part(cells[index].text) != nil || (cells[index].text != " " && cells[index].style != style)
        } ?? cells.count
      let text = cells[column..<end].map(\.text).joined()
      if text.contains(where: { $0 != " " }) {
        let weight = style.contains(1) ? " font-weight=\"bold\"" : ""
        let opacity = style.contains(2) ? " opacity=\"0.6\"" : ""
        texts.append(
          "<text x=\"\(x(column))\" y=\"\(y(row) + 15)\" textLength=\"\((end - column) * cellWidth)\" "
            + "xml:space=\"preserve\" fill=\"\(fill(style))\"\(weight)\(opacity)>\(markup(text))</text>\n")
      }
      column = max(end, column + 1)
    }
    return texts
  }

  private static func markup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
