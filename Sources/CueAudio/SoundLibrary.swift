public import AudioMixing
import Synchronization
public import WorkoutModel

/// The sounds and beds of a workout, made or loaded once.
///
/// Built-in ones are synthesised, the author's files come from `loader`. Any thread may ask it.
public final class SoundLibrary: Sendable {
  /// Reads the author's files: whole as a clip, or as a stream for beds and tracks.
  public struct Loader: Sendable {
    /// The whole file at a path, at the rate of the bus.
    public var clip: @Sendable (String) throws(SoundLoadError) -> Clip
    /// The path, whether it begins again when it ends, and the frame at which it is begun.
    public var stream: @Sendable (String, _ loops: Bool, _ from: Int) throws(SoundLoadError) -> any LayerSource
    /// How long a file is.
    public var length: @Sendable (String) throws(SoundLoadError) -> Duration

    /// Reads files by what the host hands in.
    public init(
      clip: @escaping @Sendable (String) throws(SoundLoadError) -> Clip,
      stream: @escaping @Sendable (String, _ loops: Bool, _ from: Int) throws(SoundLoadError) -> any LayerSource,
      length: @escaping @Sendable (String) throws(SoundLoadError) -> Duration
    ) {
      self.clip = clip
      self.stream = stream
      self.length = length
    }
  }

  private let workout: Workout
  private let loader: Loader
  private let clips = Mutex<[String: Clip]>([:])
  private let loops = Mutex<[String: PackedLoop]>([:])

  /// The sounds of `workout`; none is made or loaded before it is asked for.
  public init(_ workout: Workout, loader: Loader) {
    self.workout = workout
    self.loader = loader
  }

  /// The sound of a cue by the name that the workout gives it.
  public func clip(named name: String) throws(SoundLoadError) -> Clip {
    if let clip = clips.withLock({ $0[name] }) { return clip }
    let clip: Clip
    switch workout.cueSound(named: name) {
    case .builtIn(let sound):
      guard let instrument = Instrument(rawValue: sound.rawValue) else { throw .unknown(name) }
      clip = instrument.clip(sampleRate: Bus.sampleRate)
    case .file(let path): clip = try loader.clip(path)
    case .bed, nil: throw .unknown(name)
    }
    clips.withLock { $0[name] = clip }
    return clip
  }

  /// A bed by the name that the workout gives it, from its beginning.
  public func bed(named name: String) throws(SoundLoadError) -> any LayerSource {
    switch workout.bed(named: name) {
    case .bed(let kind):
      if let loop = loops.withLock({ $0[name] }) { return LoopSource(loop) }
      guard let bed = Bed(rawValue: kind.rawValue) else { throw .unknown(name) }
      let loop = PackedLoop(bed.loop(sampleRate: Bus.sampleRate))
      loops.withLock { $0[name] = loop }
      return LoopSource(loop)
    case .file(let path): return try loader.stream(path, true, 0)
    case .builtIn, nil: throw .unknown(name)
    }
  }

  /// A track by the name that the workout gives it, from `offset` on.
  public func track(named name: String, from offset: Duration) throws(SoundLoadError) -> any LayerSource {
    guard case .file(let path) = workout.track(named: name) else { throw .unknown(name) }
    return try loader.stream(path, false, FrameClock.frames(in: offset))
  }

  /// Makes or opens a bed once, so that it is known to be there before anything plays.
  public func checkBed(named name: String) throws(SoundLoadError) {
    switch workout.bed(named: name) {
    case .bed: return
    case .file, .builtIn, nil: _ = try bed(named: name)
    }
  }

  /// How long a track is.
  public func trackLength(named name: String) throws(SoundLoadError) -> Duration {
    guard case .file(let path) = workout.track(named: name) else { throw .unknown(name) }
    return try loader.length(path)
  }
}

/// Why a sound can't be had.
public enum SoundLoadError: Error, Equatable, Sendable {
  /// No built-in, name or path of the workout.
  case unknown(String)
  /// The file can't be read: its path and why.
  case unreadable(String)

  /// What a user is told.
  public var explanation: String {
    switch self {
    case .unknown(let name): "there is no sound \"\(name)\""
    case .unreadable(let reason): reason
    }
  }
}

extension Workout {
  /// Every sound that a cue of this workout may play, in the order of the rules, each once; with those that stand in
  /// for speech.
  public var cueSoundNames: [String] {
    var names: [String] = []
    func add(_ rules: [CueRule]) { names += rules.compactMap(\.sound?.name) }
    func add(_ nodes: [Node]) {
      for node in nodes {
        switch node {
        case .phase(let phase): add(phase.cues)
        case .group(let group):
          add(group.cues)
          add(group.nodes)
        }
      }
    }
    add(style.rules)
    add(cues)
    add(nodes)
    names += [BuiltInSound.gong.rawValue, BuiltInSound.beep.rawValue]
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
