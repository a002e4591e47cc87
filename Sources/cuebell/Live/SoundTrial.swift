import AudioMixing
import AudioOutput
import CommandSupport
import CueAudio
import WorkoutEngine
import WorkoutModel

/// Sounds about which the user is asked afterwards.
struct SoundTrial {
  enum Side { case left, right }

  /// The length of a bell, and of the fade at its end, in frames.
  private static let (length, fade) = (Bus.sampleRate * 3 / 2, Bus.sampleRate / 4)

  let device: String

  func ring(on side: Side) throws(SinkError) {
    let bell = Instrument.bell.clip()
    let silence = [Float](repeating: 0, count: bell.frames)
    let clip = side == .left ? Clip(left: bell.left, right: silence) : Clip(left: silence, right: bell.right)
    try play { group in Self.ring(clip, at: 0, in: group) }
  }

  /// Plays a bell for each volume in dB, one after another.
  func ring(atDecibels volumes: [Int]) throws(SinkError) {
    let clip = Instrument.bell.clip()
    try play { group in
      volumes.enumerated().reduce(0) { _, each in
        Self.ring(clip, at: each.offset * Self.length, gain: Decibels(Double(each.element)), in: group)
      }
    }
  }

  /// Plays a gong, and words after its strike; without a voice the gong alone.
  func greet(_ words: String, _ settings: Settings) throws(SinkError) {
    let gong = Instrument.gong.clip()
    let speech = WorkoutSpeech(settings.voice.speech, hasStandIn: true, hasStore: false)
    defer { speech.close() }
    let phrases = SpeechCache(
      speech.engines, voice: settings.voice.standard.applied(to: Voice()),
      standIn: speech.standIn.map { PhraseSynthesizer($0, named: "espeak-ng") })
    phrases.prepare([Phrase(words)])
    let voice = phrases.clip(Phrase(words))
    try play { group in
      group.play(gong, at: 0, id: 1)
      guard let voice else { return gong.frames }
      group.play(voice, at: Self.length, id: 2)
      return max(gong.frames, Self.length + voice.frames)
    }
  }

  /// Schedules a bell, and returns the frame at which it is over.
  @discardableResult
  private static func ring(_ clip: Clip, at frame: Int, gain: Decibels = .unity, in group: MixGroup) -> Int {
    let end = frame + length
    let id = VoiceID(rawValue: frame)
    group.play(clip, at: frame, gain: gain, id: id)
    group.stop(id, at: end - fade, over: fade)
    return end
  }

  private func play(_ schedule: (MixGroup) -> Int) throws(SinkError) {
    let mixer = Mixer()
    let end = schedule(mixer.makeGroup())
    var sink = try ALSASink(device: device)
    try mixer.play(until: end, into: &sink)
  }
}

extension Mixer {
  /// Mixes what is scheduled up to `end` into a sink, and waits until it has been played.
  func play(until end: Int, into sink: inout some AudioSink) throws(SinkError) {
    while position < end {
      let count = min(sink.blockFrames, end - position)
      var left = [Float](repeating: 0, count: count)
      var right = left
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      render(left: &leftSpan, right: &rightSpan)
      try sink.write(left: left.span, right: right.span)
    }
    try sink.finish()
  }
}
