import WorkoutFiles

/// JSON that a test writes.
enum JSONLiteral {
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONLiteral])
  case object([(String, JSONLiteral)])

  /// On one line.
  var line: String {
    switch self {
    case .bool(let bool): "\(bool)"
    case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .text(let text): Self.quoted(text)
    case .list(let list): "[\(list.map(\.line).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\(Self.quoted($0)):\($1.line)" }.joined(separator: ","))}"
    }
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case "\n": return "\\n"
      case let control where control.value < 32:
        return "\\u00" + (control.value < 16 ? "0" : "1") + hex(control.value % 16)
      default: return String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  private static func hex(_ digit: UInt32) -> String { String(digit, radix: 16) }
}

extension JSONLiteral: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .text(value) }
}

extension JSONLiteral: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONLiteral: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension JSONLiteral: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: JSONLiteral...) { self = .list(elements) }
}

extension JSONLiteral: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, JSONLiteral)...) { self = .object(elements) }
}

extension JSONValue {
  /// The member under a key of an object.
  subscript(key: String) -> JSONValue? {
    guard case .object(let object) = content else { return nil }
    return object[key]?.value
  }

  var text: String? { if case .text(let text) = content { text } else { nil } }
  var number: Double? { if case .number(let number) = content { number.double } else { nil } }
  var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }
  var list: [JSONValue] { if case .list(let list) = content { list } else { [] } }
}
