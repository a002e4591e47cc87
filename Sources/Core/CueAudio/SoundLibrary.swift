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
    /// The path, and the frame at which it is begun.
    public var stream: @Sendable (String, _ from: Int) throws(SoundLoadError) -> any LayerSource
    /// Measures the file at a path, to be played round and round.
    public var loop: @Sendable (String) throws(SoundLoadError) -> BedFile
    /// How long a file is; one that can't be read to its end is refused.
    public var length: @Sendable (String) throws(SoundLoadError) -> Duration
    /// The loudest 400 ms of a file, in LUFS.
    public var loudest: @Sendable (String) throws(SoundLoadError) -> Decibels

    /// Reads files by what the host hands in.
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

  /// A file that was measured, to be opened as often as it is heard.
  public struct BedFile: Sendable {
    /// In LUFS; minus infinity for silence.
    public var loudness: Decibels
    /// The loudest 400 ms, in LUFS.
    public var loudest: Decibels
    /// Opens it from its beginning, times a gain.
    public var open: @Sendable (_ gain: Decibels) throws(SoundLoadError) -> any LayerSource

    /// A file with its loudness, and how it is opened.
    public init(
      loudness: Decibels, loudest: Decibels,
      open: @escaping @Sendable (_ gain: Decibels) throws(SoundLoadError) -> any LayerSource
    ) {
      self.loudness = loudness
      self.loudest = loudest
      self.open = open
    }
  }

  private let workout: Workout
  private let loader: Loader
  private let clips = Mutex<[String: PackedClip]>([:])
  private let loops = Mutex<[String: PackedLoop]>([:])
  private let files = Mutex<[String: BedFile]>([:])
  private let tracks = Mutex(Decibels.silence)

  /// The sounds of `workout`; none is made or loaded before it is asked for.
  public init(_ workout: Workout, loader: Loader) {
    self.workout = workout
    self.loader = loader
  }

  /// The author's files that it reads, relative to the workout's folder, each once for each use.
  public var paths: [String] {
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

  /// The sound of a cue by the name that the workout gives it.
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

  /// A bed by the name that the workout gives it, from its beginning, with its loudest 400 ms in LUFS.
  ///
  /// A file is listened to when it is asked for first; what is damaged is refused then.
  public func bed(named name: String) throws(SoundLoadError) -> (source: any LayerSource, loudest: Decibels) {
    switch workout.bed(named: name) {
    case .bed(let kind):
      guard let bed = Bed(rawValue: kind.rawValue) else { throw .unknown(name) }
      if let loop = loops.withLock({ $0[name] }) { return (LoopSource(loop), bed.loudest) }
      let loop = PackedLoop(bed.packedLoop(sampleRate: Bus.sampleRate))
      loops.withLock { $0[name] = loop }
      return (LoopSource(loop), bed.loudest)
    case .file(let path): return try bed(file: path)
    case .builtIn, nil: throw .unknown(name)
    }
  }

  /// A file as a bed, at the loudness that all beds have.
  private func bed(file path: String) throws(SoundLoadError) -> (any LayerSource, Decibels) {
    let known = files.withLock { $0[path] }
    let file = if let known { known } else { try loader.loop(path) }
    files.withLock { $0[path] = file }
    let gain = file.loudness > .silence ? Bed.loudness - file.loudness : .unity
    return (try file.open(gain), file.loudest + gain)
  }

  /// A track by the name that the workout gives it, from `offset` on.
  public func track(named name: String, from offset: Duration) throws(SoundLoadError) -> any LayerSource {
    guard case .file(let path) = workout.track(named: name) else { throw .unknown(name) }
    return try loader.stream(path, FrameClock.frames(in: offset))
  }

  /// Listens to the file of a bed, so that it is known to be whole before anything plays; synthesised ones are not
  /// made for that.
  public func checkBed(named name: String) throws(SoundLoadError) {
    if case .bed = workout.bed(named: name) { return }
    _ = try bed(named: name)
  }

  /// Reads the file of a cue's sound, so that it is known to be whole before anything plays; synthesised ones are not
  /// made for that.
  public func checkClip(named name: String) throws(SoundLoadError) {
    if case .builtIn = workout.cueSound(named: name) { return }
    _ = try clip(named: name)
  }

  /// How long a track is, once it is known to be whole.
  ///
  /// Where speech must be clear of it, it is listened to as well.
  public func trackLength(named name: String) throws(SoundLoadError) -> Duration {
    guard case .file(let path) = workout.track(named: name) else { throw .unknown(name) }
    let length = try loader.length(path)
    if workout.ducksClear {
      let loudest = try loader.loudest(path)
      tracks.withLock { $0 = max($0, loudest) }
    }
    return length
  }

  /// The loudest 400 ms of the tracks whose length was asked for, in LUFS, where speech must be clear of them.
  var loudestTrack: Decibels { tracks.withLock { $0 } }

  /// How far speech pushes down what sounds before any bed does.
  var ducking: Ambient.Duck { workout.ambient?.duck ?? -12 }
}

/// Why a sound can't be had.
public enum SoundLoadError: Error, Equatable, Sendable {
  /// No built-in, name or path of the workout.
  case unknown(String)
  /// The file can't be read: its path and why.
  case unreadable(String)

  /// The message for the user.
  public var explanation: String {
    switch self {
    case .unknown(let name): "there is no sound \"\(name)\""
    case .unreadable(let reason): reason
    }
  }
}

extension Workout {
  /// Whether speech must be clear of what sounds with it anywhere.
  fileprivate var ducksClear: Bool {
    func isClear(_ node: Node) -> Bool {
      switch node {
      case .phase(let phase): if case .bed(let bed) = phase.ambient { bed.duck == .clear } else { false }
      case .group(let group): group.nodes.contains(where: isClear)
      }
    }
    return ambient?.duck == .clear || nodes.contains(where: isClear)
  }

  /// Every sound that a cue or a metronome of this workout may play, in the order of the file, each once; including the
  /// sounds that replace speech.
  public var cueSoundNames: [String] {
    var names: [String] = []
    func add(_ rules: [CueRule]) { names += rules.compactMap(\.sound?.name) }
    func add(_ nodes: [Node]) {
      for node in nodes {
        switch node {
        case .phase(let phase):
          add(phase.cues)
          if let metronome = phase.metronome { names.append(metronome.sound) }
        case .group(let group):
          add(group.cues)
          if let metronome = group.metronome { names.append(metronome.sound) }
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
