import FoundationEssentials
import Glibc
import StrictJSON

extension BrowserPage {
  func show(_ viewport: Viewport) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": viewport.width, "height": viewport.height,
        "deviceScaleFactor": viewport.scale, "mobile": viewport.isTouched,
      ])
    try call("Emulation.setTouchEmulationEnabled", ["enabled": viewport.isTouched, "maxTouchPoints": 1])
  }

  /// Tells pages what their user prefers, such as less motion or dark colours.
  func prefer(_ feature: String, _ value: String) throws {
    let features: [JSONFields] = [["name": "prefers-\(feature)", "value": value]]
    try call("Emulation.setEmulatedMedia", ["features": features])
  }

  func prefersReducedMotion() throws { try prefer("reduced-motion", "reduce") }

  /// Makes the user's language known to pages that are opened later.
  func speak(_ language: String) throws {
    try call("Emulation.setUserAgentOverride", ["userAgent": "Mozilla/5.0", "acceptLanguage": language])
  }

  /// A key: a printable character, or one of `Enter`, `Tab`, `Escape`, `ArrowLeft`, `ArrowRight`, `ArrowUp`,
  /// `ArrowDown`.
  private func key(_ type: String, _ name: String, modifiers: Int = 0) throws {
    let codes = [
      "Enter": 13, "Tab": 9, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
    ]
    let text = name == "Enter" ? "\r" : name.count == 1 ? name : nil
    let code = codes[name] ?? name.uppercased().utf8.first.map { Int($0) } ?? 0
    var parameters: JSONFields = [
      "type": type, "key": name, "code": name == " " ? "Space" : name, "windowsVirtualKeyCode": code,
      "modifiers": modifiers,
    ]
    if type == "keyDown", modifiers & ~Self.shift == 0 { parameters.add("text", ifAny: text) }
    try call("Input.dispatchKeyEvent", parameters)
  }

  /// The numbers of keys that are held while another is pressed.
  static let (alt, control, shift) = (1, 2, 8)

  /// Presses a key for a time, while others are held.
  func press(_ name: String, for time: Duration = .zero, withShift: Bool = false, with held: Int = 0) throws {
    let modifiers = withShift ? Self.shift : held
    try key("keyDown", name, modifiers: modifiers)
    if time > .zero { usleep(UInt32(time / .microseconds(1))) }
    try key("keyUp", name, modifiers: modifiers)
  }

  /// Writes a text into the field that has the focus, instead of what it holds.
  func write(_ text: String) throws {
    try evaluate("document.activeElement.select()")
    try call("Input.insertText", ["text": text])
  }

  /// The middle of an element, which is scrolled into view.
  private func middle(of selector: String) throws -> [Double] {
    try record(
      """
      (() => {
        const element = document.querySelector(\(selector.json.line()));
        element.scrollIntoView({ block: 'center' });
        const box = element.getBoundingClientRect();
        const place = [box.left + box.width / 2, box.top + box.height / 2];
        const there = document.elementFromPoint(...place);
        if (!element.contains(there)) throw new Error('covered by ' + there?.outerHTML);
        return place;
      })()
      """)
  }

  /// Presses at the middle of an element for a time, with a mouse.
  func click(_ selector: String, for time: Duration = .zero) throws {
    let place = try middle(of: selector)
    for type in ["mousePressed", "mouseReleased"] {
      try call(
        "Input.dispatchMouseEvent",
        ["type": type, "x": place[0], "y": place[1], "button": "left", "clickCount": 1])
      if type == "mousePressed", time > .zero { usleep(UInt32(time / .microseconds(1))) }
    }
  }

  /// Presses at the middle of an element for a time, with a finger.
  func tap(_ selector: String, for time: Duration = .zero) throws {
    let place = try middle(of: selector)
    try call(
      "Input.dispatchTouchEvent",
      ["type": "touchStart", "touchPoints": [["x": place[0], "y": place[1]] as JSONFields]])
    if time > .zero { usleep(UInt32(time / .microseconds(1))) }
    try call("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [] as [JSONFields]])
  }

  /// A picture of the page as PNG; what it leaves blank is transparent.
  func screenshot() throws -> Data {
    try call(
      "Emulation.setDefaultBackgroundColorOverride", ["color": ["r": 0, "g": 0, "b": 0, "a": 0] as JSONFields])
    let answer = try call("Page.captureScreenshot", ["format": "png"])
    guard let bytes = answer["data"]?.text.flatMap({ Data(base64Encoded: $0) }) else { throw Failure("no picture") }
    return bytes
  }

  /// Writes a picture of the page into the folder that the variable CUEBELL_SCREENSHOTS names, if it does.
  func takeScreenshot(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["CUEBELL_SCREENSHOTS"] else { return }
    let bytes = try screenshot()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try bytes.write(to: URL(filePath: "\(folder)/\(name).png"))
  }
}
