package import AudioMixing

/// What a host asks of its speech worker.
///
/// On the wire every message is a `UInt32` length and as many bytes.
package enum WorkerRequest: Equatable {
  case speak(SpeechRequest)
  case voices

  /// Longer requests are refused unread: a guarded text takes at most 1 200 bytes.
  package static let maximumBytes = 4_096

  package var bytes: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .speak(let request):
      writer.put(UInt8(1))
      writer.put(UInt16(clamping: request.rate))
      writer.put(UInt16(clamping: request.pitch))
      writer.put(request.language)
      writer.put(request.variant ?? "")
      writer.put(request.text)
    case .voices:
      writer.put(UInt8(2))
    }
    return writer.bytes
  }

  package init?(_ bytes: some Sequence<UInt8>) {
    var reader = WireReader(bytes)
    switch reader.number(UInt8.self) {
    case 1:
      guard let rate = reader.number(UInt16.self), let pitch = reader.number(UInt16.self),
        let language = reader.text(), let variant = reader.text(), let text = reader.text(), reader.isAtEnd
      else { return nil }
      self = .speak(
        SpeechRequest(
          text: text, language: language, variant: variant.isEmpty ? nil : variant, rate: Int(rate), pitch: Int(pitch)))
    case 2 where reader.isAtEnd:
      self = .voices
    default:
      return nil
    }
  }
}

/// What a speech worker answers; the first one, unasked, is a greeting or a failure.
package enum WorkerAnswer: Equatable {
  /// The worker is ready, and speaks this version of the protocol.
  case ready(version: UInt16)
  case speech(Utterance)
  case voices(VoiceList)
  case failure(SpeechError)

  package static let version: UInt16 = 2
  /// The greeting begins with this, so that a program that is no worker is known by what it prints.
  static let magic: UInt32 = 0x5350_4243
  /// Fifteen seconds at 48 kHz, and room for the words.
  package static let maximumBytes = 2 << 20

  package var bytes: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .ready(let version):
      writer.put(UInt8(0))
      writer.put(Self.magic)
      writer.put(version)
    case .speech(let utterance):
      writer.put(UInt8(1))
      writer.put(utterance)
    case .voices(let list):
      writer.put(UInt8(2))
      writer.put(list)
    case .failure(let error):
      writer.put(error)
    }
    return writer.bytes
  }

  package init?(_ bytes: some Sequence<UInt8>) {
    var reader = WireReader(bytes)
    guard let code = reader.number(UInt8.self), let answer = Self.read(code, from: &reader), reader.isAtEnd else {
      return nil
    }
    self = answer
  }

  private static func read(_ code: UInt8, from reader: inout WireReader) -> Self? {
    switch code {
    case 0:
      guard reader.number(UInt32.self) == magic else { return nil }
      return reader.number(UInt16.self).map { .ready(version: $0) }
    case 1: return reader.utterance().map { .speech($0) }
    case 2: return reader.voiceList().map { .voices($0) }
    case 3: return reader.text().map { .failure(.unavailable($0)) }
    case 4: return reader.text().map { .failure(.noVoice(language: $0)) }
    case 5: return .failure(.crashed)
    case 6: return .failure(.timedOut)
    case 7: return .failure(.nothingToSay)
    case 8: return reader.text().map { .failure(.noVariant($0)) }
    default: return nil
    }
  }
}
