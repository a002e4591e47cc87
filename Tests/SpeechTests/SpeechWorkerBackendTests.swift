import AudioMixing
import Speech
import TestSupport
import Testing

@Suite struct `Speech by a worker` {
  /// The first sample above -40 dBFS, in milliseconds.
  private func onset(_ audio: SpokenAudio) throws -> Double {
    let first = try #require(audio.samples.firstIndex { $0.magnitude > 327 })
    return Double(first) * 1_000 / Double(audio.sampleRate)
  }

  @Test func `sounds the same to the last bit, whatever was said before and in whichever worker`() throws {
    let (one, other) = (backend(), backend())
    let phrases = ["One", "three, two, one", "Set 3 completing in", "Warm up, easy pace."]
    let first = try phrases.map { try one.synthesize(SpeechRequest(text: $0)) }
    for (language, variant) in [("de", "f3"), ("fr-FR", nil), ("ru", "m2"), ("en-US", nil)] {
      _ = try other.synthesize(SpeechRequest(text: "12 x 3", language: language, variant: variant, rate: 300, pitch: 9))
    }
    let reversed = try phrases.reversed().map { try other.synthesize(SpeechRequest(text: $0)) }
    #expect(first == reversed.reversed())
    #expect(try phrases.map { try one.synthesize(SpeechRequest(text: $0)) } == first)
  }

  @Test(arguments: [("One", 0.0...5.0), ("Two", 30.0...80.0), ("Three", 2.0...30.0)])
  func `becomes audible where the word does`(word: String, milliseconds: ClosedRange<Double>) throws {
    let audio = try backend().synthesize(SpeechRequest(text: word))
    #expect(audio.sampleRate == 22_050)
    #expect(try milliseconds.contains(onset(audio)))
    #expect((4_000...12_000).contains(audio.samples.count))
  }

  @Test func `follows language, variant, rate and pitch`() throws {
    let backend = backend()
    let plain = SpeechRequest(text: "Halfway there")
    var changed = [plain, plain, plain, plain]
    changed[0].language = "de"
    changed[1].variant = "f3"
    changed[2].rate = 300
    changed[3].pitch = 90
    let reference = try backend.synthesize(plain)
    for request in changed { #expect(try backend.synthesize(request) != reference) }
    #expect(try backend.synthesize(changed[2]).samples.count < reference.samples.count * 3 / 4)
  }

  @Test(arguments: [("en_US", "en-us"), ("de-ZZ", "de"), ("EN", "en"), ("zh", "cmn"), ("no", "nb")])
  func `finds the nearest voice for a language`(asked: String, near: String) throws {
    let backend = backend()
    let request = SpeechRequest(text: "1 2 3", language: asked)
    #expect(try backend.synthesize(request) == backend.synthesize(SpeechRequest(text: "1 2 3", language: near)))
  }

  @Test(
    arguments: [
      ("tlh", nil), ("variant", nil), ("", nil), ("../../etc", nil), ("de\u{0}", nil), ("en", "nope"),
      ("en", "../../x"),
    ] as [(String, String?)])
  func `has no voice for a language or a variant that doesn't exist`(language: String, variant: String?) throws {
    let backend = backend()
    let request = SpeechRequest(text: "One", language: language, variant: variant)
    let error = variant.map { SpeechError.noVariant($0) } ?? .noVoice(language: language)
    #expect(throws: error) { try backend.synthesize(request) }
    #expect(try backend.synthesize(SpeechRequest(text: "One")).samples.count > 4_000)
  }

  @Test(arguments: ["...", "", "?!", "\u{1}\u{2}", "💪", "<>"])
  func `has nothing to say where there are no words`(text: String) {
    #expect(throws: SpeechError.nothingToSay) { try backend().synthesize(SpeechRequest(text: text)) }
  }

  @Test func `is cut at fifteen seconds`() throws {
    let text = String(repeating: "7", count: 5_000)
    let audio = try backend().synthesize(SpeechRequest(text: text, rate: 80))
    #expect(audio.samples.count == 15 * audio.sampleRate)
  }

  @Test func `lists every voice by the tag that chooses it, and every variant by its name`() throws {
    let backend = backend()
    let list = try backend.voices()
    let tags = list.voices.map(\.tag)
    #expect(tags == tags.sorted() && Set(tags.map { $0.lowercased() }).count == tags.count && tags.count > 100)
    let synthesizer = EspeakSynthesizer()
    for voice in list.voices {
      for tag in [voice.tag, voice.tag.lowercased(), voice.tag.uppercased()] {
        #expect(try synthesizer.voiceName(for: tag) == voice.name, "\(tag)")
      }
    }
    for variant in list.variants {
      #expect(throws: Never.self, "\(variant)") { try backend.synthesize(SpeechRequest(text: "1", variant: variant)) }
    }
  }

  @Test func `lists the voices and their variants`() throws {
    let list = try backend().voices()
    #expect(list.voices.contains { $0.languages.contains("en-us") && $0.name == "English (America)" })
    #expect(list.voices.first { $0.languages.contains("nb") }?.languages == ["nb", "no"])
    #expect(list.voices.count > 50 && list.voices.allSatisfy { !$0.languages.isEmpty })
    #expect(list.variants.contains("f3") && list.variants == list.variants.sorted())
  }
}

/// A backend over the real command.
func backend(answerWithin patience: Duration = Timeout.limit) -> SpeechWorkerBackend {
  var limits = SpeechWorkerBackend.Patience()
  limits.answer = patience
  return SpeechWorkerBackend(
    executable: command, arguments: ["speech-worker"], patience: limits, speakable: EspeakTextSanitizer.speakable)
}
