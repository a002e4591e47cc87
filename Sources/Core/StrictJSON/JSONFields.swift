/// The fields of a JSON object to write, in the order in which they were added.
///
/// ```swift
/// var phase: JSONFields = ["name": "Work", "reps": nil as Int?, "sounds": ["gong"]]
/// phase.add("side", ifAny: side)  // Left out if there is none.
/// phase.line()                    // {"name": "Work", "reps": null, "sounds": ["gong"]}
/// ```
package struct JSONFields: Equatable, Sendable {
  struct Member: Equatable, Sendable {
    let key: String
    let value: JSONOutput
  }

  private(set) var members: [Member]

  /// An object without fields.
  package init() { members = [] }

  /// An object with fields in the order of a sequence.
  package init(_ fields: some Sequence<(key: String, value: some JSONConvertible)>) {
    members = fields.map { Member(key: $0.key, value: $0.value.json) }
  }

  /// The object on one line.
  package func line(_ spacing: JSONSpacing = .spaced) -> String { json.line(spacing) }

  /// Adds a field.
  package mutating func add(_ key: String, _ value: JSONOutput) { members.append(Member(key: key, value: value)) }

  /// Adds a field; `nil` is written as `null`.
  package mutating func add(_ key: String, _ value: some JSONConvertible) { add(key, value.json) }

  /// Adds a field, unless its value is `nil`.
  package mutating func add(_ key: String, ifAny value: (some JSONConvertible)?) {
    if let value { add(key, value) }
  }

  /// The fields with other values; those without one are left out.
  package func mapped(_ value: (_ key: String, _ value: JSONOutput) -> JSONOutput?) -> JSONFields {
    var fields = JSONFields()
    for member in members { fields.add(member.key, ifAny: value(member.key, member.value)) }
    return fields
  }

  /// Adds all fields of another object.
  package mutating func add(_ other: JSONFields) { members += other.members }
}

extension JSONFields: ExpressibleByDictionaryLiteral {
  // Embedded Swift can't hold values of any types: there each is written as `value.json`.
  #if hasFeature(Embedded)
  /// An object with fields in the order of the literal.
  package init(dictionaryLiteral elements: (String, JSONOutput)...) {
    members = elements.map { Member(key: $0, value: $1) }
  }
  #else
  /// An object with fields in the order of the literal.
  package init(dictionaryLiteral elements: (String, any JSONConvertible)...) {
    members = elements.map { Member(key: $0, value: $1.json) }
  }
  #endif
}

/// A type whose values are written as JSON: texts, numbers, lists of them, and `null` for `nil`.
///
/// ```swift
/// extension Tempo: JSONConvertible {
///   package var json: JSONOutput { .text(description) }
/// }
/// ```
package protocol JSONConvertible {
  /// The value to write.
  var json: JSONOutput { get }
}

extension JSONOutput: JSONConvertible {
  /// The value itself.
  package var json: JSONOutput { self }
}

extension JSONFields: JSONConvertible {
  /// The object.
  package var json: JSONOutput { .object(self) }
}

extension String: JSONConvertible {
  /// A text in quotes.
  package var json: JSONOutput { .text(self) }
}

extension Bool: JSONConvertible {
  /// `true` or `false`.
  package var json: JSONOutput { .raw(self ? "true" : "false") }
}

extension Int: JSONConvertible {
  /// A number without a fraction.
  package var json: JSONOutput { .raw("\(self)") }
}

extension Int64: JSONConvertible {
  /// A number without a fraction.
  package var json: JSONOutput { .raw("\(self)") }
}

extension UInt64: JSONConvertible {
  /// A number without a fraction.
  package var json: JSONOutput { .raw("\(self)") }
}

extension Double: JSONConvertible {
  /// A number; a whole one has no fraction.
  package var json: JSONOutput { .raw(Int(exactly: self).map { "\($0)" } ?? "\(self)") }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  /// The value, or `null`.
  package var json: JSONOutput { map { $0.json } ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  /// A list.
  package var json: JSONOutput { .list(map { $0.json }) }
}

extension JSONValue: JSONConvertible {
  /// The value as it was read: numbers keep their spelling.
  package var json: JSONOutput {
    switch content {
    case .null: .null
    case .bool(let bool): bool.json
    case .number(let number): .raw(number.text)
    case .text(let text): .text(text)
    case .list(let list): list.json
    case .object(let object): object.json
    }
  }
}

extension JSONObject: JSONConvertible {
  /// The object as it was read.
  package var json: JSONOutput { fields.json }

  /// The members as fields to write.
  package var fields: JSONFields { JSONFields(members.map { (key: $0.key, value: $0.value) }) }
}
