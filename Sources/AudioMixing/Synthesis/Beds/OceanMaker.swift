import Glibc

/// Waves that come in every ten seconds or so, break, and run back over sand.
///
/// The swell repeats with the loop's period, so the seam falls where the sea does what it does at the start.
struct OceanMaker: BedMaker {
  private let sampleRate: Int
  private let swell: Swell
  private var random: SeededNoise
  private var leftPink: PinkFilter
  private var rightPink: PinkFilter
  private var deep: StereoOnePole
  private var rumble: RumbleFilter
  private var foamTop: StereoOnePole
  private var foamBottom: StereoOnePole
  private var leftLevel: SIMD2<Float>
  private var rightLevel: SIMD2<Float>
  private var leftSlope = SIMD2<Float>()
  private var rightSlope = SIMD2<Float>()
  private var frame = 0

  init(_ sampleRate: Int, period: Int, seed: UInt64) {
    self.sampleRate = sampleRate
    let rate = Double(sampleRate)
    var random = SeededNoise(seed: seed)
    let waves = (0..<4).map { index in
      Wave(
        crest: (Double(index) + 0.45 + random.value(in: -0.12..<0.12)) / 4, height: random.value(in: 0.65..<1),
        travel: random.value(in: -0.35..<0.35))
    }
    self.random = random
    swell = Swell(waves: waves, seconds: Double(period) / rate)
    leftPink = PinkFilter(sampleRate: rate)
    rightPink = PinkFilter(sampleRate: rate)
    deep = StereoOnePole(cutoff: 140, sampleRate: rate)
    rumble = RumbleFilter(sampleRate: rate)
    foamTop = StereoOnePole(cutoff: 6500, sampleRate: rate)
    foamBottom = StereoOnePole(cutoff: 1400, sampleRate: rate)
    (leftLevel, rightLevel) = (swell.levels(at: 0, side: -1), swell.levels(at: 0, side: 1))
  }

  mutating func add(to canvas: inout Canvas) {
    var sea = self
    canvas.add { _ in sea.next() }
    self = sea
  }

  @inline(__always)
  private mutating func next() -> (left: Float, right: Float) {
    let step = max(1, sampleRate / 100)
    if frame % step == 0 { turnToNextLevels(step) }
    frame += 1
    leftLevel += leftSlope
    rightLevel += rightSlope
    let white = random.pair()
    let far = deep.filter(white)
    let top = foamTop.filter(random.pair())
    let low = foamBottom.filter(top)
    let (leftBody, rightBody) = (leftPink.filter(white.left), rightPink.filter(white.right))
    return rumble.filter(
      (
        1.2 * far.left + leftLevel[0] * leftBody + leftLevel[1] * (top.left - low.left),
        1.2 * far.right + rightLevel[0] * rightBody + rightLevel[1] * (top.right - low.right)
      ))
  }

  private mutating func turnToNextLevels(_ step: Int) {
    let next = Double(frame + step) / Double(sampleRate)
    leftSlope = (swell.levels(at: next, side: -1) - leftLevel) / Float(step)
    rightSlope = (swell.levels(at: next, side: 1) - rightLevel) / Float(step)
  }
}

/// One wave: where in the period it breaks, how high it is, which side it reaches first (seconds).
private struct Wave {
  let crest: Double
  let height: Double
  let travel: Double
}

/// The level of the sea over time.
private struct Swell {
  let waves: [Wave]
  let seconds: Double

  /// The levels of the body of the waves and of their foam, on a side (−1 or 1).
  func levels(at time: Double, side: Double) -> SIMD2<Float> {
    var (body, foam) = (0.16, 0.015)
    for wave in waves {
      let since = time - wave.crest * seconds - side * wave.travel
      let nearest = since - (since / seconds).rounded() * seconds
      body += wave.height * hump(nearest, rise: 2.6, fall: 3.2)
      foam += 0.42 * wave.height * wave.height * hump(nearest - 0.9, rise: 1.1, fall: 2.1)
    }
    return SIMD2(Float(body), Float(foam))
  }

  /// 1 at 0, with Gaussian slopes of two widths.
  private func hump(_ x: Double, rise: Double, fall: Double) -> Double {
    let width = x < 0 ? rise : fall
    return exp(-x * x / (width * width))
  }
}
