/// Rain: the hiss of distant drops, which varies slightly with the wind, and the patter of near ones.
struct RainSynthesizer: BedMaker {
  private struct Drop {
    let start: Int
    let partial: Partial
  }

  /// The near drops of a strand.
  private struct Patter {
    /// The drops to come, the next one last.
    var drops: [Drop] = []
    /// The drops that have fallen and still sound.
    var ringing: [Tone] = []
  }

  private let plan: LoopPlan
  private var hiss: Hiss
  private var patters: [Patter]
  /// The number of frames computed for each strand.
  private var made = 0

  init(_ plan: LoopPlan, seed: UInt64) {
    self.plan = plan
    hiss = Hiss(plan, seed: seed ^ 0x4155)
    var random = SeededNoise(seed: seed)
    patters = plan.frames.map { loop in
      var patter = Patter()
      let frames = plan.seamFrames + loop
      for _ in 0..<170 * frames / LoopPlan.strands / plan.sampleRate {
        // Few drops fall near, many far: loudness by a steep law. Small ones sound higher and shorter.
        let size = Double.pow(random.value(in: 0..<1), 3)
        let pitch = 1100 * Double.pow(6, random.value(in: 0..<1))
        let partial = Partial(
          frequency: pitch, amplitude: 0.1 + 0.9 * size, decay: 0.006 + 30 / pitch,
          phase: random.value(in: -0.5..<0.5), pan: random.value(in: -0.9..<0.9))
        // Tones advance in groups of eight.
        let start = Int(random.value(in: 0..<Double(frames))) / 8 * 8
        patter.drops.append(Drop(start: start, partial: partial))
      }
      patter.drops.sort { $0.start > $1.start }
      return patter
    }
  }

  mutating func add(to strands: inout Strands) {
    let now = hiss.strengths(plan.time(after: made))
    let then = hiss.strengths(plan.time(after: made + strands.frames))
    let slope = (then - now) / Float(strands.frames)
    var wet = hiss
    strands.write { wet.next(level: now + slope * Float($0)) }
    hiss = wet
    for strand in patters.indices { addPatter(to: strand, of: &strands) }
    made += strands.frames
  }

  private mutating func addPatter(to strand: Int, of strands: inout Strands) {
    var patter = patters[strand]
    for index in patter.ringing.indices { strands.add(&patter.ringing[index], to: strand, at: 0) }
    patter.ringing.removeAll { $0.remaining == 0 }
    while let drop = patter.drops.last, drop.start < made + strands.frames {
      patter.drops.removeLast()
      var tone = Tone(drop.partial, sampleRate: plan.sampleRate)
      strands.add(&tone, to: strand, at: drop.start - made)
      if tone.remaining > 0 { patter.ringing.append(tone) }
    }
    patters[strand] = patter
  }
}

/// The sound of more drops than can be heard separately.
private struct Hiss {
  private var random: StrandNoise
  private var soft: StrandOnePole
  private var bottom: StrandOnePole
  private var left: PinkFilter
  private var right: PinkFilter
  private var rumble: RumbleFilter
  /// The wind: a few slow oscillations of each strand, each with a whole number of periods in its loop.
  private let gusts: [[(frequency: Double, depth: Double, phase: Double)]]

  init(_ plan: LoopPlan, seed: UInt64) {
    let rate = Double(plan.sampleRate)
    random = StrandNoise(seed: seed)
    soft = StrandOnePole(cutoff: 5200, sampleRate: rate)
    bottom = StrandOnePole(cutoff: 700, sampleRate: rate)
    left = PinkFilter(sampleRate: rate)
    right = PinkFilter(sampleRate: rate)
    rumble = RumbleFilter(sampleRate: rate)
    var wind = SeededNoise(seed: seed ^ 0x91D)
    gusts = plan.frames.map { frames in
      [(1, 0.22), (2, 0.16), (3, 0.1)].map { turns, depth in
        (turns * rate / Double(frames), depth, wind.value(in: 0..<2 * .pi))
      }
    }
  }

  /// The intensity of the rain in each strand at a time, in seconds; its mean is 1 in the sum of four.
  func strengths(_ time: Double) -> SIMD4<Float> {
    var strengths = SIMD4<Float>()
    for (strand, gusts) in gusts.enumerated() {
      strengths[strand] = Float(
        gusts.reduce(0.5) { $0 + $1.depth / 2 * Double.sin(2 * .pi * $1.frequency * time + $1.phase) })
    }
    return strengths
  }

  @inline(__always)
  mutating func next(level: SIMD4<Float>) -> (left: SIMD4<Float>, right: SIMD4<Float>) {
    let white = random.pair()
    let top = soft.filter(white)
    let low = bottom.filter(top)
    // The pink noise of a side uses the other side's white noise, which is independent of its hiss.
    let leftBody = left.filter(white.right) * 0.35 + (top.left - low.left) * 0.5
    let rightBody = right.filter(white.left) * 0.35 + (top.right - low.right) * 0.5
    return rumble.filter((level * leftBody, level * rightBody))
  }
}
