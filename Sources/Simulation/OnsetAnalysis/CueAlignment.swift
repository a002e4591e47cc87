/// Finds which onset of a recording belongs to which moment of a plan.
///
/// Neither where the plan begins in the recording is known, nor the pace of its clock, and cues may be lost, doubled or
/// late. The most frequent distances between onsets and some of the moments are tried; from each the delay is followed
/// through the whole plan, and the one by which the most onsets are nearest their moments is taken.
struct CueAlignment {
  /// Moments and onsets that belong together, by their indices, in order.
  private(set) var pairs: [(moment: Int, onset: Int)] = []

  /// The width of a common delay, in seconds.
  private static let seedWidth = 0.12
  private static let mostSeeds = 64
  /// The numbers of moments from whose distances to all onsets delays are taken, and of such distances.
  private static let (seedMoments, mostDelays) = (8...24, 400_000)
  /// The number of steps for all tries.
  private static let patience = 4_000_000

  init(_ moments: [Double], _ onsets: [Double]) {
    guard !moments.isEmpty, !onsets.isEmpty else { return }
    var best = 0.0
    let some = min(max(Self.mostDelays / onsets.count, Self.seedMoments.lowerBound), Self.seedMoments.upperBound)
    for place in Set([0, (moments.count - some) / 2, moments.count - some].map { max(0, $0) }).sorted() {
      for seed in Self.seeds(moments[place...].prefix(some), onsets, of: moments.count) {
        let track = DelayTrack(moments, onsets, from: place, delay: seed)
        // Of equal ones that at which the recording begins with the plan is taken.
        let score = track.score - 1e-9 * seed.magnitude
        if score > best { (best, pairs) = (score, track.pairs) }
      }
    }
  }

  /// The most frequent delays of onsets behind moments.
  private static func seeds(_ moments: ArraySlice<Double>, _ onsets: [Double], of count: Int) -> [Double] {
    let delays = moments.flatMap { moment in onsets.map { $0 - moment } }.sorted()
    var (votes, first): ([(count: Int, delay: Double)], Int) = ([], 0)
    for last in delays.indices {
      while delays[last] - delays[first] > seedWidth { first += 1 }
      votes.append((last - first + 1, delays[(first + last) / 2]))
    }
    votes.sort { ($0.count, $1.delay.magnitude) > ($1.count, $0.delay.magnitude) }
    let limit = max(4, min(mostSeeds, patience / (count + onsets.count)))
    var seeds: [Double] = []
    for vote in votes where !seeds.contains(where: { abs($0 - vote.delay) < seedWidth / 2 }) {
      seeds.append(vote.delay)
      if seeds.count == limit { break }
    }
    return seeds
  }
}

/// Follows the delay of onsets behind their moments, from one moment through the plan to both ends.
private struct DelayTrack {
  private(set) var pairs: [(moment: Int, onset: Int)] = []
  /// The number of pairs, each counted by how near the onset is.
  private(set) var score = 0.0

  /// The largest deviation from the expected delay, in seconds, beside its uncertainty.
  private static let reach = 0.25
  private static let farthest = 1.0

  init(_ moments: [Double], _ onsets: [Double], from place: Int, delay: Double) {
    var later = DelayFilter(delay: delay, at: moments[place])
    for moment in place..<moments.count { follow(moment, &later, moments, onsets) }
    var earlier = DelayFilter(delay: delay, at: moments[place])
    for moment in (0..<place).reversed() { follow(moment, &earlier, moments, onsets) }
    pairs.sort { $0.moment < $1.moment }
  }

  /// Pairs a moment with the onset that is nearest to where it is expected, unless that is nearer to a neighbour.
  private mutating func follow(_ moment: Int, _ filter: inout DelayFilter, _ moments: [Double], _ onsets: [Double]) {
    let time = moments[moment]
    filter.advance(to: time)
    let expected = time + filter.delay
    let next = onsets.partition { $0 >= expected }
    let nearest = [next - 1, next].filter(onsets.indices.contains).min {
      abs(onsets[$0] - expected) < abs(onsets[$1] - expected)
    }
    guard let onset = nearest else { return }
    let error = onsets[onset] - expected
    let limit = min(Self.reach + 3 * filter.uncertainty, Self.farthest)
    guard error.magnitude <= limit else { return }
    let neighbours = [moment - 1, moment + 1].filter(moments.indices.contains)
    guard neighbours.allSatisfy({ abs(onsets[onset] - moments[$0] - filter.delay) >= error.magnitude }) else { return }
    pairs.append((moment, onset))
    score += 1 - error.magnitude / Self.farthest
    filter.observe(error)
  }
}

/// Estimates the delay of a recording behind its plan and how it changes, from delays that scatter: a Kalman filter.
private struct DelayFilter {
  private(set) var delay: Double
  private var drift = 0.0
  private var place: Double
  // The covariances of delay and drift.
  private var (delays, both, drifts): (Double, Double, Double) = (0.03 * 0.03, 0, 5e-4 * 5e-4)

  /// The variance of a delay, and the growth of that of the drift per second.
  private static let (scatter, wander) = (0.03 * 0.03, 1e-12)

  init(delay: Double, at moment: Double) { (self.delay, place) = (delay, moment) }

  var uncertainty: Double { delays.squareRoot() }

  mutating func advance(to moment: Double) {
    let distance = moment - place
    place = moment
    delay += drift * distance
    delays += distance * (2 * both + distance * drifts)
    both += distance * drifts
    drifts += Self.wander * distance.magnitude
  }

  mutating func observe(_ error: Double) {
    let (gain, driftGain) = (delays / (delays + Self.scatter), both / (delays + Self.scatter))
    delay += gain * error
    drift += driftGain * error
    drifts -= driftGain * both
    both *= 1 - gain
    delays *= 1 - gain
  }
}

extension [Double] {
  /// The first index whose element satisfies a condition that holds for all after it.
  fileprivate func partition(_ isAfter: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
