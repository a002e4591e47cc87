import Glibc

extension Canvas {
  /// Steady rain: the hiss of far drops, the patter of near ones.
  mutating func addRain(seed: UInt64) {
    var random = SeededNoise(seed: seed)
    let rate = Double(sampleRate)
    var soft = StereoOnePole(cutoff: 5200, sampleRate: rate)
    var bottom = StereoOnePole(cutoff: 700, sampleRate: rate)
    var (left, right) = (PinkFilter(sampleRate: rate), PinkFilter(sampleRate: rate))
    add { _ in
      let white = random.pair()
      let top = soft.filter(white)
      let low = bottom.filter(top)
      return (
        0.5 * (top.left - low.left) + 0.35 * left.filter(white.right),
        0.5 * (top.right - low.right) + 0.35 * right.filter(white.left)
      )
    }
    let drops = frames / sampleRate * 170
    for _ in 0..<drops {
      // Few drops fall near, many far: loudness by a steep law. Small ones ring higher and shorter.
      let size = pow(random.value(in: 0..<1), 3)
      let pitch = 1100 * pow(6, random.value(in: 0..<1))
      let drop = Partial(
        frequency: pitch, amplitude: 0.1 + 0.9 * size, decay: 0.006 + 30 / pitch, phase: random.value(in: -0.5..<0.5),
        pan: random.value(in: -0.9..<0.9))
      add(drop, at: Int(random.value(in: 0..<Double(frames))))
    }
  }

  /// Waves that come in every ten seconds or so, break, and run back over sand.
  ///
  /// The swell repeats with the loop's period, so the seam falls where the sea does what it does at the start.
  mutating func addOcean(period: Int, seed: UInt64) {
    var random = SeededNoise(seed: seed)
    let rate = Double(sampleRate)
    let waves = (0..<4).map { index in
      Wave(
        crest: (Double(index) + 0.45 + random.value(in: -0.12..<0.12)) / 4, height: random.value(in: 0.65..<1),
        travel: random.value(in: -0.35..<0.35))
    }
    let swell = Swell(waves: waves, seconds: Double(period) / rate)
    var (leftPink, rightPink) = (PinkFilter(sampleRate: rate), PinkFilter(sampleRate: rate))
    var deep = StereoOnePole(cutoff: 140, sampleRate: rate)
    var foamTop = StereoOnePole(cutoff: 6500, sampleRate: rate)
    var foamBottom = StereoOnePole(cutoff: 1400, sampleRate: rate)
    let step = max(1, sampleRate / 100)
    var (leftLevel, rightLevel) = (swell.levels(at: 0, side: -1), swell.levels(at: 0, side: 1))
    var (leftSlope, rightSlope) = (SIMD2<Float>(), SIMD2<Float>())
    add { frame in
      if frame % step == 0 {
        let next = Double(frame + step) / rate
        leftSlope = (swell.levels(at: next, side: -1) - leftLevel) / Float(step)
        rightSlope = (swell.levels(at: next, side: 1) - rightLevel) / Float(step)
      }
      leftLevel += leftSlope
      rightLevel += rightSlope
      let white = random.pair()
      let far = deep.filter(white)
      let top = foamTop.filter(random.pair())
      let low = foamBottom.filter(top)
      let left = 1.2 * far.left + leftLevel[0] * leftPink.filter(white.left) + leftLevel[1] * (top.left - low.left)
      let right =
        1.2 * far.right + rightLevel[0] * rightPink.filter(white.right) + rightLevel[1] * (top.right - low.right)
      return (left, right)
    }
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
