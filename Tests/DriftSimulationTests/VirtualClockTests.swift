import DriftSimulation
import TestSupport
import Testing

@Suite struct `A virtual clock` {
  private var clock = VirtualClock(boot: .s(86_400), monotonic: .s(72_000), wall: .s(1_774_745_970))

  @Test mutating func `advances all three clocks, and stops the monotonic one in a suspend`() {
    clock.advance(by: .s(12))
    clock.suspend(for: .s(90))
    clock.advance(by: .s(1))
    #expect(
      clock.reading
        == VirtualClock.Reading(boot: .s(86_503), monotonic: .s(72_013), wall: .s(1_774_746_073)))
    #expect(clock.now == .s(103) && !clock.isSuspended)
  }

  @Test mutating func `steps its wall clock alone`() {
    clock.advance(by: .s(5))
    clock.stepWall(by: .s(-300))
    #expect(clock.reading.wall == .s(1_774_745_675) && clock.reading.boot == .s(86_405))
  }

  @Test mutating func `runs fast by millionths, and computes when it will show a time`() {
    clock.setSkew(partsPerMillion: 500)
    clock.advance(by: .s(1000))
    #expect(clock.reading.boot == .s(87_400.5) && clock.reading.monotonic == .s(73_000.5))
    let instant = clock.instant(ofBoot: .s(87_401))
    clock.advance(to: instant)
    #expect(clock.reading.boot == .s(87_401))
    clock.setSkew(partsPerMillion: 0)
    clock.advance(by: .s(1))
    #expect(clock.reading.boot == .s(87_402))
  }

  @Test mutating func `never goes back, and lets no time pass backwards`() {
    clock.advance(by: .s(3))
    clock.advance(by: .s(-1))
    clock.advance(to: .s(2))
    #expect(clock.now == .s(3))
  }

  @Test mutating func `remembers what it showed, by its boot clock and by true time`() {
    clock.advance(by: .s(10))
    clock.suspend(for: .s(20))
    clock.advance(by: .s(10))
    clock.stepWall(by: .s(3600))
    clock.advance(by: .s(10))
    #expect(clock.reading(atBoot: .s(86_405)).monotonic == .s(72_005))
    #expect(clock.reading(atBoot: .s(86_420)).monotonic == .s(72_010))
    #expect(clock.reading(atBoot: .s(86_439)).wall == .s(1_774_746_009))
    #expect(clock.reading(atBoot: .s(86_441)).wall == .s(1_774_749_611))
    #expect(clock.reading(at: .s(35)).monotonic == .s(72_015))
    #expect(clock.origin.boot == .s(86_400))
  }

  @Test func `keeps its laws through any history`() {
    let seed: UInt64 = 4_711
    var random = SplitMix64(seed: seed)
    for round in 0..<300 {
      var clock = VirtualClock(boot: .s(Double(random.below(1_000_000))), monotonic: .zero)
      for step in 0..<40 {
        let before = clock.reading
        switch random.below(6) {
        case 0: clock.suspend()
        case 1: clock.wake()
        case 2: clock.stepWall(by: .milliseconds(random.below(20_000) - 10_000))
        case 3: clock.setSkew(partsPerMillion: random.below(1001) - 500)
        default: clock.advance(by: .nanoseconds(random.below(4_000_000_000)))
        }
        let after = clock.reading
        let note = Comment(rawValue: "seed \(seed), round \(round), step \(step)")
        #expect(after.boot >= before.boot && after.monotonic >= before.monotonic, note)
        #expect(after.boot - before.boot >= after.monotonic - before.monotonic, note)
        let wanted = after.boot + .nanoseconds(random.below(4_000_000_000))
        let instant = clock.instant(ofBoot: wanted)
        var there = clock
        there.advance(to: instant)
        #expect(there.reading.boot >= wanted && there.reading.boot - wanted <= .nanoseconds(1), note)
      }
    }
  }
}
