import Glibc

/// Rain: the hiss of far drops, which comes and goes a little with the wind, and the patter of near ones.
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
  private var rumble: RumbleFilter
  /// How the wind blows: a few slow swings, each a whole number of times in the loop.
  private let gusts: [(turns: Double, depth: Double, phase: Double)]
  private let period: Int
  /// Those to come, the next one last.
  private var drops: [Drop] = []
  /// Those that have fallen and are still heard.
  private var ringing: [Tone] = []
  private var frame = 0

  /// Rain of so many frames, whose wind comes back after `period` of them; the hiss goes on behind, without drops.
  init(_ sampleRate: Int, frames: Int, period: Int, seed: UInt64) {
    self.sampleRate = sampleRate
    self.period = period
    let rate = Double(sampleRate)
    soft = StereoOnePole(cutoff: 5200, sampleRate: rate)
    bottom = StereoOnePole(cutoff: 700, sampleRate: rate)
    left = PinkFilter(sampleRate: rate)
    right = PinkFilter(sampleRate: rate)
    rumble = RumbleFilter(sampleRate: rate)
    random = SeededNoise(seed: seed)
    var wind = SeededNoise(seed: seed ^ 0x91D)
    gusts = [(2, 0.11), (3, 0.09), (5, 0.07), (11, 0.05)].map { turns, depth in
      (turns, depth, wind.value(in: 0..<2 * .pi))
    }
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
    let (first, last) = (strength(at: frame), strength(at: frame + canvas.frames))
    let slope = (last - first) / Float(canvas.frames)
    canvas.add { index in
      let level = first + slope * Float(index)
      let white = rain.random.pair()
      let top = rain.soft.filter(white)
      let low = rain.bottom.filter(top)
      return rain.rumble.filter(
        (
          level * (0.5 * (top.left - low.left) + 0.35 * rain.left.filter(white.right)),
          level * (0.5 * (top.right - low.right) + 0.35 * rain.right.filter(white.left))
        ))
    }
    (random, soft, bottom, rumble) = (rain.random, rain.soft, rain.bottom, rain.rumble)
    (left, right) = (rain.left, rain.right)
  }

  /// How hard it rains at a frame; 1 in the mean.
  private func strength(at frame: Int) -> Float {
    let place = 2 * Double.pi * Double(frame) / Double(period)
    return Float(gusts.reduce(1) { $0 + $1.depth * sin($1.turns * place + $1.phase) })
  }
}
