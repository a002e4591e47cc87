import AudioMixing
internal import CEspeak

/// The calls to libespeak-ng, which has one state for the process: the caller serializes them.
struct EspeakLibrary {
  private struct Ready {
    let sampleRate: Int
    let tags: VoiceTags
  }

  /// The length of sound between two calls of the callback, in milliseconds.
  private static let bufferMilliseconds: Int32 = 200

  /// The result of the only initialisation; `nil` before it.
  private var state: Result<Ready, SpeechError>?

  /// Initialises the library once, and returns its sample rate in samples per second.
  mutating func open() throws(SpeechError) -> Int { try ready().sampleRate }

  /// The voices by the tags that choose them; the library is initialised for it.
  mutating func tags() throws(SpeechError) -> VoiceTags { try ready().tags }

  private mutating func ready() throws(SpeechError) -> Ready {
    let result = state ?? Self.initialize()
    state = result
    return try result.get()
  }

  private static func initialize() -> Result<Ready, SpeechError> {
    // `espeak_Initialize` would end the process if data is missing; these return a status.
    locateData()
    var context: espeak_ng_ERROR_CONTEXT?
    let loaded = unsafe espeak_ng_Initialize(&context)
    unsafe espeak_ng_ClearErrorContext(&context)
    guard loaded == ENS_OK else {
      return .failure(.unavailable("espeak-ng can't load its data: \(message(of: loaded))"))
    }
    let output = espeak_ng_InitializeOutput(ENOUTPUT_MODE_SYNCHRONOUS, bufferMilliseconds, nil)
    guard output == ENS_OK else {
      return .failure(.unavailable("espeak-ng doesn't start: \(message(of: output))"))
    }
    unsafe espeak_SetSynthCallback { samples, count, events in
      unsafe SynthesisBuffer.receive(samples, count, events)
    }
    let sampleRate = Int(espeak_ng_GetSampleRate())
    guard sampleRate > 0 else { return .failure(.unavailable("espeak-ng has no sample rate")) }
    return .success(Ready(sampleRate: sampleRate, tags: VoiceTags(voiceIdentifiers())))
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

  /// Sets every parameter, because a voice may have changed it.
  func set(rate: Int, pitch: Int) {
    let values: [(espeak_PARAMETER, Int)] = [
      (espeakRATE, min(max(rate, 80), 450)), (espeakPITCH, min(max(pitch, 0), 99)), (espeakRANGE, 50),
      (espeakVOLUME, 100), (espeakWORDGAP, 0), (espeakPUNCTUATION, 0), (espeakCAPITALS, 0),
    ]
    for (parameter, value) in values {
      _ = espeak_ng_SetParameter(parameter, Int32(value), 0)
    }
  }

  /// Speaks sanitized text with the voice and parameters that are set, and cuts the sound after `limit` samples.
  mutating func speak(_ text: String, atMost limit: Int) throws(SpeechError) -> SpokenAudio {
    let sampleRate = try open()
    let buffer = SynthesisBuffer(limit: limit)
    let status = unsafe text.withCString { bytes in
      unsafe espeak_ng_Synthesize(
        bytes, text.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil,
        Unmanaged.passUnretained(buffer).toOpaque())
    }
    guard status == ENS_OK || buffer.isFull else {
      throw .unavailable("espeak-ng can't speak: \(Self.message(of: status))")
    }
    return SpokenAudio(samples: buffer.samples, sampleRate: sampleRate)
  }
}

/// The samples that the library passes to its callback while it speaks one phrase.
final class SynthesisBuffer {
  private let limit: Int
  private(set) var samples: [Int16] = []

  /// Makes a buffer that stops the library after `limit` samples.
  init(limit: Int) {
    self.limit = limit
    samples.reserveCapacity(min(limit, 1 << 16))
  }

  var isFull: Bool { samples.count >= limit }

  /// The callback: 0 lets the library continue, 1 stops it.
  ///
  /// Every event, including the one that ends the list, has the pointer to the buffer. The phrase ends where there are
  /// no samples at all, not where their count is zero.
  static func receive(
    _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32, _ events: UnsafeMutablePointer<espeak_EVENT>?
  ) -> Int32 {
    guard let samples = unsafe samples, let owner = unsafe events?.pointee.user_data else { return 0 }
    let buffer = unsafe Unmanaged<SynthesisBuffer>.fromOpaque(owner).takeUnretainedValue()
    let new = unsafe UnsafeBufferPointer(start: samples, count: Int(max(count, 0)))
    unsafe buffer.samples.append(contentsOf: new.prefix(buffer.limit - buffer.samples.count))
    return buffer.isFull ? 1 : 0
  }
}
