import StrictJSON
import WorkoutModel

/// Reads the members of an object by their keys and records problems; it throws nothing, so that one invalid field
/// doesn't hide the problems of its neighbours.
package struct FieldReader {
  private let field: Field
  private let object: JSONObject
  private let keys: FieldKeys
  /// The keys that unknown ones were probably meant to be; they are not reported as missing.
  private var meant: Set<String> = []

  /// Begins with an object, and records its unknown keys; `nil`, with a problem, for any other value.
  package init?(_ field: Field, _ keys: FieldKeys) {
    guard let object = field.value.object else {
      let _: Never? = field.mismatch("an object: \(keys.owner) in { }")
      return nil
    }
    self.field = field
    self.object = object
    self.keys = keys
    for member in object.members where !keys.names.contains(member.key) && !FieldKeys.isFree(member.key) {
      noteUnknown(member)
    }
  }

  /// Whether the key exists.
  package func has(_ key: String) -> Bool { object[key] != nil }

  /// Whether the key, or a probable misspelling of it, exists.
  package func seemsToHave(_ key: String) -> Bool { has(key) || meant.contains(key) }

  /// The field under a key, or `nil` if there is none.
  package func optional(_ key: String) -> Field? {
    assert(keys.names.contains(key), "\(key) would be reported as unknown")
    return object[key].map { Field($0, at: field.path.key(key), field.problems) }
  }

  /// The field under a key; if there is none, a problem that ends in `explanation`.
  package func required(_ key: String, _ explanation: String) -> Field? {
    if let found = optional(key) { return found }
    if !meant.contains(key) { miss([key], "\"\(key)\" is missing: \(explanation)") }
    return nil
  }

  /// Records that something is missing, which leaves some keys unknown.
  package func miss(_ missing: [String], _ message: String) {
    field.problems.add(
      LocatedProblem(field.value.location, field.path, message), breaking: missing.map(field.path.key(_:)))
  }

  private mutating func noteUnknown(_ member: JSONMember) {
    let path = field.path.key(member.key)
    var message = "unknown key"
    var broken = [path]
    if field.problems.isFull {
      message = ""
    } else if let misplaced = keys.misplaced[member.key] {
      message = misplaced
    } else if let key = keys.synonyms[member.key.lowercased()] ?? Suggestion.nearest(to: member.key, among: keys.names)
    {
      message += "; did you mean \"\(key)\"?"
      meant.insert(key)
      broken.append(field.path.key(key))
    } else {
      message += "; \(keys.owner) has " + keys.names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    field.problems.add(LocatedProblem(member.keyLocation, path, message), breaking: broken)
  }
}
