package import AudioMixing
import StrictJSON

/// A request to a speech worker.
///
/// A message is a little-endian `UInt32` length and that number of bytes: a JSON object on one line and, of speech, its
/// samples on the next.
package enum WorkerRequest: Equatable {
  case speak(SpeechRequest)
  case voices

  /// The longest request that is read; sanitized text has at most 1 200 bytes.
  package static let maximumBytes = 4_096

  package var bytes: [UInt8] {
    let fields: JSONFields =
      switch self {
      case .speak(let request):
        [
          "say": request.text, "language": request.language, "variant": request.variant, "rate": request.rate,
          "pitch": request.pitch,
        ]
      case .voices: ["voices": true]
      }
    return Array(fields.line(.compact).utf8)
  }

  package init?(_ bytes: some Sequence<UInt8>) {
    guard let object = JSONObject(line: bytes) else { return nil }
    if object["voices"]?.bool == true {
      self = .voices
      return
    }
    guard let text = object["say"]?.text, let language = object["language"]?.text,
      let rate = object["rate"]?.integer, let pitch = object["pitch"]?.integer
    else { return nil }
    self = .speak(
      SpeechRequest(text: text, language: language, variant: object["variant"]?.text, rate: rate, pitch: pitch))
  }
}

/// An answer of a speech worker; the first one, without a request, is `ready` or a failure.
package enum WorkerAnswer: Equatable {
  /// The worker is ready, and uses this version of the protocol.
  case ready(version: Int)
  case speech(SpokenAudio)
  case voices(VoiceList)
  case failure(SpeechError)

  package static let version = 5
  /// A minute at 96 kHz takes 11.5 MB.
  package static let maximumBytes = 12 << 20

  package var bytes: [UInt8] {
    switch self {
    // The key distinguishes a worker from any other program that prints something.
    case .ready(let version): return Self.line(["cuebellSpeechWorker": version])
    case .speech(let speech):
      let head = Self.line(["sampleRate": speech.sampleRate, "samples": speech.samples.count])
      // A key path would be followed for each sample.
      let samples = unsafe speech.samples.map { $0.littleEndian }.withUnsafeBytes { unsafe Array($0) }
      return head + [UInt8(ascii: "\n")] + samples
    case .voices(let list): return Self.line(["voices": list.voices.map(\.fields), "variants": list.variants])
    case .failure(let error):
      let (name, text) = Self.words(of: error)
      return Self.line(["failure": name, "text": text])
    }
  }

  package init?(_ bytes: some Sequence<UInt8>) {
    let parts = Array(bytes).split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let object = JSONObject(line: parts[0]) else { return nil }
    if parts.count == 2 {
      guard let rate = object["sampleRate"]?.integer, let count = object["samples"]?.integer,
        let samples = Self.samples(parts[1], count)
      else { return nil }
      self = .speech(SpokenAudio(samples: samples, sampleRate: rate))
    } else if let version = object["cuebellSpeechWorker"]?.integer {
      self = .ready(version: version)
    } else if let voices = object["voices"]?.list {
      self = .voices(
        VoiceList(voices: voices.compactMap(VoiceList.Voice.init), variants: object["variants"]?.texts ?? []))
    } else if let error = Self.error(object["failure"]?.text, object["text"]?.text ?? "") {
      self = .failure(error)
    } else {
      return nil
    }
  }

  /// The answer to a request, by what speaks or lists voices.
  init(
    to request: WorkerRequest?, speak: (SpeechRequest) throws(SpeechError) -> SpokenAudio,
    voices: () throws(SpeechError) -> VoiceList
  ) {
    do throws(SpeechError) {
      switch request {
      case .speak(let request): self = .speech(try speak(request))
      case .voices: self = .voices(try voices())
      case nil: throw .unavailable("the speech worker does not know this request")
      }
    } catch {
      self = .failure(error)
    }
  }

  private static func line(_ fields: JSONFields) -> [UInt8] { Array(fields.line(.compact).utf8) }

  private static func words(of error: SpeechError) -> (name: String, text: String?) {
    switch error {
    case .unavailable(let reason): ("unavailable", reason)
    case .noVoice(let language): ("noVoice", language)
    case .noVariant(let variant): ("noVariant", variant)
    case .crashed: ("crashed", nil)
    case .timedOut: ("timedOut", nil)
    case .nothingToSay: ("nothingToSay", nil)
    }
  }

  private static func error(_ name: String?, _ text: String) -> SpeechError? {
    switch name {
    case "unavailable": .unavailable(text)
    case "noVoice": .noVoice(language: text)
    case "noVariant": .noVariant(text)
    case "crashed": .crashed
    case "timedOut": .timedOut
    case "nothingToSay": .nothingToSay
    default: nil
    }
  }

  private static func samples(_ bytes: ArraySlice<UInt8>, _ count: Int) -> [Int16]? {
    guard count >= 0, bytes.count.isMultiple(of: 2), bytes.count / 2 == count else { return nil }
    return unsafe bytes.withUnsafeBytes { bytes in
      (0..<count).map { unsafe Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
    }
  }
}

extension VoiceList.Voice {
  fileprivate var fields: JSONFields {
    ["name": name, "tag": tag, "languages": languages, "speakers": speakers, "version": version]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.text, let tag = json["tag"]?.text, let languages = json["languages"]?.texts,
      let speakers = json["speakers"]?.texts, let version = json["version"]?.text
    else { return nil }
    self.init(name: name, tag: tag, languages: languages, speakers: speakers, version: version)
  }
}

extension JSONValue {
  fileprivate var texts: [String]? { list?.compactMap(\.text) }
}
