import WorkoutModel

/// Writes one JSON object on one line, its fields in the order of their addition.
public struct JSONText {
  /// The fields so far, without the braces.
  public private(set) var body = ""

  /// The separators of the fields.
  public enum Spacing: Sendable {
    /// A space after each `:` and `,`, as in events.
    case spaced
    /// No spaces, for programs.
    case compact
  }

  private let spacing: Spacing

  /// An object without fields.
  public init(_ spacing: Spacing = .spaced) { self.spacing = spacing }

  /// The object with the fields added so far.
  public var object: String { "{\(body)}" }

  /// Adds a field whose value is already JSON.
  public mutating func add(_ key: String, raw value: String) {
    if !body.isEmpty { body += spacing == .spaced ? ", " : "," }
    body += SafeText.jsonString(key) + (spacing == .spaced ? ": " : ":") + value
  }

  /// Adds all fields of another object.
  public mutating func add(_ other: JSONText) {
    if !body.isEmpty, !other.body.isEmpty { body += spacing == .spaced ? ", " : "," }
    body += other.body
  }

  /// Adds a text as a JSON string.
  public mutating func add(_ key: String, _ value: String) { add(key, raw: SafeText.jsonString(value)) }

  /// Adds a whole number.
  public mutating func add(_ key: String, _ value: Int) { add(key, raw: "\(value)") }

  /// Adds `true` or `false`.
  public mutating func add(_ key: String, _ value: Bool) { add(key, raw: value ? "true" : "false") }

  /// Adds a text, or `null` for `nil`.
  public mutating func add(_ key: String, _ value: String?) { add(key, raw: value.map(SafeText.jsonString) ?? "null") }

  /// Adds a number, or `null` for `nil`.
  public mutating func add(_ key: String, _ value: Int?) { add(key, raw: value.map { "\($0)" } ?? "null") }

  /// Adds whole nanoseconds, or `null` for `nil`.
  public mutating func add(_ key: String, _ value: Duration?) {
    add(key, raw: value.map { "\($0.inNanoseconds)" } ?? "null")
  }

  /// An object of counts, sorted by name.
  static func counts(_ counts: [String: Int]) -> String {
    var json = JSONText()
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { json.add(name, count) }
    return json.object
  }
}
