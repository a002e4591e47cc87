/// Where the texts and bars of a page are, as it is laid out now.
///
/// A text's box is that of its ink: from the top of its tallest letter to the bottom of its lowest, line by line. All
/// lengths are CSS pixels.
struct PageLayout: Decodable {
  struct Box: Decodable {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    func meets(_ other: Box) -> Bool {
      left < other.right - 1 && other.left < right - 1 && top < other.bottom - 1 && other.top < bottom - 1
    }

    /// Whether it lies in another except for an invisible part.
    func lies(in other: Box, within tolerance: Double) -> Bool {
      left >= other.left - tolerance && top >= other.top - tolerance && right <= other.right + tolerance
        && bottom <= other.bottom + tolerance
    }
  }

  struct Part: Decodable {
    let id: String
    let text: String
    let lines: [Box]
    /// What cuts it off: the screen, and parts around it.
    let clips: [Box]
    /// How high its capital letters and digits are; 0 for a bar.
    let height: Double
    /// The size of its type; 0 for a bar.
    let size: Double
    let colour: String
    let ground: String
    /// Whether it belongs to nothing that is disabled.
    let isEnabled: Bool
  }

  let width: Double
  let height: Double
  let scrollWidth: Double
  let scrollHeight: Double
  let parts: [Part]

  subscript(id: String) -> Part? { parts.first { $0.id == id } }

  /// What lies over something else or is cut off.
  var faults: [String] {
    var faults: [String] = []
    if scrollWidth > width || scrollHeight > height {
      faults.append("the page scrolls: \(scrollWidth)x\(scrollHeight)")
    }
    for (index, part) in parts.enumerated() {
      for line in part.lines {
        if let clip = part.clips.first(where: { !line.lies(in: $0, within: max(1.5, height / 500)) }) {
          faults.append("#\(part.id) '\(part.text.prefix(40))' \(line) is cut off by \(clip)")
        }
        for other in parts[(index + 1)...] where other.lines.contains(where: line.meets) {
          faults.append(
            "#\(part.id) '\(part.text.prefix(40))' \(line) lies over #\(other.id) '\(other.text.prefix(40))'")
        }
      }
    }
    return faults
  }

  /// The layout when the page has settled.
  init(of page: BrowserPage) throws { self = try page.record(Self.script) }

  private static let script = """
    (async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const isMoving = () => document.getAnimations().some((each) => each.transitionProperty === 'background-color')
        || document.querySelector('#moment:not([hidden]), #count:not([hidden])');
      for (let index = 0; index < 2 || isMoving(); index += 1) await frame();
      const canvas = document.createElement('canvas').getContext('2d');
      const box = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
      // What is on each line of a text, and where.
      const linesOf = (node) => {
        const lines = [];
        const range = document.createRange();
        for (let index = 0; index < node.length; index += 1) {
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const place = range.getBoundingClientRect();
          if (place.width === 0) continue;
          const last = lines.at(-1);
          if (last?.top === place.top) [last.text, last.right] = [last.text + node.data[index], place.right];
          else lines.push({ text: node.data[index], left: place.left, right: place.right, top: place.top });
        }
        return lines;
      };
      const parts = [];
      for (const element of document.body.querySelectorAll('*')) {
        // The phase's bar of the wall is its ground; what only screen readers have isn't seen.
        if (element.matches('main > #phase-bar, .unseen')) continue;
        const isBar = element.matches('[role=progressbar]');
        const node = [...element.childNodes].find((child) => child.nodeType === 3 && child.data.trim());
        if (!(node || isBar) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const style = getComputedStyle(element);
        canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const text = node ? node.data.trim() : '';
        const written = isBar ? [] : linesOf(node).map(({ text, left, right, top }) => {
          const ink = canvas.measureText(text);
          const base = top + ink.fontBoundingBoxAscent;
          return { left, right, top: base - ink.actualBoundingBoxAscent, bottom: base + ink.actualBoundingBoxDescent };
        });
        const lines = isBar ? [box(element.getBoundingClientRect())] : written;
        // What is left out behind an ellipsis isn't there.
        const isShortened = style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis';
        const own = element.getBoundingClientRect();
        const kept = isShortened ? lines.filter((line) => line.top < own.bottom && line.left < own.right) : lines;
        for (const line of kept) if (isShortened) line.right = Math.min(line.right, own.right);
        const clips = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
        let ground = null;
        for (let around = element; around; around = around.parentElement) {
          const its = getComputedStyle(around);
          const isClipping = its.overflow !== 'visible' && !isBar && around !== document.body;
          if (isClipping) clips.push(box(around.getBoundingClientRect()));
          if (!ground && its.backgroundColor !== 'rgba(0, 0, 0, 0)') ground = its.backgroundColor;
        }
        parts.push({
          id: element.id || element.className || element.tagName, text, lines: kept, clips, colour: style.color, ground,
          isEnabled: !element.closest(':disabled'),
          height: isBar ? 0 : canvas.measureText('H').actualBoundingBoxAscent,
          size: isBar ? 0 : parseFloat(style.fontSize),
        });
      }
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { width: innerWidth, height: innerHeight, scrollWidth, scrollHeight, parts };
    })()
    """
}
