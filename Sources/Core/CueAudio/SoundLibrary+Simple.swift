import AudioMixing
public import WorkoutEngine
public import WorkoutModel

extension SoundLibrary {
  /// The sounds of a workout that has no files of its own.
  public convenience init(_ workout: Workout) { self.init(workout, loader: .none) }

  /// The lengths of the sounds that the cues of the workout may play.
  public func durations() throws(SoundLoadError) -> PhraseDurations {
    var durations = PhraseDurations()
    for name in workout.cueSoundNames {
      durations.sounds[name] = FrameClock.duration(of: try clip(named: name).audibleEnd)
    }
    return durations
  }

  /// The length of each track by its name in the workout.
  public func trackLengths() throws(SoundLoadError) -> [String: Duration] {
    var lengths: [String: Duration] = [:]
    for use in workout.soundUses where use.role == .track { lengths[use.name] = try trackLength(named: use.name) }
    return lengths
  }
}

extension SoundLibrary.Loader {
  /// Reads no files.
  public static let none = SoundLibrary.Loader(
    clip: { (path) throws(SoundLoadError) in throw unread(path) },
    stream: { (path, _) throws(SoundLoadError) in throw unread(path) },
    loop: { (path) throws(SoundLoadError) in throw unread(path) },
    length: { (path) throws(SoundLoadError) in throw unread(path) },
    loudest: { (path) throws(SoundLoadError) in throw unread(path) })

  private static func unread(_ path: String) -> SoundLoadError {
    .unreadable("\(path): no files are read; pass a loader to SoundLibrary")
  }
}
