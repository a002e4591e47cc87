/// The sounds that a cue may name without a file.
public enum BuiltInSound: String, CaseIterable, Sendable {
  /// A gong.
  case gong
  /// A singing bowl.
  case bowl
  /// A small bell.
  case bell
  /// The bell of a boxing ring.
  case boxingBell = "boxing-bell"
  /// A knock on wood.
  case woodblock
  /// A short high tone.
  case beep
  /// The whistle of a referee.
  case whistle
  /// The click of a metronome.
  case tick
}

/// The beds that an `Ambient` may name without a file.
public enum BuiltInBed: String, CaseIterable, Sendable {
  /// Noise of all frequencies alike.
  case white
  /// Noise of all octaves alike.
  case pink
  /// Deep noise.
  case brown
  /// Steady rain.
  case rain
  /// Slow waves.
  case ocean
  /// A low chord.
  case drone
}

/// The meaning of a sound name in a workout.
package enum SoundReference: Equatable, Hashable, Sendable {
  /// A built-in sound.
  case builtIn(BuiltInSound)
  /// A built-in bed.
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
