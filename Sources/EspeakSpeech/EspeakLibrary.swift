import AudioMixing
internal import CEspeak

/// The calls to libespeak-ng, whose state is one for the process: the caller sees to it that they come one at a time.
struct EspeakLibrary {
  private enum State {
    case untouched
    case ready(Ready)
    case failed(String)
  }

  /// What is known once the library is initialised.
  private struct Ready {
    let sampleRate: Int
    let tags: VoiceTags
  }

  /// How much sound the library makes between two calls of the callback, in milliseconds.
  private static let bufferMilliseconds: Int32 = 200

  private var state = State.untouched

  /// Initialises the library once, and returns the rate of its sound, in samples a second.
  mutating func open() throws(SpeechError) -> Int { try ready().sampleRate }

  /// The voices by the tags that choose them; the library is initialised for it.
  mutating func tags() throws(SpeechError) -> VoiceTags { try ready().tags }

  private mutating func ready() throws(SpeechError) -> Ready {
    if case .untouched = state { state = Self.initialize() }
    switch state {
    case .ready(let ready): return ready
    case .failed(let why): throw .unavailable(why)
    case .untouched: throw .unavailable("espeak-ng was not initialised")
    }
  }

  private static func initialize() -> State {
    // `espeak_Initialize` would end the process where data is missing; these return a status.
    espeak_ng_InitializePath(nil)
    var context: espeak_ng_ERROR_CONTEXT?
    let loaded = unsafe espeak_ng_Initialize(&context)
    unsafe espeak_ng_ClearErrorContext(&context)
    guard loaded == ENS_OK else { return .failed("espeak-ng can't load its data: \(message(of: loaded))") }
    let output = espeak_ng_InitializeOutput(ENOUTPUT_MODE_SYNCHRONOUS, bufferMilliseconds, nil)
    guard output == ENS_OK else { return .failed("espeak-ng does not start: \(message(of: output))") }
    unsafe espeak_SetSynthCallback { samples, count, events in
      unsafe Recording.take(samples, count, events)
    }
    let sampleRate = Int(espeak_ng_GetSampleRate())
    guard sampleRate > 0 else { return .failed("espeak-ng has no sample rate") }
    return .ready(Ready(sampleRate: sampleRate, tags: VoiceTags(voiceIdentifiers())))
  }

  private static func message(of status: espeak_ng_STATUS) -> String {
    let capacity = 256
    return unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        unsafe espeak_ng_GetStatusCodeMessage(status, text.baseAddress, text.count)
        return unsafe text.firstIndex(of: 0) ?? 0
      }
    }
  }

  /// Sets every parameter: a voice may have brought its own.
  func set(rate: Int, pitch: Int) {
    let values: [(espeak_PARAMETER, Int)] = [
      (espeakRATE, min(max(rate, 80), 450)), (espeakPITCH, min(max(pitch, 0), 99)), (espeakRANGE, 50),
      (espeakVOLUME, 100), (espeakWORDGAP, 0), (espeakPUNCTUATION, 0), (espeakCAPITALS, 0),
    ]
    for (parameter, value) in values {
      _ = espeak_ng_SetParameter(parameter, Int32(value), 0)
    }
  }

  /// Speaks guarded text with the voice and parameters that are set, and cuts the sound after `limit` samples.
  mutating func speak(_ text: String, atMost limit: Int) throws(SpeechError) -> Utterance {
    let sampleRate = try open()
    let recording = Recording(limit: limit)
    let status = unsafe text.withCString { bytes in
      unsafe espeak_ng_Synthesize(
        bytes, text.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil,
        Unmanaged.passUnretained(recording).toOpaque())
    }
    guard status == ENS_OK || recording.isFull else {
      throw .unavailable("espeak-ng does not speak: \(Self.message(of: status))")
    }
    return recording.utterance(sampleRate: sampleRate)
  }
}
