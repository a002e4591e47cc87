/// A property of a session that clients can read and watch.
package enum SessionProperty: String, CaseIterable, Equatable, Sendable {
  case playback, reason, phase, next, groups, place, ahead, volume, muted, audible, audio, owner, undoable, redoable,
    lastCue
  case inhibits, heartRate
  /// The texts of the workout in other languages, which never change.
  case translations
  /// The whole plan, which can be read but not watched.
  case plan
}

/// A set of properties.
///
/// ```swift
/// let wanted: SessionPropertySet = [.playback, .phase, .place]
/// wanted.list.map(\.rawValue)             // ["playback", "phase", "place"]
/// ```
package typealias SessionPropertySet = Set<SessionProperty>

extension SessionPropertySet {
  /// Every property that can be watched.
  package static var watchable: SessionPropertySet { SessionPropertySet(SessionProperty.allCases).subtracting([.plan]) }
  /// The properties of a status: all but long lists.
  package static var status: SessionPropertySet { watchable.subtracting([.ahead, .translations]) }

  /// The properties in the order of `SessionProperty`.
  package var list: [SessionProperty] { SessionProperty.allCases.filter(contains) }
}
