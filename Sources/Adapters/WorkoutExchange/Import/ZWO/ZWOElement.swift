/// An element of a ZWO file whose attributes are being read; attributes that were never read are logged at the end.
struct ZWOElement {
  let element: ExchangeElement
  private let log: ExchangeLog
  private var used: Set<String> = []

  init(_ element: ExchangeElement, _ log: ExchangeLog) {
    self.element = element
    self.log = log
  }

  /// The text of the first of `names` that exists, ignoring case.
  mutating func text(_ names: String...) -> String? {
    for name in names {
      guard let attribute = element.attribute(name) else { continue }
      used.insert(attribute.name)
      return attribute.value
    }
    return nil
  }

  /// A number in thousandths; one that isn't a number is an error.
  ///
  /// An empty value is read as missing, and one below 0 as `negative`, if that is given.
  mutating func thousandths(_ name: String, scale: Double = 1000, negative: Int?? = nil) -> Int? {
    guard let text = text(name) else { return nil }
    let number = ExchangeNumber.whole(text, scale: scale)
    if let number, number >= 0 { return number }
    if text.allSatisfy(\.isWhitespace) {
      warn(name, "was read as missing")
    } else if number != nil, let negative {
      warn(name, negative.map { "was read as \($0)" } ?? "was read as none")
      return negative
    } else {
      log.fail(element.start, Self.written(element.attribute(name)), "a number is expected")
    }
    return nil
  }

  func warn(_ name: String, _ why: String) { warn(element.attribute(name), why) }

  private func warn(_ attribute: ExchangeElement.Attribute?, _ why: String) {
    log.warn(element.origin, that: Self.written(attribute), why)
  }

  private static func written(_ attribute: ExchangeElement.Attribute?) -> String {
    "\(attribute?.name ?? "")=\"\(attribute?.value ?? "")\""
  }

  /// The attributes that editors write with 0 for none.
  private static let options: Set = ["pace", "flatroad", "ftptest", "distoffset"]

  /// Adds a loss for each attribute that was not read.
  func tellRest() {
    for attribute in element.attributes where !used.contains(attribute.name) {
      let isNone = Self.options.contains(attribute.key) && ExchangeNumber.whole(attribute.value) == 0
      if !isNone { warn(attribute, "means nothing here") }
    }
  }
}
