/// Changes the sample rate by an exact ratio, without a shift in time.
///
/// It is a polyphase FIR filter: a `sinc` low pass with a Kaiser window (β = 9), cut off at 0.475 of the lower of the
/// two rates. Upsampling spans 48 input samples, downsampling proportionally more. Between 22 050 and 48 000 Hz it is
/// flat within 0.1 dB to 9.5 kHz, and its images are 90 dB down. The filter's delay is compensated: input sample k
/// comes out at frame k · L / M, where L / M is the ratio of the rates in lowest terms.
///
/// ```swift
/// if let resampler = Resampler(from: 22_050, to: Bus.sampleRate) {
///   let samples = resampler.resample(speech)
/// }
/// ```
public struct Resampler: Sendable {
  /// The input rate, in samples per second.
  package let inputRate: Int
  /// The output rate, in frames per second.
  package let outputRate: Int

  private let phases: Int
  private let step: Int
  private let taps: Int
  // One row of weights for each position that an output can have between two inputs, L rows in all.
  private let table: [Float]

  /// The maximum number of weights of a filter (32 MiB).
  private static let largestTable = 1 << 23

  /// A filter between two rates, from 1 to 768 000 each; `nil` for others, and if the ratio requires a filter of more
  /// than 32 MiB.
  public init?(from inputRate: Int, to outputRate: Int) {
    guard Bus.sampleRates.contains(inputRate), Bus.sampleRates.contains(outputRate) else { return nil }
    var (divisor, rest) = (inputRate, outputRate)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.inputRate = inputRate
    self.outputRate = outputRate
    phases = outputRate / divisor
    step = inputRate / divisor
    let stretch = max(1, Double(inputRate) / Double(outputRate))
    taps = (Int((48 * stretch).rounded(.up)) + 7) / 8 * 8
    guard phases == step || phases * taps <= Self.largestTable else { return nil }
    table = phases == step ? [] : Self.design(phases: phases, taps: taps, cutoff: 0.475 / stretch)
  }

  /// Whether both rates are the same, so that samples pass through unchanged.
  package var isIdentity: Bool { phases == step }

  /// The smallest number of input samples that is a whole number of output frames.
  package var inputUnit: Int { step }

  /// The first output frame that depends only on samples from `input` on.
  package func firstOutput(from input: Int) -> Int {
    let center = isIdentity ? input : input + taps / 2 - 1
    return (center * phases + step - 1) / step
  }

  /// The number of output frames that can be computed from the samples before `inputEnd`.
  func outputCount(before inputEnd: Int) -> Int {
    let center = isIdentity ? inputEnd : inputEnd - taps / 2
    return center <= 0 ? 0 : (center * phases - 1) / step + 1
  }

  /// The number of output frames for `inputCount` input samples.
  package func outputCount(for inputCount: Int) -> Int { (inputCount * phases + step - 1) / step }

  /// The input samples that a range of output frames depends on; the range extends beyond both ends of the input.
  package func inputs(for outputs: Range<Int>) -> Range<Int> {
    guard !outputs.isEmpty else { return 0..<0 }
    if isIdentity { return outputs }
    let first = outputs.lowerBound * step / phases - taps / 2 + 1
    return first..<(outputs.upperBound - 1) * step / phases + taps / 2 + 1
  }

  /// Resamples a whole sound, with silence before and after it.
  public func resample(_ input: [Float]) -> [Float] {
    let count = outputCount(for: input.count)
    guard !isIdentity, count > 0 else { return input }
    let needed = inputs(for: 0..<count)
    var padded = [Float](repeating: 0, count: -needed.lowerBound)
    padded.reserveCapacity(needed.count)
    padded += input.prefix(max(0, needed.upperBound))
    padded += [Float](repeating: 0, count: max(0, needed.count - padded.count))
    return outputs(0..<count, of: padded.span)
  }

  /// Computes a range of output frames, which may be any part of a stream: the frames are the same however it is cut.
  ///
  /// `window` holds exactly the samples in `inputs(for:)`, with zeros outside the stream; the range doesn't begin
  /// before frame 0.
  package func outputs(_ range: Range<Int>, of window: Span<Float>) -> [Float] {
    var target = [Float](repeating: 0, count: range.count)
    var span = target.mutableSpan
    write(range, of: window, to: &span, at: 0)
    return target
  }

  /// Writes a range of output frames to a span, beginning at `place`.
  @_lifetime(target: copy target)
  func write(_ range: Range<Int>, of window: Span<Float>, to target: inout MutableSpan<Float>, at place: Int) {
    precondition(range.lowerBound >= 0 && window.count == inputs(for: range).count, "the window fits the range")
    if isIdentity {
      Kernel.copy(window, from: 0, to: &target, from: place, count: range.count)
    } else {
      Kernel.resample(
        window, table: table.span, taps: taps, phases: phases, step: step, range, to: &target, at: place)
    }
  }

  /// The rows of weights; each sums to 1, so that a constant input gives the same constant output.
  private static func design(phases: Int, taps: Int, cutoff: Double) -> [Float] {
    let half = Double(taps / 2)
    var table: [Float] = []
    table.reserveCapacity(phases * taps)
    for phase in 0..<phases {
      let weights = (0..<taps).map { tap in
        let distance = Double(tap - taps / 2 + 1) - Double(phase) / Double(phases)
        let x = 2 * cutoff * distance
        let sinc = x == 0 ? 1 : Double.sin(.pi * x) / (.pi * x)
        return sinc * kaiser(distance / half, beta: 9)
      }
      let sum = weights.reduce(0, +)
      table += weights.map { Float($0 / sum) }
    }
    return table
  }

  /// Kaiser's window at x, from −1 to 1.
  private static func kaiser(_ x: Double, beta: Double) -> Double {
    let inside = 1 - x * x
    return inside < 0 ? 0 : bessel(beta * inside.squareRoot()) / bessel(beta)
  }

  /// The modified Bessel function of the first kind and order 0, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    var k = 1.0
    while term > sum * 1e-17 {
      term *= (x / 2 / k) * (x / 2 / k)
      sum += term
      k += 1
    }
    return sum
  }
}
