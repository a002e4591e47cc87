public import AudioMixing
public import WorkoutEngine
import WorkoutModel

/// Turns the engine's effects into voices and layers of a group of the mix, at exact frames.
///
/// Effects are scheduled before they are due, because speech begins before its audible onset and the bed is ducked
/// earlier still. What of them is to be placed or cancelled is the matter of a `SoundQueue`.
public struct AudioManager: ~Copyable {
  /// The time by which sounds are scheduled in advance: the lead of ducking and the longest lead of a phrase.
  package static let lookAhead = Duration.milliseconds(1500)
  /// The fade-out of a cancelled sound, in frames.
  static let cancelFade = Bus.sampleRate / 100
  /// A phrase replaces its stand-in if it is synthesised at least 100 ms before its moment.
  static let replacementLead = Bus.sampleRate / 10

  let group: MixGroup
  let sounds: SoundLibrary
  private let phrases: SpeechCache
  private let speaks: Bool
  var queue = SoundQueue(ahead: Self.lookAhead)
  /// The voices of what is in the queue.
  var placed: [Effect.CuePart: PlacedSound] = [:]
  var playing: [PlacedVoice] = []
  /// The first frame that `speaks` may still be asked about; a device holds what is mixed for a while.
  private var heard = Int.max
  private var isMuted = false
  var bed: Bed?
  /// The bed that was stopped last, which may return while it fades out.
  var stopped: Bed?
  /// The beds that phases with another one or none have left, which may still fade out.
  var left: [LayerID] = []
  var track: LayerID?
  var beats: BeatLayer?
  /// The ducking of the bed, and its loudest level.
  var ducking: (duck: Ambient.Duck, bed: Decibels)
  /// The layers that read files during playback, which may fail.
  var streams: [LayerID: any LayerSource] = [:]
  /// The cues whose words the stand-in speaks, since the last call of `consumeStandIns`.
  private var standIns: [CueKey: String] = [:]
  /// Whether it has complained that the voice isn't ready.
  private(set) var hasReportedLateVoice = false
  private var lastID = 0
  /// One past the last frame at which beds are heard that no phase wants.
  var bedsEnd = 0
  /// One past the last frame at which a track or a metronome that was stopped is heard.
  var layersEnd = 0
  private var complaints: [String] = []
  /// The complaints reported so far, at most `maximumReported`.
  private var reported: Set<String> = []
  private static let maximumReported = 1_000
  private let leadIn: LeadIn

  struct Bed {
    let id: LayerID
    let ambient: Ambient
    /// The layer's fade as requested from the mixer, which may not have mixed it yet.
    var fade: Fade
  }

  /// The voices of a sound that was placed before it is due.
  struct PlacedSound {
    let voices: [PlacedVoice]
    /// Whether the stand-in speaks, because the phrase itself isn't synthesised yet.
    let isStandIn: Bool
  }

  /// Plays into a group of its own, which keeps its parts with `keepsParts`; without `speaks` phrases are silent.
  ///
  /// A `leadIn`, at most a second, wakes the speakers before a sound that follows silence.
  public init(
    _ mixer: Mixer, phrases: SpeechCache, sounds: SoundLibrary, speaks: Bool = true, leadIn: Duration = .zero,
    keepsParts: Bool = false
  ) {
    self.leadIn = LeadIn(FrameClock.frames(in: min(max(leadIn, .zero), .seconds(1))))
    group = mixer.makeGroup(keepsParts: keepsParts)
    ducking = (sounds.ducking, .silence)
    self.phrases = phrases
    self.sounds = sounds
    self.speaks = speaks
  }

  deinit {
    for id in [bed?.id, stopped?.id, track, beats?.id].compactMap({ $0 }) + left {
      group.stopLayer(id, at: group.mixer.mixedFrames)
    }
  }

  /// One past the last frame at which any placed sound is heard; layers that continue are not counted.
  package var end: Int { max(bedsEnd, layersEnd, playing.map(\.end).max() ?? 0) }

  /// Removes and returns the complaints since the last call.
  package mutating func consumeComplaints() -> [String] {
    defer { complaints = [] }
    for (id, source) in streams {
      guard let failure = source.failure else { continue }
      complain(failure)
      streams[id] = nil
    }
    return complaints
  }

  /// Removes and returns the reason for each cue that the stand-in has spoken since the last call.
  mutating func consumeStandIns() -> [CueKey: String] {
    defer { standIns = [:] }
    return standIns
  }

  /// Schedules the parts of forecast cues, and cancels those that are no longer forecast or have changed.
  ///
  /// A phrase that is not synthesised yet is scheduled later.
  public mutating func schedule(_ effects: [Effect], _ clock: FrameClock) {
    for effect in queue.sounds where isOutdated(effect, clock) {
      queue.remove(effect)
      cancel(effect)
    }
    let (speaks, phrases) = (speaks, phrases)
    let change = queue.follow(effects) { effect in
      guard speaks, case .speak(let words) = effect.kind else { return true }
      return phrases.clip(words.phrase) != nil
    }
    for effect in change.withdrawn { cancel(effect) }
    for effect in change.queued {
      guard let part = effect.cuePart else { continue }
      placed[part] = PlacedSound(voices: place(effect, clock), isStandIn: standInReason(for: effect) == .late)
    }
  }

  /// Whether a stand-in is to be replaced by its phrase, which begins late enough for that.
  private func isOutdated(_ effect: Effect, _ clock: FrameClock) -> Bool {
    guard let sound = effect.cuePart.flatMap({ placed[$0] }), sound.isStandIn, standInReason(for: effect) == nil,
      case .speak(let words) = effect.kind, let clip = phrases.clip(words.phrase)
    else { return false }
    let start = clock.frame(at: effect.due) - (words.align == .start ? clip.onset : clip.audibleEnd)
    let first = group.mixer.mixedFrames + Self.replacementLead
    return start >= first && sound.voices.allSatisfy { $0.start >= first }
  }

  private mutating func reportStandIn(for cue: CueKey, _ reason: SpeechCache.StandInReason) {
    standIns[cue] = "voice: \(reason)"
    guard reason == .late, let name = phrases.standInName else { return }
    hasReportedLateVoice = true
    complain("The voice isn't ready: \(name) speaks until it is.")
  }

  private func standInReason(for effect: Effect) -> SpeechCache.StandInReason? {
    guard speaks, case .speak(let words) = effect.kind else { return nil }
    return phrases.standInReason(for: words.phrase)
  }

  /// Performs an effect.
  public mutating func perform(_ effect: Effect, _ clock: FrameClock) {
    let frame = clock.frame(at: effect.due)
    switch effect.kind {
    case .playSound, .speak: commit(effect, clock)
    case .silence(let scope, let fade): silence(scope, at: frame, over: FrameClock.frames(in: fade))
    case .ambient(let command): perform(command, at: frame)
    case .track(let command): perform(command, at: frame)
    case .metronome(let command): perform(command, at: frame, clock)
    case .volume(let gain):
      isMuted = gain <= Limits.volume.lowerBound
      group.setLevel(isMuted ? .silence : Decibels(gain), at: frame)
    case .session, .finish, .journal, .notify: break
    }
  }

  private mutating func commit(_ effect: Effect, _ clock: FrameClock) {
    let beginning = queue.begin(effect)
    let sound = effect.cuePart.flatMap { placed.removeValue(forKey: $0) }
    let isQueued = beginning == .asQueued
    let reason = isQueued && sound?.isStandIn == true ? .late : standInReason(for: effect)
    if let reason, case .speak(let words) = effect.kind { reportStandIn(for: words.cue, reason) }
    if !isQueued { cancel(sound?.voices ?? []) }
    let voices = isQueued ? sound?.voices ?? [] : place(effect, clock)
    playing.removeAll { [past = min(group.mixer.position, heard)] in $0.end <= past }
    playing += voices
  }

  /// Adds a sound or phrase to the mixer at its first frame.
  private mutating func place(_ effect: Effect, _ clock: FrameClock) -> [PlacedVoice] {
    let frame = clock.frame(at: effect.due)
    switch effect.kind {
    case .playSound(let struck):
      let sound = struck.sound
      do throws(SoundLoadError) {
        let clip = try sounds.clip(named: sound.name)
        let spacing = FrameClock.frames(in: sound.spacing)
        let count = min(max(sound.strikes, 1), Limits.strikes.upperBound)
        let first = struck.align == .start ? frame : frame - clip.audibleEnd - spacing * (count - 1)
        let strikes = (0..<count).map { strike in
          play(clip, at: first + spacing * strike, clock, gain: Decibels(sound.gain))
        }
        return leadIn(to: first, clock) + strikes
      } catch {
        complain(error.explanation)
        return []
      }
    case .speak(let words):
      guard speaks else { return [] }
      guard let clip = phrases.clip(words.phrase) else {
        complain("“\(words.phrase)” \(phrases.reasonForLack(of: words.phrase)); playing a beep instead")
        guard let beep = try? sounds.clip(named: BuiltInSound.beep.rawValue) else { return [] }
        return [play(beep, at: frame, clock, gain: .unity)]
      }
      let first = frame - (words.align == .start ? clip.onset : clip.audibleEnd)
      let voice = play(clip, at: first, clock, gain: Decibels(words.gain), saying: words.cue)
      return leadIn(to: first, clock) + [voice]
    default: return []
    }
  }

  /// Plays the lead-in for a sound that begins at `first`, unless something plays anyway.
  private mutating func leadIn(to first: Int, _ clock: FrameClock) -> [PlacedVoice] {
    guard bed == nil, track == nil, beats?.origin == nil else { return [] }
    let ends = (playing + placed.values.flatMap(\.voices)).map(\.end).filter { $0 < first }
    let end = (ends + [bedsEnd, layersEnd].filter { $0 > 0 }).max()
    guard let lead = leadIn.clip(before: first, soundEndingAt: end) else { return [] }
    return [play(lead.clip, at: lead.frame, clock, gain: .unity)]
  }

  /// Plays the lead-in from `frame` on; returns one past its last frame, or `nil` if there is no lead-in.
  mutating func wakeSpeakers(at frame: Int, _ clock: FrameClock) -> Int? {
    guard let clip = leadIn.clip else { return nil }
    let voice = play(clip, at: frame, clock, gain: .unity)
    playing.append(voice)
    return voice.end
  }

  mutating func play(
    _ clip: PackedClip, at frame: Int, _ clock: FrameClock, gain: Decibels, saying speaker: CueKey? = nil
  ) -> PlacedVoice {
    lastID += 1
    let id = VoiceID(rawValue: lastID)
    group.play(clip, at: frame, gain: gain, bus: speaker == nil ? .sound : .speech, id: id)
    if speaker != nil {
      group.duck(
        id, by: Decibels(duckDepth), beats: Decibels(-Metronome.duck),
        during: frame + clip.onset..<frame + clip.audibleEnd)
    }
    return PlacedVoice(
      id: id, speaker: speaker, start: frame, moment: clock.instant(of: frame), end: frame + clip.frames, clip: clip,
      gain: gain)
  }

  /// Whether words are heard in these frames, as far as they are placed; later calls begin at the same frame or later.
  mutating func speaks(in frames: Range<Int>) -> Bool {
    heard = frames.lowerBound
    func isHeard(_ voice: PlacedVoice) -> Bool {
      voice.speaker != nil && max(voice.start, frames.lowerBound) < min(voice.end, frames.upperBound)
    }
    let voices = placed.values.flatMap(\.voices)
    return !isMuted && (playing.contains(where: isHeard) || voices.contains(where: isHeard))
  }

  mutating func complain(_ text: String) {
    if reported.count < Self.maximumReported, reported.insert(text).inserted { complaints.append(text) }
  }

  mutating func newLayer() -> LayerID {
    lastID += 1
    return LayerID(rawValue: lastID)
  }
}
