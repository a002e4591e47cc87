import AudioMixing
import Glibc
import Speech
import Testing

/// What an engine of the user's may have spoken: its sound is measured, because it isn't trusted.
@Suite struct `A sound that is to be a phrase` {
  private func tone(_ milliseconds: Double, rate: Int = 22_050, level: Double = 8_000) -> [Int16] {
    (0..<Int(Double(rate) * milliseconds / 1_000)).map { Int16(level * sin(2 * .pi * 440 * Double($0) / Double(rate))) }
  }

  private func fault(_ samples: [Int16], _ text: String, rate: Int = 22_050, speed: Int = 165) -> String? {
    SpokenLength.fault(
      of: SpokenAudio(samples: samples, sampleRate: rate), for: SpeechRequest(text: text, rate: speed))
  }

  @Test(arguments: [
    ("a", 60), ("3", 60), ("Go", 100), ("one", 250), ("one", 1_500), ("BPM", 2_500), ("100", 2_000), ("2026", 2_500),
    ("深呼吸", 250), ("深呼吸", 2_500), ("Set 3 completing in", 700), ("Set 3 completing in", 4_000),
    ("Breathe in… and hold.", 5_500), ("twenty-two seconds to go", 600),
  ])
  func `is taken if the words can be said in that time, fast or slowly`(text: String, length: Double) {
    #expect(fault(tone(length), text) == nil)
    // Only what is heard counts.
    let silence = [Int16](repeating: 20, count: 30_000)
    #expect(fault(silence + tone(length) + silence, text) == nil)
  }

  @Test(arguments: [
    ("a", 0.05, "sent only 0.045 ms of sound for \"a\""), ("3", 30, "sent only "), ("one", 10, "sent only "),
    ("Set 3 completing in", 100, "sent only "), (String(repeating: "very long ", count: 30), 100, "\"very long very"),
    ("one", 2_100, "sent 2.1 s of sound for \"one\", as at a wrong sample rate"), ("Go", 1_900, "wrong sample rate"),
    ("Set 3 completing in", 8_000, "wrong sample rate"),
  ])
  func `is refused otherwise, and measured in the message`(text: String, length: Double, words: String) throws {
    #expect(try #require(fault(tone(length), text)).contains(words))
  }

  @Test func `is refused if nothing of it is heard`() {
    let constants = [0, 32_704].map { [Int16](repeating: $0, count: 22_050) }
    for samples in constants + [[], tone(500, level: 90)] {
      #expect(fault(samples, "one") == "sent no sound")
    }
    // A click in silence is no word.
    #expect(fault([Int16](repeating: 0, count: 9_000) + [30_000] + [Int16](repeating: 0, count: 9_000), "one") != nil)
  }

  @Test(arguments: [8_000, 16_000, 24_000, 48_000, 96_000])
  func `is measured at its own rate, and by the speed that was asked for`(rate: Int) {
    #expect(fault(tone(400, rate: rate), "one", rate: rate) == nil)
    #expect(fault(tone(40, rate: rate), "one", rate: rate) != nil)
    #expect(fault(tone(45, rate: rate), "one", rate: rate, speed: 450) == nil)
    #expect(fault(tone(3_000, rate: rate), "one", rate: rate) != nil)
    #expect(fault(tone(3_000, rate: rate), "one", rate: rate, speed: 80) == nil)
    // An engine may not follow the speed.
    #expect(fault(tone(1_500, rate: rate), "one", rate: rate, speed: 450) == nil)
    #expect(fault(tone(70, rate: rate), "one", rate: rate, speed: 80) == nil)
  }
}
