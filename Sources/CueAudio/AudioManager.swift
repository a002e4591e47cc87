public import AudioMixing
public import WorkoutEngine
import WorkoutModel

/// Turns the engine's effects into voices and layers of the mixer, at exact frames.
///
/// It looks ahead: what the engine foresees is placed before it is due, because speech begins before its audible onset
/// and pushes the bed down earlier still. What was foreseen and doesn't come is taken back.
public struct AudioManager {
  /// How far ahead of its due moment a sound is foreseen: what the mixer asks for its ducking, and the longest lead of
  /// a phrase.
  public static let lookAhead = Duration.milliseconds(1500)
  /// At this volume, in dB, nothing is heard.
  public static let mute = -60.0
  /// How what is taken back falls silent.
  static let retreat = Bus.sampleRate / 100

  let mixer: Mixer
  let sounds: SoundLibrary
  private let phrases: PhraseBook
  private let speaks: Bool
  private var foreseen: [(effect: Effect, places: [Place])] = []
  private var sounding: [Place] = []
  var bed: (id: LayerID, ambient: Ambient)?
  /// The bed that was stopped last, which may come back while it is still heard.
  var stopped: (bed: LayerID, ambient: Ambient)?
  var track: LayerID?
  /// How far, and from which level, the bed is lowered for speech.
  var ducking: (duck: Ambient.Duck, bed: Decibels)
  /// What is read while it is heard, and may fail.
  var streams: [LayerID: any LayerSource] = [:]
  private var lastID = 0
  /// One past the last frame at which a layer that was stopped is heard.
  var layersEnd = 0
  private var complaints: [String] = []
  /// What has been complained of, each once; so many at most, whatever a workout says.
  private var told: Set<String> = []
  private static let mostTold = 1_000
  private let leadIn: LeadIn

  /// A voice in the mixer.
  private struct Place {
    let id: VoiceID
    let bus: VoiceBus
    let end: Int
  }

  /// Plays into `mixer`; without `speaks` phrases stay silent.
  ///
  /// A `leadIn`, at most a second, wakes the speakers before a sound that follows silence.
  public init(
    _ mixer: Mixer, phrases: PhraseBook, sounds: SoundLibrary, speaks: Bool = true, leadIn: Duration = .zero
  ) {
    self.leadIn = LeadIn(FrameClock.frames(in: min(max(leadIn, .zero), .seconds(1))))
    self.mixer = mixer
    ducking = (sounds.ducking, .silence)
    self.phrases = phrases
    self.sounds = sounds
    self.speaks = speaks
  }

  /// One past the last frame at which anything is heard of what has been placed; layers that go on not counted.
  public var end: Int { max(layersEnd, sounding.map(\.end).max() ?? 0) }

  /// Takes what could not be played since it was last asked.
  public mutating func takeComplaints() -> [String] {
    defer { complaints = [] }
    for (id, source) in streams {
      guard let failure = source.failure else { continue }
      complain(failure)
      streams[id] = nil
    }
    return complaints
  }

  /// Places what will sound if nothing happens before, and takes back what will not. A phrase that isn't made yet is
  /// placed as soon as it is.
  public mutating func foresee(_ effects: [Effect], _ clock: FrameClock) {
    for index in foreseen.indices.reversed() where !effects.contains(foreseen[index].effect) {
      retract(foreseen.remove(at: index).places)
    }
    for effect in effects where !foreseen.contains(where: { $0.effect == effect }) && isMade(effect) {
      foreseen.append((effect, place(effect, clock)))
    }
  }

  /// Whether all that the effect sounds with is there.
  private func isMade(_ effect: Effect) -> Bool {
    guard speaks, case .speak(let text, _, _) = effect.kind else { return true }
    return phrases.clip(text) != nil
  }

  /// Takes back all that was placed ahead, as the clock has changed; it is placed anew when it is foreseen again.
  public mutating func takeBackForeseen() {
    for item in foreseen { retract(item.places) }
    foreseen = []
  }

  /// Does what the engine says.
  public mutating func perform(_ effect: Effect, _ clock: FrameClock) {
    let frame = clock.frame(at: effect.due)
    switch effect.kind {
    case .playSound, .speak: confirm(effect, clock)
    case .silence(let scope, let fade): silence(scope, at: frame, over: FrameClock.frames(in: fade))
    case .ambient(let command): perform(command, at: frame)
    case .track(let command): perform(command, at: frame)
    case .volume(let gain): mixer.setMaster(gain <= Self.mute ? .silence : Decibels(gain), at: frame)
    case .session, .finish, .journal, .notify: break
    }
  }

  private mutating func confirm(_ effect: Effect, _ clock: FrameClock) {
    let known = foreseen.firstIndex { $0.effect == effect }
    let places = known.map { foreseen.remove(at: $0).places } ?? place(effect, clock)
    let position = mixer.position
    sounding.removeAll { $0.end <= position }
    sounding += places
  }

  /// Puts a sound or phrase into the mixer at the frame at which it must begin.
  private mutating func place(_ effect: Effect, _ clock: FrameClock) -> [Place] {
    let frame = clock.frame(at: effect.due)
    switch effect.kind {
    case .playSound(let sound, _, let align):
      do throws(SoundLoadError) {
        let clip = try sounds.clip(named: sound.name)
        let spacing = FrameClock.frames(in: CueSound.strikeSpacing)
        let first = align == .start ? frame : frame - clip.audibleEnd - spacing * (sound.strikes - 1)
        let strikes = (0..<sound.strikes).map { strike in
          play(clip, at: first + spacing * strike, gain: Decibels(sound.gain), bus: .sound)
        }
        return leadIn(to: first) + strikes
      } catch {
        complain(error.explanation)
        return []
      }
    case .speak(let text, _, let align):
      guard speaks else { return [] }
      guard let clip = phrases.clip(text) else {
        complain("“\(text)” \(phrases.reasonForLack(of: text)); playing a beep instead")
        return standIn(at: frame)
      }
      let first = frame - (align == .start ? clip.onset : clip.audibleEnd)
      let place = play(clip, at: first, gain: .unity, bus: .speech)
      mixer.duck(place.id, by: Decibels(duckDepth), during: first + clip.onset..<first + clip.audibleEnd)
      return leadIn(to: first) + [place]
    default: return []
    }
  }

  /// What sounds where a phrase is missing.
  private mutating func standIn(at frame: Int) -> [Place] {
    guard let clip = try? sounds.clip(named: BuiltInSound.beep.rawValue) else { return [] }
    return [play(clip, at: frame, gain: .unity, bus: .sound)]
  }

  /// What wakes the speakers for a sound that begins at `first`; nothing where something sounds anyway.
  private mutating func leadIn(to first: Int) -> [Place] {
    guard bed == nil, track == nil else { return [] }
    let ends = (sounding + foreseen.flatMap(\.places)).map(\.end).filter { $0 < first }
    let end = (ends + [layersEnd].filter { $0 > 0 }).max()
    guard let lead = leadIn.clip(before: first, soundEndingAt: end) else { return [] }
    return [play(lead.clip, at: lead.frame, gain: .unity, bus: .sound)]
  }

  /// Wakes the speakers from `frame` on, for whatever comes next; one past the last frame of that, or `nil` where no
  /// lead-in is wanted.
  mutating func wakeSpeakers(at frame: Int) -> Int? {
    guard let clip = leadIn.clip else { return nil }
    let place = play(clip, at: frame, gain: .unity, bus: .sound)
    sounding.append(place)
    return place.end
  }

  private mutating func play(_ clip: PackedClip, at frame: Int, gain: Decibels, bus: VoiceBus) -> Place {
    lastID += 1
    let id = VoiceID(rawValue: lastID)
    mixer.play(clip, at: frame, gain: gain, bus: bus, id: id)
    return Place(id: id, bus: bus, end: frame + clip.frames)
  }

  private func retract(_ places: [Place]) {
    for place in places {
      mixer.stop(place.id, at: mixer.mixedFrames, over: Self.retreat)
      mixer.cancelDuck(place.id, at: mixer.mixedFrames)
    }
  }

  private mutating func silence(_ scope: Effect.SilenceScope, at frame: Int, over fade: Int) {
    let isMeant: (Place) -> Bool = { scope == .everything || $0.bus == .speech }
    for index in foreseen.indices.reversed() where foreseen[index].places.contains(where: isMeant) {
      retract(foreseen.remove(at: index).places)
    }
    let fade = max(fade, Self.retreat)
    for place in sounding where isMeant(place) {
      mixer.stop(place.id, at: frame, over: fade)
      mixer.cancelDuck(place.id, at: frame)
    }
    sounding = sounding.map { isMeant($0) ? Place(id: $0.id, bus: $0.bus, end: min($0.end, frame + fade)) : $0 }
  }

  mutating func complain(_ text: String) {
    if told.count < Self.mostTold, told.insert(text).inserted { complaints.append(text) }
  }

  mutating func newLayer() -> LayerID {
    lastID += 1
    return LayerID(rawValue: lastID)
  }
}
