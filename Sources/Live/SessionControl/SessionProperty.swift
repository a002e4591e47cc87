/// A property of a session that clients can read and watch.
public enum SessionProperty: String, CaseIterable, Equatable, Sendable {
  case playback, reason, phase, next, groups, place, ahead, volume, muted, audible, audio, owner, undoable, redoable,
    lastCue
  case inhibits, heartRate
  /// The whole plan, which can be read but not watched.
  case plan

  /// The set of this property alone.
  fileprivate var bit: UInt32 { Self.allCases.firstIndex(of: self).map { 1 << UInt32($0) } ?? 0 }
}

/// A set of properties, in the order of `SessionProperty`.
///
/// ```swift
/// let wanted: SessionPropertySet = [.playback, .phase, .place]
/// wanted.list.map(\.rawValue)             // ["playback", "phase", "place"]
/// ```
public struct SessionPropertySet: OptionSet, Sendable {
  /// A bit for each property.
  public let rawValue: UInt32

  /// The properties of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The properties of a list.
  public init(_ properties: some Sequence<SessionProperty>) {
    self.init(rawValue: properties.reduce(0) { $0 | $1.bit })
  }

  /// Every property that can be watched.
  public static let watchable = SessionPropertySet(SessionProperty.allCases.filter { $0 != .plan })

  /// The properties of a status: all but long lists.
  public static let status = watchable.subtracting([.ahead])

  /// Whether the set contains the property.
  public func holds(_ property: SessionProperty) -> Bool { rawValue & property.bit != 0 }

  /// The properties in order.
  public var list: [SessionProperty] { SessionProperty.allCases.filter(holds) }
}

extension SessionPropertySet: ExpressibleByArrayLiteral {
  /// The properties of a list.
  public init(arrayLiteral elements: SessionProperty...) { self.init(elements) }
}
