/// Estimates at which pace a device plays, from readings that may wander: the line from its frames to the time.
///
/// The readings of a sound server wander by a millisecond for seconds, most of all at the start, and cues that followed
/// them would lie unevenly. The line therefore begins with the mean of the first readings and keeps its pace. After
/// eight seconds it follows the least squares over the last two minutes, but only by as much as drift and delay exceed
/// twice their own uncertainty, and evenly: readings that wander about the line don't move it, those of a crystal that
/// is off do. It is a pure value in seconds, of the device and of the clock.
package struct PaceEstimator: Equatable, Sendable {
  /// The length of the means by which the line is judged; readings wander for several of them.
  static let blockSeconds = 2.0
  /// The number of blocks before the line is judged at all, and the number that the window has on average.
  static let (fewestBlocks, windowBlocks) = (4.0, 60.0)
  /// The time in which a difference is made good.
  static let catchUp = 10.0
  /// By how much the means of neighbouring blocks depend on one another, as a factor of the variance.
  private static let wander = 6.0
  /// The variance of a block whose readings seem to be exact: 20 µs.
  private static let leastVariance = 4e-10

  /// The line: at `place` seconds of the device the clock shows `time`, and a second takes `1 + drift`.
  package private(set) var place: Double
  private var time: Double
  /// By what part a second of the device is longer than one of the clock.
  package private(set) var drift: Double
  /// By how much the line moves per second of the device, until a difference is made good.
  private var correction = 0.0
  private var readings = 0.0
  private let begin: Double
  private let (beginning, limit): (Double, Double)

  // The present block, and the weighted sums of the blocks before, relative to the beginning of the present one.
  private var block = Sums()
  private var blockEnd: Double
  private var blocks = Sums()

  /// A line that begins with the mean of the readings of `beginning` seconds, at a pace known before; the drift never
  /// exceeds `limit`.
  package init(place: Double, time: Double, drift: Double = 0, beginning: Double = 0.25, limit: Double = 5e-4) {
    (self.place, self.time, self.drift) = (place, time, drift)
    (self.beginning, self.limit) = (beginning, limit)
    (begin, blockEnd) = (place, place + Self.blockSeconds)
    observe(place, time)
  }

  /// The time since the beginning, in seconds of the device.
  package var age: Double { place - begin }

  /// Whether the drift is that of these readings.
  package var isJudged: Bool { blocks.count >= Self.fewestBlocks }

  package func time(at place: Double) -> Double { time + (place - self.place) * (1 + drift) }

  package mutating func observe(_ place: Double, _ time: Double) {
    (self.time, self.place) = (self.time(at: place) + correction * (place - self.place), place)
    if age <= beginning {
      readings += 1
      self.time += (time - self.time) / readings
    }
    if place >= blockEnd { finishBlock() }
    block.add(place - blockEnd, time - place)
  }

  private mutating func finishBlock() {
    let passed = ((place - blockEnd) / Self.blockSeconds).rounded(.down) + 1
    if block.weight > 0 {
      blocks.scale(1 - 1 / Self.windowBlocks)
      blocks.add(block.place / block.weight, block.delay / block.weight)
    }
    blockEnd += passed * Self.blockSeconds
    blocks.move(by: passed * Self.blockSeconds)
    block = Sums()
    if isJudged { follow() }
  }

  private mutating func follow() {
    let (count, centre, mean) = (blocks.weight, blocks.place / blocks.weight, blocks.delay / blocks.weight)
    let spread = max(blocks.places / count - centre * centre, 1e-9)
    let slope = (blocks.both / count - centre * mean) / spread
    let scatter = max(blocks.delays / count - mean * mean - slope * slope * spread, 0) * count / max(count - 2, 1)
    let variance = Self.wander * (scatter + Self.leastVariance) / count
    drift = min(max(slope * Self.belief(slope, variance / spread), -limit), limit)
    let distance = place - blockEnd - centre
    let difference = mean + drift * distance - (time - place)
    correction = difference * Self.belief(difference, variance * (1 + distance * distance / spread)) / Self.catchUp
  }

  /// The part of a value that exceeds twice its uncertainty.
  private static func belief(_ value: Double, _ variance: Double) -> Double {
    value == 0 ? 0 : max(0, 1 - 4 * variance / (value * value))
  }
}

private struct Sums: Equatable {
  private(set) var count = 0.0
  private(set) var weight = 0.0
  private(set) var place = 0.0
  private(set) var delay = 0.0
  private(set) var places = 0.0
  private(set) var delays = 0.0
  private(set) var both = 0.0

  mutating func add(_ place: Double, _ delay: Double) {
    count += 1
    weight += 1
    self.place += place
    self.delay += delay
    places += place * place
    delays += delay * delay
    both += place * delay
  }

  mutating func scale(_ factor: Double) {
    weight *= factor
    place *= factor
    delay *= factor
    places *= factor
    delays *= factor
    both *= factor
  }

  /// Makes the places relative to one that is later.
  mutating func move(by distance: Double) {
    places += distance * (distance * weight - 2 * place)
    both -= distance * delay
    place -= distance * weight
  }
}
