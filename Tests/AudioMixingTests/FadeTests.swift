import AudioMixing
import Testing

@Suite struct `A fade` {
  @Test func `goes from silence to full in exactly its length`() {
    var fade = Fade(at: .silence, curve: .linear)
    fade.turn(to: .full, at: 10, over: 4)
    #expect((8...15).map { fade.gain(at: $0) } == [0, 0, 0, 0.25, 0.5, 0.75, 1, 1])
    #expect(fade.end == 14)
  }

  @Test func `turned half way goes back from where it is, in the time it took`() {
    var fade = Fade(at: .silence, curve: .linear)
    fade.turn(to: .full, at: 0, over: 8)
    fade.turn(to: .silence, at: 4, over: 8)
    #expect((3...9).map { fade.gain(at: $0) } == [0.5, 0.5, 0.375, 0.25, 0.125, 0, 0])
    #expect(fade.end == 8)
  }

  @Test(arguments: [FadeCurve.linear, .square, .equalPower])
  func `never jumps when it is turned, however often`(curve: FadeCurve) {
    var random = RandomParameters(seed: 7)
    var fade = Fade(at: .silence, curve: curve)
    var frame = 0
    var last = fade.gain(at: 0)
    for _ in 0..<200 {
      let target: FadeEnd = random.int(0..<2) == 0 ? .silence : .full
      let length = random.int(20..<200)
      fade.turn(to: target, at: frame, over: length)
      for _ in 0..<random.int(1..<150) {
        let gain = fade.gain(at: frame)
        // The steepest slope of all curves is 2, at the top of the square.
        #expect((gain - last).magnitude <= 2.01 / 20, "seed 7, frame \(frame)")
        last = gain
        frame += 1
      }
    }
  }

  @Test(arguments: [FadeCurve.linear, .square, .equalPower])
  func `is exactly silent and exactly full at its ends`(curve: FadeCurve) {
    var fade = Fade(at: .full, curve: curve)
    fade.turn(to: .silence, at: 1000 - 72, over: 72)
    #expect(fade.gain(at: 928) == 1)
    #expect(fade.gain(at: 999) > 0)
    #expect(fade.gain(at: 1000) == 0)
  }

  @Test func `has the shape of its curve`() {
    #expect(FadeCurve.linear.gain(at: 0.5) == 0.5)
    #expect(FadeCurve.square.gain(at: 0.5) == 0.25)
    let up = FadeCurve.equalPower.gain(at: 0.3)
    let down = FadeCurve.equalPower.gain(at: 0.7)
    #expect((up * up + down * down - 1).magnitude < 1e-6)
  }
}

@Suite struct `A level in decibels` {
  @Test(arguments: zip([0.0, 20, -20, -6.0206, -120], [1.0, 10, 0.1, 0.5, 1e-6] as [Float]))
  func `is a factor of amplitude`(level: Double, factor: Float) {
    #expect((Decibels(level).amplitude / factor - 1).magnitude < 1e-5)
    #expect((Decibels(amplitude: factor).value - level).magnitude < 1e-4)
  }

  @Test func `of silence is a factor of zero`() {
    #expect(Decibels.silence.amplitude == 0)
    #expect(Decibels(amplitude: 0) == .silence)
    #expect(Decibels.unity.amplitude == 1)
  }
}
