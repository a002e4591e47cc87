package enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)

  /// The value as text; `-` for null.
  package var description: String {
    switch self {
    case .null: "-"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    }
  }
}

package protocol SQLConvertible {
  var sqlValue: SQLValue { get }

  /// The default for a value of another type: 0 or empty.
  init()

  init?(_ value: SQLValue)
}

extension Int64: SQLConvertible {
  package var sqlValue: SQLValue { .integer(self) }

  package init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Int: SQLConvertible {
  package var sqlValue: SQLValue { .integer(Int64(self)) }

  package init?(_ value: SQLValue) {
    guard let number = Int64(value) else { return nil }
    self = Int(clamping: number)
  }
}

extension Double: SQLConvertible {
  package var sqlValue: SQLValue { .real(self) }

  package init?(_ value: SQLValue) {
    switch value {
    case .real(let number): self = number
    case .integer(let number): self = Double(number)
    case .null, .text: return nil
    }
  }
}

extension Bool: SQLConvertible {
  package var sqlValue: SQLValue { .integer(self ? 1 : 0) }

  package init?(_ value: SQLValue) {
    guard let number = Int64(value) else { return nil }
    self = number != 0
  }
}

extension String: SQLConvertible {
  package var sqlValue: SQLValue { .text(self) }

  package init?(_ value: SQLValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

/// The values of a statement's question marks, in order.
package typealias StatementArguments = [(any SQLConvertible)?]

package struct Row {
  /// The values, in the order of the columns.
  package let values: [SQLValue]
  let columns: [String: Int]

  /// The value of a column that is never null; the default if another program has stored another type.
  package subscript<Value: SQLConvertible>(name: String) -> Value { self[name] ?? Value() }

  package subscript<Value: SQLConvertible>(name: String) -> Value? { columns[name].flatMap { Value(values[$0]) } }

  package subscript<Value: SQLConvertible>(place: Int) -> Value { Value(values[place]) ?? Value() }
}
