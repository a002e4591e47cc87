/// The sounds that a cue may name without a file.
public enum BuiltInSound: String, CaseIterable, Sendable {
  case gong, bowl, bell
  case boxingBell = "boxing-bell"
  case woodblock, beep, whistle, tick
}

/// The beds that an `Ambient` may name without a file.
public enum BuiltInBed: String, CaseIterable, Sendable {
  case white, pink, brown, rain, ocean, drone
}

/// The meaning of a sound name in a workout.
///
/// ```swift
/// if case .file(let path) = workout.cueSound(named: "clap") { load(path) }
/// ```
public enum SoundReference: Equatable, Hashable, Sendable {
  case builtIn(BuiltInSound)
  case bed(BuiltInBed)
  /// A path relative to the workout file.
  case file(String)

  /// Whether a name that is no built-in and not among `Workout.sounds` is meant as a path.
  package static func looksLikePath(_ name: String) -> Bool { name.contains("/") || name.contains(".") }
}

extension Workout {
  /// The sound of a cue by name, or `nil` if the name is unknown; the author's names come first.
  package func cueSound(named name: String) -> SoundReference? {
    file(named: name) ?? BuiltInSound(rawValue: name).map { .builtIn($0) }
  }

  /// The sound of a bed by name, or `nil` if the name is unknown; the author's names come first.
  package func bed(named name: String) -> SoundReference? {
    file(named: name) ?? BuiltInBed(rawValue: name).map { .bed($0) }
  }

  /// The file of a track, or `nil` if the name is unknown.
  package func track(named name: String) -> SoundReference? { file(named: name) }

  private func file(named name: String) -> SoundReference? {
    if let path = sounds[name] { return .file(path) }
    return SoundReference.looksLikePath(name) ? .file(name) : nil
  }
}
