import Glibc

/// Waves that arrive every ten seconds or so, break, and run back over sand.
///
/// The swell has the loop's period, so the sea does the same on both sides of the seam.
struct OceanSynthesizer: BedMaker {
  private let plan: LoopPlan
  private let swell: Swell
  private var sea: Sea
  /// The number of frames computed for each strand.
  private var made = 0

  init(_ plan: LoopPlan, seed: UInt64) {
    self.plan = plan
    var random = SeededNoise(seed: seed)
    let waves = (0..<4).map { index in
      Wave(
        crest: (Double(index) + 0.45 + random.value(in: -0.12..<0.12)) / 4, height: random.value(in: 0.65..<1),
        travel: random.value(in: -0.35..<0.35))
    }
    swell = Swell(waves: waves, seconds: Double(plan.frames) / Double(plan.sampleRate))
    sea = Sea(sampleRate: Double(plan.sampleRate), seed: seed ^ 0x5EA)
    sea.levels = swell.levels(at: plan.times(after: 0))
  }

  mutating func add(to strands: inout Strands) {
    let step = max(1, plan.sampleRate / 100)
    var (sea, made) = (sea, made)
    strands.write { _ in
      if made % step == 0 {
        sea.slopes = sea.levels.slopes(to: swell.levels(at: plan.times(after: made + step)), over: step)
      }
      made += 1
      return sea.next()
    }
    (self.sea, self.made) = (sea, made)
  }
}

/// The sound of the water: a constant distant part, and the waves at their current level.
private struct Sea {
  var levels = WaveLevels()
  var slopes = WaveLevels()
  private var random: StrandNoise
  private var left: PinkFilter
  private var right: PinkFilter
  private var deep: StrandOnePole
  private var rumble: RumbleFilter
  private var foamTop: StrandOnePole
  private var foamBottom: StrandOnePole

  init(sampleRate rate: Double, seed: UInt64) {
    random = StrandNoise(seed: seed)
    left = PinkFilter(sampleRate: rate)
    right = PinkFilter(sampleRate: rate)
    deep = StrandOnePole(cutoff: 140, sampleRate: rate)
    rumble = RumbleFilter(sampleRate: rate)
    foamTop = StrandOnePole(cutoff: 6500, sampleRate: rate)
    foamBottom = StrandOnePole(cutoff: 1400, sampleRate: rate)
  }

  @inline(__always)
  mutating func next() -> (left: SIMD4<Float>, right: SIMD4<Float>) {
    levels.add(slopes)
    let white = random.pair()
    let far = deep.filter(white)
    let top = foamTop.filter(random.pair())
    let low = foamBottom.filter(top)
    let leftWaves = levels.leftBody * left.filter(white.left) + levels.leftFoam * (top.left - low.left)
    let rightWaves = levels.rightBody * right.filter(white.right) + levels.rightFoam * (top.right - low.right)
    return rumble.filter((far.left * 1.2 + leftWaves, far.right * 1.2 + rightWaves))
  }
}

/// The levels of the waves and their foam on both sides, in every strand.
private struct WaveLevels {
  var leftBody = SIMD4<Float>()
  var leftFoam = SIMD4<Float>()
  var rightBody = SIMD4<Float>()
  var rightFoam = SIMD4<Float>()

  @inline(__always)
  mutating func add(_ other: WaveLevels) {
    leftBody += other.leftBody
    leftFoam += other.leftFoam
    rightBody += other.rightBody
    rightFoam += other.rightFoam
  }

  /// The increments per frame that reach `target` in `frames` frames.
  func slopes(to target: WaveLevels, over frames: Int) -> WaveLevels {
    let share = 1 / Float(frames)
    return WaveLevels(
      leftBody: (target.leftBody - leftBody) * share, leftFoam: (target.leftFoam - leftFoam) * share,
      rightBody: (target.rightBody - rightBody) * share, rightFoam: (target.rightFoam - rightFoam) * share)
  }
}

/// One wave: when in the period it breaks, its height, and which side it reaches first (seconds).
private struct Wave {
  let crest: Double
  let height: Double
  let travel: Double
}

/// The level of the sea as a function of time.
private struct Swell {
  let waves: [Wave]
  let seconds: Double

  func levels(at times: SIMD4<Double>) -> WaveLevels {
    var levels = WaveLevels()
    for strand in times.indices {
      (levels.leftBody[strand], levels.leftFoam[strand]) = level(at: times[strand], side: -1)
      (levels.rightBody[strand], levels.rightFoam[strand]) = level(at: times[strand], side: 1)
    }
    return levels
  }

  /// The levels of the waves' body and of their foam, on a side (−1 or 1).
  private func level(at time: Double, side: Double) -> (body: Float, foam: Float) {
    var (body, foam) = (0.16, 0.015)
    for wave in waves {
      let since = time - wave.crest * seconds - side * wave.travel
      let nearest = since - (since / seconds).rounded() * seconds
      body += wave.height * hump(nearest, rise: 2.6, fall: 3.2)
      foam += 0.42 * wave.height * wave.height * hump(nearest - 0.9, rise: 1.1, fall: 2.1)
    }
    return (Float(body), Float(foam))
  }

  /// 1 at 0, with Gaussian slopes of two widths.
  private func hump(_ x: Double, rise: Double, fall: Double) -> Double {
    let width = x < 0 ? rise : fall
    return exp(-x * x / (width * width))
  }
}
