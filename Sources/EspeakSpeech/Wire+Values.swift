import AudioMixing

extension WireWriter {
  mutating func put(_ utterance: Utterance) {
    put(UInt32(clamping: utterance.audio.sampleRate))
    put(UInt32(clamping: utterance.audio.samples.count))
    for sample in utterance.audio.samples { put(sample) }
    put(UInt16(clamping: utterance.words.count))
    for word in utterance.words.prefix(Int(UInt16.max)) {
      put(UInt32(clamping: word.sample))
      put(UInt16(clamping: word.characters.lowerBound))
      put(UInt16(clamping: word.characters.count))
    }
  }

  mutating func put(_ list: VoiceList) {
    put(UInt16(clamping: list.voices.count))
    for voice in list.voices.prefix(Int(UInt16.max)) {
      put(voice.name)
      put(voice.tag)
      put(voice.languages)
    }
    put(list.variants)
  }

  mutating func put(_ texts: [String]) {
    put(UInt16(clamping: texts.count))
    for text in texts.prefix(Int(UInt16.max)) { put(text) }
  }

  mutating func put(_ error: SpeechError) {
    switch error {
    case .unavailable(let why):
      put(UInt8(3))
      put(why)
    case .noVoice(let language):
      put(UInt8(4))
      put(language)
    case .crashed: put(UInt8(5))
    case .timedOut: put(UInt8(6))
    case .nothingToSay: put(UInt8(7))
    case .noVariant(let variant):
      put(UInt8(8))
      put(variant)
    }
  }
}

extension WireReader {
  mutating func utterance() -> Utterance? {
    guard let sampleRate = number(UInt32.self), let count = number(UInt32.self), let samples = samples(Int(count)),
      let wordCount = number(UInt16.self)
    else { return nil }
    var words: [Utterance.Word] = []
    for _ in 0..<wordCount {
      guard let sample = number(UInt32.self), let start = number(UInt16.self), let length = number(UInt16.self) else {
        return nil
      }
      words.append(Utterance.Word(sample: Int(sample), characters: Int(start)..<Int(start) + Int(length)))
    }
    return Utterance(audio: SpokenAudio(samples: samples, sampleRate: Int(sampleRate)), words: words)
  }

  mutating func voiceList() -> VoiceList? {
    guard let count = number(UInt16.self) else { return nil }
    var voices: [VoiceList.Voice] = []
    for _ in 0..<count {
      guard let name = text(), let tag = text(), let languages = texts() else { return nil }
      voices.append(VoiceList.Voice(name: name, tag: tag, languages: languages))
    }
    return texts().map { VoiceList(voices: voices, variants: $0) }
  }

  mutating func texts() -> [String]? {
    guard let count = number(UInt16.self) else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }
}
