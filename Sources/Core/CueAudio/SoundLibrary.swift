public import AudioMixing
import Synchronization
public import WorkoutModel

/// The sounds and beds of a workout, synthesised or loaded once.
///
/// Built-in ones are synthesised, the author's files come from `loader`. It is thread-safe.
///
/// ```swift
/// let sounds = SoundLibrary(workout, loader: loader)
/// group.play(try sounds.clip(named: "gong"), at: 0, id: 1)
/// ```
public final class SoundLibrary: Sendable {
  /// Reads the author's files: whole as a clip, or as a stream for beds and tracks.
  public struct Loader: Sendable {
    /// The whole file at a path, at the rate of the bus.
    public var clip: @Sendable (String) throws(SoundLoadError) -> Clip
    /// Opens the file at a path, from a frame on.
    public var stream: @Sendable (String, _ from: Int) throws(SoundLoadError) -> any LayerSource
    /// Measures the file at a path for playing it in a loop.
    public var loop: @Sendable (String) throws(SoundLoadError) -> BedFile
    /// The length of a file; a file that can't be read to its end is refused.
    public var length: @Sendable (String) throws(SoundLoadError) -> Duration
    /// The loudest 400 ms of a file, in LUFS.
    public var loudest: @Sendable (String) throws(SoundLoadError) -> Decibels

    /// Reads files with the host's functions.
    public init(
      clip: @escaping @Sendable (String) throws(SoundLoadError) -> Clip,
      stream: @escaping @Sendable (String, _ from: Int) throws(SoundLoadError) -> any LayerSource,
      loop: @escaping @Sendable (String) throws(SoundLoadError) -> BedFile,
      length: @escaping @Sendable (String) throws(SoundLoadError) -> Duration,
      loudest: @escaping @Sendable (String) throws(SoundLoadError) -> Decibels
    ) {
      self.clip = clip
      self.stream = stream
      self.loop = loop
      self.length = length
      self.loudest = loudest
    }
  }

  /// A measured file, which can be opened any number of times.
  public struct BedFile: Sendable {
    /// The loudness in LUFS; minus infinity for silence.
    public var loudness: Decibels
    /// The loudest 400 ms, in LUFS.
    public var loudest: Decibels
    /// Opens it from its beginning, with a gain.
    public var open: @Sendable (_ gain: Decibels) throws(SoundLoadError) -> any LayerSource

    /// A file with its loudness and a function that opens it.
    public init(
      loudness: Decibels, loudest: Decibels,
      open: @escaping @Sendable (_ gain: Decibels) throws(SoundLoadError) -> any LayerSource
    ) {
      self.loudness = loudness
      self.loudest = loudest
      self.open = open
    }
  }

  let workout: Workout
  private let loader: Loader
  private let clips = Mutex<[String: PackedClip]>([:])
  private let beds = Mutex<[Bed: BedSound]>([:])
  private let files = Mutex<[String: BedFile]>([:])
  private let tracks = Mutex(Decibels.silence)

  /// The sounds of `workout`; each is synthesised or loaded when it is first requested.
  public init(_ workout: Workout, loader: Loader) {
    self.workout = workout
    self.loader = loader
  }

  /// The author's files that the workout uses, relative to its folder, each once for each use.
  package var paths: [String] {
    workout.soundUses.compactMap { use in
      let choice =
        switch use.role {
        case .cue: workout.cueSound(named: use.name)
        case .bed: workout.bed(named: use.name)
        case .track: workout.track(named: use.name)
        }
      return if case .file(let path) = choice { path } else { nil }
    }
  }

  /// The sound of a cue by its name in the workout.
  public func clip(named name: String) throws(SoundLoadError) -> PackedClip {
    if let clip = clips.withLock({ $0[name] }) { return clip }
    let clip: Clip
    switch workout.cueSound(named: name) {
    case .builtIn(let sound):
      guard let instrument = Instrument(rawValue: sound.rawValue) else { throw .unknown(name) }
      clip = instrument.clip(sampleRate: Bus.sampleRate)
    case .file(let path): clip = try loader.clip(path).leveled()
    case .bed, nil: throw .unknown(name)
    }
    let packed = PackedClip(clip)
    clips.withLock { $0[name] = packed }
    return packed
  }

  /// A bed by its name in the workout, from its beginning, with its loudest 400 ms in LUFS.
  ///
  /// A file is measured when it is first requested; a damaged one is refused then.
  package func bed(named name: String) throws(SoundLoadError) -> (source: any LayerSource, loudest: Decibels) {
    switch workout.bed(named: name) {
    case .bed(let kind):
      guard let bed = Bed(rawValue: kind.rawValue) else { throw .unknown(name) }
      if let sound = beds.withLock({ $0[bed] }) { return (BedSource(sound), bed.loudest) }
      let sound = bed.sound()
      beds.withLock { $0[bed] = sound }
      return (BedSource(sound), bed.loudest)
    case .file(let path): return try bed(file: path)
    case .builtIn, nil: throw .unknown(name)
    }
  }

  /// A file as a bed, at the common loudness of beds.
  private func bed(file path: String) throws(SoundLoadError) -> (any LayerSource, Decibels) {
    let known = files.withLock { $0[path] }
    let file = if let known { known } else { try loader.loop(path) }
    files.withLock { $0[path] = file }
    let gain = file.loudness > .silence ? Bed.loudness - file.loudness : .unity
    return (try file.open(gain), file.loudest + gain)
  }

  /// A track by its name in the workout, from `offset` on.
  package func track(named name: String, from offset: Duration) throws(SoundLoadError) -> any LayerSource {
    guard case .file(let path) = workout.track(named: name) else { throw .unknown(name) }
    return try loader.stream(path, FrameClock.frames(in: offset))
  }

  /// Reads the file of a bed to its end, so that damage is found before anything plays; built-in beds are not
  /// synthesised.
  package func checkBed(named name: String) throws(SoundLoadError) {
    if case .bed = workout.bed(named: name) { return }
    _ = try bed(named: name)
  }

  /// Reads the file of a cue's sound, so that damage is found before anything plays; built-in sounds are not
  /// synthesised.
  package func checkClip(named name: String) throws(SoundLoadError) {
    if case .builtIn = workout.cueSound(named: name) { return }
    _ = try clip(named: name)
  }

  /// The length of a track, after it was read to its end.
  ///
  /// If speech must be clear of it, its loudness is measured as well.
  package func trackLength(named name: String) throws(SoundLoadError) -> Duration {
    guard case .file(let path) = workout.track(named: name) else { throw .unknown(name) }
    let length = try loader.length(path)
    if workout.ducksClear {
      let loudest = try loader.loudest(path)
      tracks.withLock { $0 = max($0, loudest) }
    }
    return length
  }

  /// The loudest 400 ms of the tracks whose length was requested, in LUFS, if speech must be clear of them.
  var loudestTrack: Decibels { tracks.withLock { $0 } }

  var ducking: Ambient.Duck { workout.ambient?.duck ?? -12 }
}

/// The reason why a sound can't be loaded.
public enum SoundLoadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Neither a built-in nor a name or path of the workout.
  case unknown(String)
  /// The file can't be read: its path and the reason.
  case unreadable(String)

  /// The message for the user.
  public var description: String { explanation }

  package var explanation: String {
    switch self {
    case .unknown(let name): "there is no sound \"\(name)\""
    case .unreadable(let reason): reason
    }
  }
}

extension Workout {
  /// Whether speech must be clear of any bed or track.
  fileprivate var ducksClear: Bool {
    ambient?.duck == .clear
      || placedNodes.contains { _, node in
        if case .phase(let phase) = node, case .bed(let bed) = phase.ambient { bed.duck == .clear } else { false }
      }
  }
}
