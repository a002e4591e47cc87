import StrictJSON

/// The values of a column in few characters, because most rows of a session are like those before them: numbers are
/// differences from the row before, and a text is its pattern and its numbers.
///
/// - Numbers: `[1000, 20, 20]` are 1000, 1020 and 1040. What a row has in common with all after it is left out.
/// - Texts: `{"i": [0], "t": [["r0.n0", [4], [7, 1]]]}` are `r4.n7` and `r4.n8`.
enum ReportColumn {
  /// The largest number that is read: three years in nanoseconds.
  private static let limit: Int64 = 100_000_000_000_000_000
  /// The digits of a number within a text; longer ones are several.
  private static let longest: Int64 = 100_000_000_000_000
  /// The bytes of all texts of a column that is read.
  private static let largest = 4 << 20

  /// The column of values; `nil` if all are null. A complete one has an element for each row.
  static func json(_ values: [SQLValue], isComplete: Bool = false) -> JSONOutput? {
    if values.allSatisfy({ $0 == .null }) { return nil }
    let texts = values.map { String($0) }
    guard texts.contains(where: { $0 != nil }) else {
      return differences(of: values.map { Int64($0) }, isComplete: isComplete)
    }
    var patterns: [String] = []
    var slots: [String: [[Int64?]]] = [:]
    let places = texts.map { text -> Int64? in
      guard let (pattern, numbers) = text.map(split) else { return nil }
      if slots[pattern] == nil { patterns.append(pattern) }
      var known = slots[pattern] ?? numbers.map { _ in [] }
      for (slot, number) in numbers.enumerated() { known[slot].append(number) }
      slots[pattern] = known
      return patterns.firstIndex(of: pattern).map { Int64($0) }
    }
    let table = patterns.map { pattern in
      JSONOutput.list([.text(pattern)] + (slots[pattern] ?? []).map { differences(of: $0) })
    }
    let fields: JSONFields = ["i": differences(of: places, isComplete: isComplete), "t": table]
    return fields.json
  }

  /// The values of `count` rows, or of as many as the column has elements; `nil` if it is no column.
  static func values(_ json: JSONValue, count: Int? = nil) -> [SQLValue]? {
    if json.list != nil { return numbers(json, count: count)?.map { $0.map(SQLValue.integer) ?? .null } }
    guard let object = json.object, let places = object["i"].flatMap({ numbers($0, count: count) }),
      let table = object["t"]?.list
    else { return nil }
    var uses: [Int64: Int] = [:]
    for case let place? in places { uses[place, default: 0] += 1 }
    var patterns: [(text: String, slots: [[Int64?]])] = []
    for (place, entry) in table.enumerated() {
      guard let text = entry.list?.first?.text, let rest = entry.list?.dropFirst() else { return nil }
      let slots = rest.compactMap { numbers($0, count: uses[Int64(place)] ?? 0) }
      guard slots.count == rest.count else { return nil }
      patterns.append((text, slots))
    }
    uses = [:]
    var size = 0
    var values: [SQLValue] = []
    for place in places {
      guard let place else {
        values.append(.null)
        continue
      }
      guard patterns.indices.contains(Int(place)) else { return nil }
      let (pattern, use) = (patterns[Int(place)], uses[place] ?? 0)
      uses[place] = use + 1
      let text = joined(pattern.text, pattern.slots.map { $0[use] ?? 0 })
      size += text.utf8.count
      guard size <= largest else { return nil }
      values.append(.text(text))
    }
    return values
  }

  private static func differences(of numbers: [Int64?], isComplete: Bool = false) -> JSONOutput {
    var last: Int64 = 0
    var list = numbers.map { number -> Int64? in
      guard let number else { return nil }
      defer { last = number }
      return number - last
    }
    if !isComplete { while list.last == 0 { list.removeLast() } }
    return .list(list.map { $0.map { .raw("\($0)") } ?? .null })
  }

  private static func numbers(_ json: JSONValue, count: Int?) -> [Int64?]? {
    guard let list = json.list, list.count <= count ?? list.count else { return nil }
    var last: Int64 = 0
    var numbers: [Int64?] = []
    for element in list {
      if element.isNull {
        numbers.append(nil)
        continue
      }
      guard let difference = element.integer, difference.magnitude <= 2 * limit.magnitude else { return nil }
      last += Int64(difference)
      guard last.magnitude <= limit.magnitude else { return nil }
      numbers.append(last)
    }
    return numbers + [Int64?](repeating: last, count: (count ?? list.count) - list.count)
  }

  /// A text with 0 in the place of each number, and the numbers.
  private static func split(_ text: String) -> (pattern: String, numbers: [Int64]) {
    var pattern = String.UnicodeScalarView()
    var numbers: [Int64] = []
    var isWithin = false
    for scalar in text.unicodeScalars {
      guard let digit = digit(scalar) else {
        pattern.append(scalar)
        isWithin = false
        continue
      }
      if isWithin, let last = numbers.last, last > 0, last < longest {
        numbers[numbers.count - 1] = 10 * last + digit
      } else {
        pattern.append("0")
        numbers.append(digit)
        isWithin = true
      }
    }
    return (String(pattern), numbers)
  }

  private static func joined(_ pattern: String, _ numbers: [Int64]) -> String {
    var text = ""
    var next = numbers.makeIterator()
    for scalar in pattern.unicodeScalars {
      if scalar == "0", let number = next.next() { text += "\(number)" } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Int64? {
    ("0"..."9").contains(scalar) ? Int64(scalar.value - 48) : nil
  }
}
