package import AudioMixing
import Synchronization

/// Speech by libespeak-ng in this process.
///
/// The library has one state for the process, so all synthesisers share it and their calls are serialized. The first
/// use initialises it; it is never terminated, because a second initialisation deadlocks in 1.51. The state of its
/// noise generators continues from one phrase to the next, so the same text sounds slightly different each time, and a
/// crash ends the process. `SpeechWorkerBackend` has neither weakness: its worker uses this type, as do hosts that
/// can't start a worker. Initialisation sets the process's `LC_CTYPE` to `C.UTF-8`.
package struct EspeakSynthesizer: SpeechBackend {
  /// The longest speech of a phrase, in seconds; the rest is cut.
  package static let maximumSeconds = 15

  private static let library = Mutex(EspeakLibrary())

  /// Makes a synthesiser; nothing is loaded before its first use.
  package init() {}

  /// Loads the library and the default voice.
  ///
  /// - Throws: `unavailable` if the data of espeak-ng is missing or broken.
  package func prepare() throws(SpeechError) {
    try Self.library.withLock { library throws(SpeechError) in
      try library.choose(language: SpeechRequest.defaultLanguage, variant: nil)
    }
  }

  /// Speaks one phrase; the text passes through `EspeakTextSanitizer` first.
  ///
  /// - Throws: `nothingToSay`, `noVoice`, or `unavailable`.
  package func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    let text = EspeakTextSanitizer.speakable(request.text)
    if text.isEmpty { throw .nothingToSay }
    return try Self.library.withLock { library throws(SpeechError) in
      let sampleRate = try library.open()
      try library.choose(language: request.language, variant: request.variant)
      library.set(rate: request.rate, pitch: request.pitch)
      let speech = try library.speak(text, atMost: Self.maximumSeconds * sampleRate)
      guard speech.samples.contains(where: { $0.magnitude > Self.silence }) else { throw .nothingToSay }
      return speech
    }
  }

  /// Lists the voices that are installed.
  ///
  /// - Throws: `unavailable` if the data of espeak-ng is missing or broken.
  package func voices() throws(SpeechError) -> VoiceList {
    try Self.library.withLock { library throws(SpeechError) in try library.voices() }
  }

  package func voiceName(for language: String) throws(SpeechError) -> String? {
    try Self.library.withLock { library throws(SpeechError) in
      try library.choose(language: language, variant: nil)
      return library.currentName
    }
  }

  static var installationPaths: [String] { library.withLock { _ in EspeakLibrary.paths } }

  /// -60 dBFS; punctuation alone gives samples below it.
  private static let silence: UInt16 = 33
}

extension SpeechRequest {
  static let defaultLanguage = SpeechRequest(text: "").language
}
