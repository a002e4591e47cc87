import CuebellAudio

/// A voice that hums each word: a tenth of a second of a tone, the lower the longer the word.
package struct TonalVoice: SpeechBackend {
  package init() {}

  package func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    let words = request.text.split(separator: " ")
    guard !words.isEmpty else { throw .nothingToSay }
    let rate = 16_000
    // A triangle needs no mathematics library.
    let samples = words.flatMap { word -> [Int16] in
      let period = 40 + 4 * word.count
      return (0..<rate / 10).map { frame in
        let height = abs(2 * (frame % period) - period) * 16_000 / period - 8_000
        return Int16(height)
      } + [Int16](repeating: 0, count: rate / 50)
    }
    return SpokenAudio(samples: samples, sampleRate: rate)
  }
}

/// A sink that draws: a line for each second, as long as its loudest sample is high.
package struct BarSink: AudioSink {
  package let blockFrames = Bus.sampleRate / 10
  package let latencyFrames = 0
  package private(set) var lines: [String] = []
  private var (frames, peak) = (0, Float.zero)

  package init() {}

  package mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    for index in left.indices {
      peak = max(peak, abs(left[index]), abs(right[index]))
      frames += 1
      if frames % Bus.sampleRate == 0 { draw() }
    }
  }

  package mutating func finish() throws(SinkError) { if frames % Bus.sampleRate > 0 { draw() } }

  private mutating func draw() {
    lines.append(String(repeating: "#", count: Int(peak * 40)))
    peak = 0
  }
}
