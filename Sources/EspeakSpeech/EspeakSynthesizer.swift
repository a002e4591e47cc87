public import AudioMixing
import Synchronization

/// Speech by libespeak-ng in this process.
///
/// The library's state is one for the process, so all synthesisers share it and take turns. It is initialised by the
/// first use and never given back: ending and starting it again deadlocks in 1.51. Its noise generators run on from
/// one phrase to the next, so the same text sounds a little different each time, and a crash in it ends the process.
/// `EspeakWorkerBackend` has neither weakness; this type is what its worker runs, and for hosts that can't start one.
/// Initialising sets the process's `LC_CTYPE` to `C.UTF-8`.
public struct EspeakSynthesizer: SpeechBackend {
  /// The longest phrase that is spoken, in seconds; sound is cut there.
  public static let maximumSeconds = 15

  private static let library = Mutex(EspeakLibrary())

  /// Makes a synthesiser; nothing is loaded before its first use.
  public init() {}

  /// Loads the library and the default voice.
  ///
  /// - Throws: `unavailable` where the data of espeak-ng is missing or broken.
  public func prepare() throws(SpeechError) {
    try Self.library.withLock { library throws(SpeechError) in
      _ = try library.open()
      try library.choose(language: SpeechRequest.defaultLanguage, variant: nil)
    }
  }

  /// Speaks one phrase; the text passes through `TextGuard` first.
  ///
  /// - Throws: `nothingToSay`, `noVoice`, or `unavailable`.
  public func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    try speak(request).audio
  }

  /// Speaks one phrase and tells where its words are.
  ///
  /// - Throws: `nothingToSay`, `noVoice`, or `unavailable`.
  public func speak(_ request: SpeechRequest) throws(SpeechError) -> Utterance {
    let text = TextGuard.speakable(request.text)
    if text.isEmpty { throw .nothingToSay }
    return try Self.library.withLock { library throws(SpeechError) in
      let sampleRate = try library.open()
      try library.choose(language: request.language, variant: request.variant)
      library.set(rate: request.rate, pitch: request.pitch)
      let utterance = try library.speak(text, atMost: Self.maximumSeconds * sampleRate)
      guard utterance.audio.samples.contains(where: { $0.magnitude > Self.silence }) else { throw .nothingToSay }
      return utterance
    }
  }

  /// Lists the voices that are installed.
  ///
  /// - Throws: `unavailable` where the data of espeak-ng is missing or broken.
  public func voices() throws(SpeechError) -> VoiceList {
    try Self.library.withLock { library throws(SpeechError) in
      _ = try library.open()
      return try library.voices()
    }
  }

  /// The name of the voice that a tag chooses.
  package func voiceName(for language: String) throws(SpeechError) -> String? {
    try Self.library.withLock { library throws(SpeechError) in
      try library.choose(language: language, variant: nil)
      return library.currentName
    }
  }

  /// Where the library and what it needs lie, found in turn with all else that it does.
  static var installationPaths: [String] { library.withLock { _ in EspeakLibrary.paths } }

  /// -60 dBFS: punctuation alone gives samples, but none above it.
  private static let silence: UInt16 = 33
}

extension SpeechRequest {
  /// The language of a request that names none.
  static let defaultLanguage = SpeechRequest(text: "").language
}
