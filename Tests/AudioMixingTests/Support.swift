import AudioMixing
import Glibc
import TestSupport

/// Random parameters of a test. The seed reproduces a failure.
struct RandomParameters {
  private var generator: SplitMix64
  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func bits() -> UInt64 { generator.next() }

  mutating func int(_ range: Range<Int>) -> Int { range.lowerBound + Int(bits() % UInt64(range.count)) }
  mutating func real(_ range: Range<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(bits() >> 11) * 0x1p-53
  }
}

/// What a mixer has rendered.
struct RenderedAudio: Equatable {
  var left: [Float] = []
  var right: [Float] = []
  /// What became of the requests to one group.
  var report = GroupReport()
  var limitedFrames = 0

  var peak: Float { max(left.map(\.magnitude).max() ?? 0, right.map(\.magnitude).max() ?? 0) }

  /// The greatest difference between neighbours.
  var largestStep: Float { max(TestSupport.largestStep(left), TestSupport.largestStep(right)) }
}

extension Mixer {
  /// Renders `frames` frames in blocks of one size; `before` is called ahead of each block with its range.
  func record(
    _ frames: Int, block: Int = 256, reporting group: MixGroup? = nil, before: (Range<Int>) -> Void = { _ in }
  ) -> RenderedAudio {
    var recording = RenderedAudio()
    var done = 0
    while done < frames {
      let count = min(block, frames - done)
      before(position..<position + count)
      var left = [Float](repeating: .nan, count: count)
      var right = left
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      recording.limitedFrames += render(left: &leftSpan, right: &rightSpan)
      let report = group?.report ?? GroupReport()
      recording.left += left
      recording.right += right
      recording.report.stolen += report.stolen
      recording.report.refusedVoices += report.refusedVoices
      recording.report.refusedLayers += report.refusedLayers
      done += count
    }
    return recording
  }
}

/// A clip of one value.
func constant(_ value: Float, frames: Int) -> Clip { Clip(mono: Array(repeating: value, count: frames)) }

/// A clip that counts: sample n is `first + n` thousandths, so that a reader knows where it is.
func counting(frames: Int, from first: Int = 1) -> Clip { Clip(mono: (0..<frames).map { Float(first + $0) / 1000 }) }

/// A sine as a clip.
func sine(_ frequency: Double, amplitude: Double, frames: Int, sampleRate: Int) -> Clip {
  Clip(mono: (0..<frames).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(sampleRate))) })
}

/// Thousandths, rounded: readable in an expectation.
func thousandths(_ samples: some Sequence<Float>) -> [Int] { samples.map { Int(($0 * 1000).rounded()) } }

/// The amplitude of one frequency in a stretch of samples, by a sum of products with a Hann window.
func amplitude(of frequency: Double, in samples: ArraySlice<Float>, sampleRate: Int) -> Double {
  var (real, imaginary, weight) = (0.0, 0.0, 0.0)
  for (index, sample) in samples.enumerated() {
    let window = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / Double(samples.count))
    let angle = 2 * .pi * frequency * Double(index) / Double(sampleRate)
    real += window * Double(sample) * cos(angle)
    imaginary += window * Double(sample) * sin(angle)
    weight += window
  }
  return 2 * (real * real + imaginary * imaginary).squareRoot() / weight
}

func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

func allFinite(_ samples: [Float]) -> Bool { !samples.contains { !$0.isFinite } }
