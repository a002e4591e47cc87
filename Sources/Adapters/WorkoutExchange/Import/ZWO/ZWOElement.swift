import WorkoutFiles
import WorkoutModel

/// An element of a ZWO file whose attributes are being read; attributes that were never read are logged at the end.
struct ZWOElement {
  let element: XMLElement
  private var used: Set<String> = []

  init(_ element: XMLElement) { self.element = element }

  /// The text of the first of `names` that exists, ignoring case.
  mutating func text(_ names: String...) -> String? {
    for name in names {
      guard let attribute = element.attributes.first(where: { $0.name.lowercased() == name.lowercased() }) else {
        continue
      }
      used.insert(attribute.name)
      return attribute.value
    }
    return nil
  }

  /// A number in thousandths; one that isn't a number is an error.
  mutating func thousandths(_ name: String, scale: Double = 1000, _ log: inout ExchangeLog) -> Int? {
    guard let text = text(name) else { return nil }
    if let number = ExchangeNumber.whole(text, scale: scale), number >= 0 { return number }
    let written = element.attributes.first { $0.name.lowercased() == name.lowercased() }?.name ?? name
    log.fail(
      ExchangeRemark(.text(element.location), element.name, "\(written)=\"\(text)\"", "a number is expected"))
    return nil
  }

  /// Adds a loss for each attribute that was not read.
  func tellRest(_ log: inout ExchangeLog) {
    for attribute in element.attributes where !used.contains(attribute.name) {
      log.lose(
        ExchangeRemark(
          .line(element.location.line), element.name, that: "\(attribute.name)=\"\(attribute.value)\"",
          "means nothing here"))
    }
  }
}
