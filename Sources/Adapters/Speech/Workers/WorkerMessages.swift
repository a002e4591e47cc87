package import AudioMixing

/// A request to a speech worker.
///
/// A message is a little-endian `UInt32` length and that number of bytes. Numbers are little-endian; a text has a
/// `UInt16` length before its UTF-8.
package enum WorkerRequest: Equatable {
  case speak(SpeechRequest)
  case voices

  /// The longest request that is read; sanitized text has at most 1 200 bytes.
  package static let maximumBytes = 4_096

  package var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .speak(let request):
      writer.put(UInt8(1))
      writer.put(UInt16(clamping: request.rate))
      writer.put(UInt16(clamping: request.pitch))
      for text in [request.language, request.variant ?? "", request.text] { writer.put(text) }
    case .voices: writer.put(UInt8(2))
    }
    return writer.bytes
  }

  package init?(_ bytes: some Sequence<UInt8>) {
    var reader = MessageReader(bytes)
    switch reader.number(UInt8.self) {
    case 1:
      guard let rate = reader.number(UInt16.self), let pitch = reader.number(UInt16.self),
        let language = reader.text(), let variant = reader.text(), let text = reader.text()
      else { return nil }
      self = .speak(
        SpeechRequest(
          text: text, language: language, variant: variant.isEmpty ? nil : variant, rate: Int(rate), pitch: Int(pitch)))
    case 2: self = .voices
    default: return nil
    }
    if !reader.isAtEnd { return nil }
  }
}

/// An answer of a speech worker; the first one, without a request, is `ready` or a failure.
package enum WorkerAnswer: Equatable {
  /// The worker is ready, and uses this version of the protocol.
  case ready(version: UInt16)
  case speech(SpokenAudio)
  case voices(VoiceList)
  case failure(SpeechError)

  package static let version: UInt16 = 4
  /// The first answer contains this, which distinguishes a worker from any other program that prints something.
  private static let magic: UInt32 = 0x5350_4243
  /// A minute at 96 kHz takes 11.5 MB.
  package static let maximumBytes = 12 << 20

  package var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .ready(let version):
      writer.put(UInt8(0))
      writer.put(Self.magic)
      writer.put(version)
    case .speech(let speech):
      writer.put(UInt8(1))
      writer.put(UInt32(clamping: speech.sampleRate))
      writer.put(UInt32(clamping: speech.samples.count))
      for sample in speech.samples { writer.put(sample) }
    case .voices(let list):
      writer.put(UInt8(2))
      writer.put(UInt16(clamping: list.voices.count))
      for voice in list.voices.prefix(Int(UInt16.max)) {
        writer.put(voice.name)
        writer.put(voice.tag)
        writer.put(voice.languages)
        writer.put(voice.speakers)
        writer.put(voice.version)
      }
      writer.put(list.variants)
    case .failure(let error):
      let (code, text) = Self.code(of: error)
      writer.put(code)
      if let text { writer.put(text) }
    }
    return writer.bytes
  }

  package init?(_ bytes: some Sequence<UInt8>) {
    var reader = MessageReader(bytes)
    guard let code = reader.number(UInt8.self), let answer = Self.read(code, from: &reader), reader.isAtEnd else {
      return nil
    }
    self = answer
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

  private static func code(of error: SpeechError) -> (UInt8, text: String?) {
    switch error {
    case .unavailable(let reason): (3, reason)
    case .noVoice(let language): (4, language)
    case .crashed: (5, nil)
    case .timedOut: (6, nil)
    case .nothingToSay: (7, nil)
    case .noVariant(let variant): (8, variant)
    }
  }

  private static func read(_ code: UInt8, from reader: inout MessageReader) -> Self? {
    switch code {
    case 0:
      guard reader.number(UInt32.self) == magic else { return nil }
      return reader.number(UInt16.self).map { .ready(version: $0) }
    case 1:
      guard let sampleRate = reader.number(UInt32.self), let count = reader.number(UInt32.self) else { return nil }
      return reader.samples(Int(count)).map { .speech(SpokenAudio(samples: $0, sampleRate: Int(sampleRate))) }
    case 2:
      let voices = reader.array { reader -> VoiceList.Voice? in
        guard let name = reader.text(), let tag = reader.text(), let languages = reader.texts(),
          let speakers = reader.texts(), let version = reader.text()
        else { return nil }
        return VoiceList.Voice(name: name, tag: tag, languages: languages, speakers: speakers, version: version)
      }
      guard let voices, let variants = reader.texts() else { return nil }
      return .voices(VoiceList(voices: voices, variants: variants))
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

/// Encodes the numbers and texts of a message.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Adds a text; after 65 535 bytes it is cut at a character.
  mutating func put(_ text: String) {
    var text = text
    while text.utf8.count > Int(UInt16.max) { text.removeLast() }
    put(UInt16(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ texts: [String]) {
    put(UInt16(clamping: texts.count))
    for text in texts.prefix(Int(UInt16.max)) { put(text) }
  }
}

/// Decodes what a `MessageWriter` has encoded; each function returns `nil` if the bytes don't contain it.
struct MessageReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    let size = Number.bitWidth / 8
    guard rest.count >= size else { return nil }
    let value = rest.prefix(size).reversed().reduce(Number.zero) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    rest.removeFirst(size)
    return value
  }

  mutating func text() -> String? {
    guard let length = number(UInt16.self), rest.count >= Int(length) else { return nil }
    defer { rest.removeFirst(Int(length)) }
    return String(validating: rest.prefix(Int(length)), as: UTF8.self)
  }

  mutating func texts() -> [String]? { array { $0.text() } }

  mutating func array<Element>(_ element: (inout MessageReader) -> Element?) -> [Element]? {
    guard let count = number(UInt16.self) else { return nil }
    var elements: [Element] = []
    for _ in 0..<count {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    }
    return elements
  }

  mutating func samples(_ count: Int) -> [Int16]? {
    guard rest.count / 2 >= count else { return nil }
    let raw = rest.prefix(count * 2)
    rest.removeFirst(count * 2)
    return unsafe raw.withUnsafeBytes { bytes in
      (0..<count).map { unsafe Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
    }
  }
}
