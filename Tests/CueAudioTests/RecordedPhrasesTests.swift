import AudioMixing
import CueAudio
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Recorded phrases` {
  /// A tone of a level with a tenth of a second of silence around it.
  private static func tone(_ level: Float, seconds: Double = 1) -> Clip {
    let silence = [Float](repeating: 0, count: 4_800)
    let tone = (0..<Int(seconds * 48_000)).map { level * (($0 / 24).isMultiple(of: 2) ? 1 : -1) }
    return Clip(mono: silence + tone + silence)
  }

  private static func phrases(_ files: [String: Clip], _ language: String = "en") -> RecordedPhrases {
    RecordedPhrases(files: Array(files.keys), language: language) { (file) throws(SoundLoadError) in
      guard let clip = files[file] else { throw .unknown(file) }
      return clip
    }
  }

  private static func file(for text: String, among names: String..., language: String = "en") -> String? {
    RecordedPhrases(files: names, language: language) { _ in Clip(mono: []) }.file(for: text)
  }

  @Test func `are found by their words, whatever their case and the signs between them`() {
    #expect(Self.file(for: "Last set!", among: "last-set.flac") == "last-set.flac")
    #expect(Self.file(for: "last set", among: "Last Set.WAV") == "Last Set.WAV")
    #expect(Self.file(for: "Don’t stop", among: "dont-stop.ogg") == "dont-stop.ogg")
    #expect(Self.file(for: "Übung", among: "u\u{308}bung.ogg", language: "de") == "u\u{308}bung.ogg")
    #expect(Self.file(for: "Last", among: "last-set.flac") == nil)
    #expect(Self.file(for: "…", among: ".flac", "-.flac") == nil)
    #expect(Self.file(for: "Rest", among: "rest.wav", "Rest.flac") == "Rest.flac", "the first by the alphabet")
  }

  @Test func `are found by digits and by numbers in words of the language`() {
    #expect(Self.file(for: "3", among: "three.flac") == "three.flac")
    #expect(Self.file(for: "3", among: "3.flac", "three.flac") == "3.flac")
    #expect(Self.file(for: "Set 21 of 30", among: "set-twenty-one-of-thirty.flac") != nil)
    #expect(Self.file(for: "3", among: "drei.flac", language: "de") == "drei.flac")
    #expect(Self.file(for: "3", among: "three.flac", language: "de") == nil)
    #expect(Self.file(for: "3", among: "three.flac", language: "ja") == "three.flac")
  }

  @Test func `are called by a name that finds them, short even for long texts, and never that of another`() {
    let names = PhraseFileNames(language: "en")
    #expect(names.name(for: "Set 3 completing in") == "set-three-completing-in")
    #expect(names.name(for: "!") == "")
    #expect(names.name(for: "Lie\u{AD}gestütze") == "liegestütze")
    let long = "Breathe in through your nose, hold it for a while, and let it go through your mouth"
    #expect(Self.file(for: long, among: long + ".wav") == long + ".wav")
    let (first, second) = (names.name(for: long + " slowly"), names.name(for: long + " quickly"))
    #expect(first.hasPrefix("breathe-in-through-your-nose-") && first.count <= 60 && first != second)
    #expect(Self.file(for: long + " slowly", among: first + ".flac", second + ".flac") == first + ".flac")
  }

  @Test func `are heard instead of the synthesiser, trimmed, at the loudness of speech, in the workout's own voice`()
    throws
  {
    let recorded = Self.phrases(["rest.flac": Self.tone(0.2), "work.flac": Self.tone(0.1)])
    try recorded.check(for: ["Rest", "Work"])
    let cache = SpeechCache(ToneSpeech(), voice: Voice(), recordings: recorded)
    let other = Phrase("Rest", voice: Voice(rate: 300))
    cache.prepare(["Rest", "Work", "Run", other])
    let rest = try #require(cache.clip("Rest"))
    #expect(rest.onset == 240 && abs(rest.audibleEnd - rest.onset - 48_000) < 96)
    // Those that are synthesised last half a second.
    #expect(Self.seconds("Rest", in: cache) == 1 && Self.seconds("Run", in: cache) == 0.5)
    #expect(Self.seconds(other, in: cache) == 0.5)
    // One gain for all, so that they stay 6 dB apart.
    let (louder, softer) = (Self.loudness(rest), Self.loudness(try #require(cache.clip("Work"))))
    #expect(abs(louder - softer - 6.02) < 0.1)
    #expect(abs((louder + softer) / 2 + 16) < 3.5, "\(louder) \(softer)")
  }

  /// In LUFS, as it is played.
  private static func loudness(_ clip: PackedClip) -> Double {
    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.play(clip, at: 0, id: 1)
    var left = [Float](repeating: 0, count: clip.frames)
    var right = left
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    mixer.render(left: &leftSpan, right: &rightSpan)
    return Loudness.integrated(of: Clip(left: left, right: right), sampleRate: Bus.sampleRate).value
  }

  @Test func `that can't be read are a problem before anything plays`() throws {
    let broken = RecordedPhrases(files: ["rest.flac", "work.flac"], language: "en") { (file) throws(SoundLoadError) in
      guard file == "work.flac" else { throw .unreadable("rest.flac: it is damaged") }
      return Self.tone(0.1)
    }
    #expect(throws: SoundLoadError.unreadable("rest.flac: it is damaged")) { try broken.check(for: ["Rest", "Work"]) }
    // What no phrase uses may be anything.
    try broken.check(for: ["Work"])
  }

  @Test func `that are silent leave the phrase to the synthesiser`() throws {
    let recorded = Self.phrases(["rest.flac": Clip(mono: [Float](repeating: 0, count: 48_000))])
    try recorded.check(for: ["Rest"])
    let cache = SpeechCache(ToneSpeech(), voice: Voice(), recordings: recorded)
    cache.prepare(["Rest"])
    #expect(Self.seconds("Rest", in: cache) == 0.5)
  }

  /// The length of a phrase, to a hundredth of a second.
  private static func seconds(_ phrase: Phrase, in cache: SpeechCache) -> Double {
    guard case .length(let length) = cache.measure(phrase) else { return 0 }
    return (length / .milliseconds(10)).rounded() / 100
  }
}
