import LivePlayback
import Testing

@Suite struct `A lost voice` {
  @Test(arguments: [1, 10])
  func `is tried again after five seconds, then after twice as long each time, at least once a minute`(speed: Int) {
    var retry = VoiceRetry(from: .seconds(100), speed: speed)
    let tries = (0...speed * 400).filter { retry.isDue(at: .seconds(100 + $0)) }
    #expect(tries == [5, 15, 35, 75, 135, 195, 255, 315, 375].map { $0 * speed })
  }
}
