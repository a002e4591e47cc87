/// The sounds that recur in a recording, by which their onsets are aligned to a fraction of a sample.
///
/// The first onset of a sound is its pattern; later ones are placed where they correlate with it best. The onset of the
/// sound in its pattern is the median of all.
struct RecurringSounds: Sendable {
  struct Place: Sendable {
    /// The first sample above the noise.
    var begin: Double
    /// The sound, and where it correlates best; `nil` for one that is not compared.
    var aligned: (sound: Int, place: Double)?

    func moved(by samples: Int) -> Place {
      Place(
        begin: begin + Double(samples),
        aligned: aligned.map { (sound: $0.sound, place: $0.place + Double(samples)) })
    }

    /// The onset, with the lead of each sound's first sample over its aligned place.
    func time(_ leads: [Double]) -> Double { aligned.map { $0.place + leads[$0.sound] } ?? begin }
  }

  private struct Sound {
    let pattern: Pattern
    /// The same at a lower rate, for the search.
    let coarse: Pattern
    var leads: [Double] = [0]
  }

  private static let mostSounds = 24
  /// The correlation of a sound with its pattern in noise of -8 dB, and the least in the search.
  private static let (likeness, coarseLikeness) = (0.86, 0.6)
  /// The rate of the search, in samples per second.
  private static let coarseRate = 12_000

  // In samples: the part of a pattern before the onset, its length, and how far an onset may be misplaced.
  private let (lead, length, reach): (Int, Int, Int)
  /// The number of samples for one of the search.
  private let factor: Int
  private var sounds: [Sound] = []

  init(sampleRate: Int) {
    factor = max(1, sampleRate / Self.coarseRate)
    (lead, length, reach) = (sampleRate / 500, sampleRate / 50, sampleRate / (125 * factor) * factor)
  }

  /// For each sound the median of how far its first sample lies from its aligned place.
  var leads: [Double] { sounds.map { $0.leads.sorted()[$0.leads.count / 2] } }

  /// Compares what begins at `begin` of `samples` with the sounds so far, and keeps it if it is none of them.
  mutating func place(at begin: Int, in samples: [Float]) -> Place {
    var place = Place(begin: Double(begin))
    let start = begin - lead
    guard start >= reach, start + length + reach < samples.count else { return place }
    let region = Array(samples[start - reach...start + length + reach])
    let coarse = thinned(region)
    let found = sounds.indices.map { (sound: $0, fit: sounds[$0].coarse.fit(in: coarse)) }
      .max { $0.fit.likeness < $1.fit.likeness }
    if let found, found.fit.likeness > Self.coarseLikeness {
      let middle = Int((found.fit.place * Double(factor)).rounded())
      let fit = sounds[found.sound].pattern.fit(in: region, near: middle - 2 * factor...middle + 2 * factor)
      if fit.likeness > Self.likeness {
        let shift = fit.place - Double(reach)
        place.aligned = (found.sound, Double(begin) + shift)
        sounds[found.sound].leads.append(-shift)
        return place
      }
    }
    if sounds.count < Self.mostSounds {
      let pattern = Array(samples[start..<start + length])
      place.aligned = (sounds.count, Double(begin))
      sounds.append(Sound(pattern: Pattern(pattern), coarse: Pattern(thinned(pattern))))
    }
    return place
  }

  private func thinned(_ samples: [Float]) -> [Float] {
    (0..<samples.count / factor).map { index in
      var sum: Float = 0
      for place in factor * index..<factor * (index + 1) { sum += samples[place] }
      return sum
    }
  }
}

/// Samples that are looked for in others.
private struct Pattern {
  private let samples: [Float]
  private let norm: Double

  init(_ samples: [Float]) {
    self.samples = samples
    norm = Self.product(samples, samples, at: 0).squareRoot()
  }

  /// The place in other samples where the correlation is best, by default anywhere, to a fraction of a sample.
  func fit(in others: [Float], near range: ClosedRange<Int>? = nil) -> (likeness: Double, place: Double) {
    let all = 0...others.count - samples.count
    let places = range?.clamped(to: all) ?? all
    var energy = others[places.lowerBound..<places.lowerBound + samples.count].reduce(0) { $0 + Double($1 * $1) }
    let fits = places.map { place -> Double in
      defer {
        let (last, next) = (others[place], place + samples.count < others.count ? others[place + samples.count] : 0)
        energy += Double(next * next - last * last)
      }
      return energy > 0 ? Self.product(samples, others, at: place) / (norm * energy.squareRoot()) : 0
    }
    guard norm > 0, let top = fits.indices.max(by: { fits[$0] < fits[$1] }), top > 0, top < fits.count - 1 else {
      return (0, 0)
    }
    // The crest of the parabola through the three best.
    let (before, after) = (fits[top - 1], fits[top + 1])
    let curvature = before - 2 * fits[top] + after
    let crest = curvature < 0 ? 0.5 * (before - after) / curvature : 0
    return (fits[top], Double(places.lowerBound + top) + crest)
  }

  private static func product(_ samples: [Float], _ others: [Float], at place: Int) -> Double {
    // Four sums are added up in parallel.
    var sums = (Float(0), Float(0), Float(0), Float(0))
    unsafe samples.withUnsafeBufferPointer { one in
      unsafe others.withUnsafeBufferPointer { other in
        var index = 0
        while index &+ 4 <= one.count {
          unsafe sums.0 += one[index] * other[place &+ index]
          unsafe sums.1 += one[index &+ 1] * other[place &+ index &+ 1]
          unsafe sums.2 += one[index &+ 2] * other[place &+ index &+ 2]
          unsafe sums.3 += one[index &+ 3] * other[place &+ index &+ 3]
          index &+= 4
        }
      }
    }
    return Double(sums.0 + sums.1 + sums.2 + sums.3)
  }
}
