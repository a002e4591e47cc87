import Glibc

/// Steady rain: the hiss of far drops, the patter of near ones.
struct RainMaker: BedMaker {
  private struct Drop {
    let start: Int
    let partial: Partial
  }

  private let sampleRate: Int
  private var random: SeededNoise
  private var soft: StereoOnePole
  private var bottom: StereoOnePole
  private var left: PinkFilter
  private var right: PinkFilter
  /// Those to come, the next one last.
  private var drops: [Drop] = []
  /// Those that have fallen and are still heard.
  private var ringing: [Tone] = []
  private var frame = 0

  /// Rain of so many frames; the hiss goes on behind them, without drops.
  init(_ sampleRate: Int, frames: Int, seed: UInt64) {
    self.sampleRate = sampleRate
    let rate = Double(sampleRate)
    soft = StereoOnePole(cutoff: 5200, sampleRate: rate)
    bottom = StereoOnePole(cutoff: 700, sampleRate: rate)
    left = PinkFilter(sampleRate: rate)
    right = PinkFilter(sampleRate: rate)
    random = SeededNoise(seed: seed)
    for _ in 0..<frames / sampleRate * 170 {
      // Few drops fall near, many far: loudness by a steep law. Small ones ring higher and shorter.
      let size = pow(random.value(in: 0..<1), 3)
      let pitch = 1100 * pow(6, random.value(in: 0..<1))
      let partial = Partial(
        frequency: pitch, amplitude: 0.1 + 0.9 * size, decay: 0.006 + 30 / pitch, phase: random.value(in: -0.5..<0.5),
        pan: random.value(in: -0.9..<0.9))
      // Tones go on in groups of eight.
      drops.append(Drop(start: Int(random.value(in: 0..<Double(frames))) / 8 * 8, partial: partial))
    }
    drops.sort { $0.start > $1.start }
  }

  mutating func add(to canvas: inout Canvas) {
    addHiss(to: &canvas)
    for index in ringing.indices { canvas.add(&ringing[index], at: 0) }
    ringing.removeAll { $0.remaining == 0 }
    while let drop = drops.last, drop.start < frame + canvas.frames {
      drops.removeLast()
      var tone = Tone(drop.partial, sampleRate: sampleRate)
      canvas.add(&tone, at: drop.start - frame)
      if tone.remaining > 0 { ringing.append(tone) }
    }
    frame += canvas.frames
  }

  private mutating func addHiss(to canvas: inout Canvas) {
    var rain = self
    rain.drops = []
    rain.ringing = []
    canvas.add { _ in
      let white = rain.random.pair()
      let top = rain.soft.filter(white)
      let low = rain.bottom.filter(top)
      return (
        0.5 * (top.left - low.left) + 0.35 * rain.left.filter(white.right),
        0.5 * (top.right - low.right) + 0.35 * rain.right.filter(white.left)
      )
    }
    (random, soft, bottom, left, right) = (rain.random, rain.soft, rain.bottom, rain.left, rain.right)
  }
}
