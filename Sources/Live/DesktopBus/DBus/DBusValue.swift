import Glibc

/// A value of a D-Bus message; smaller integer types are widened when they are read.
indirect enum DBusValue: Equatable, Sendable {
  case bool(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case path(String)
  case descriptor(OwnedDescriptor)
  /// Values of one type; the signature of the elements is given so that an empty array has one.
  case array(of: String, [DBusValue])
  case structure([DBusValue])
  case entry(DBusValue, DBusValue)
  case variant(DBusValue)

  /// `as`.
  static func strings(_ texts: [String]) -> DBusValue { .array(of: "s", texts.map(DBusValue.string)) }

  /// `a{sv}`, in the order given.
  static func dictionary(_ entries: [(String, DBusValue)]) -> DBusValue {
    .array(of: "{sv}", entries.map { .entry(.string($0), .variant($1)) })
  }

  var signature: String {
    switch self {
    case .bool: "b"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .descriptor: "h"
    case .array(let element, _): "a" + element
    case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }
}

/// Typed access to a value, or to the value inside a variant; `nil` if it has another type.
extension DBusValue {
  /// The value itself, or the one inside a variant.
  private var plain: DBusValue { if case .variant(let value) = self { value.plain } else { self } }

  var text: String? {
    switch plain {
    case .string(let text), .path(let text): text
    default: nil
    }
  }

  var number: Double? { if case .double(let number) = plain { number } else { integer.map(Double.init) } }

  var integer: Int64? {
    switch plain {
    case .int32(let number): Int64(number)
    case .uint32(let number): Int64(number)
    case .int64(let number): number
    case .uint64(let number): Int64(exactly: number)
    default: nil
    }
  }

  var isTrue: Bool? { if case .bool(let flag) = plain { flag } else { nil } }

  var elements: [DBusValue]? { if case .array(_, let values) = plain { values } else { nil } }

  func value(of key: String) -> DBusValue? {
    for case .entry(let name, let value) in elements ?? [] where name.text == key { return value }
    return nil
  }
}

/// A file descriptor received with a message; it is closed with this object.
final class OwnedDescriptor: Equatable, Sendable {
  private let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  static func == (left: OwnedDescriptor, right: OwnedDescriptor) -> Bool { left === right }
}
