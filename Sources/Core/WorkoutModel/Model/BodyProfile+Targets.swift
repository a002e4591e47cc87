extension BodyProfile {
  /// Where the power zones 1 to 7 begin, in per cent of the functional threshold power (Coggan's zones).
  package static let powerZones = [0, 56, 76, 91, 106, 121, 151]

  /// The values of its signal that a quantity stands for, the last one included; a ramp has its first and last value.
  ///
  /// `nil` if it isn't a measured signal, such as a pace, or if the person's number that it needs isn't known.
  public func values(of part: Target.Part) -> (first: Int, last: Int)? {
    if part.measure.isZone { return zoneValues(of: part) }
    guard let whole = whole(of: part.measure) else { return nil }
    func value(_ thousandths: Int) -> Int {
      let product = Int64(min(max(thousandths, 0), 1_000_000_000)) * Int64(whole.value)
      return Int(clamping: (product + Int64(whole.divisor / 2)) / Int64(whole.divisor))
    }
    return (value(part.from), value(part.to))
  }

  /// What thousandths of a measure are multiplied with and divided by.
  private func whole(of measure: Target.Measure) -> (value: Int, divisor: Int)? {
    if let number = measure.personalNumber { return number.value(self).map { (Self.possible($0), 100_000) } }
    return measure.signal == nil ? nil : (1, 1000)
  }

  /// From where the first zone begins to where the last one ends.
  private func zoneValues(of part: Target.Part) -> (first: Int, last: Int)? {
    let zones = part.measure == .powerZone ? Self.powerZones : Self.zones
    let number = part.measure.personalNumber.flatMap { $0.value(self) }.map(Self.possible)
    let (first, last) = (min(part.from, part.to) / 1000, max(part.from, part.to) / 1000)
    guard let number, zones.indices.contains(first - 1), let signal = part.measure.signal else { return nil }
    /// The smallest value that is at least this share, as `zone(of:_:)` has it.
    func start(_ percent: Int) -> Int { (percent * number + 99) / 100 }
    let end = zones.indices.contains(last) ? start(zones[last]) - 1 : signal.range.upperBound
    return (start(zones[first - 1]), end)
  }
}

extension Target.Measure {
  /// The signal that is measured in it; `nil` for a pace.
  public var signal: Signal? {
    switch self {
    case .percentOfFTP, .watts, .powerZone: .power
    case .percentOfMaximumHeartRate, .percentOfThresholdHeartRate, .beatsPerMinute, .heartRateZone: .heartRate
    case .revolutionsPerMinute: .cadence
    default: nil
    }
  }

  /// The number of the person that it is a share or a zone of: its key in the settings, and its name in a sentence.
  var personalNumber: (key: String, words: String, value: (BodyProfile) -> Int?)? {
    switch self {
    case .percentOfMaximumHeartRate, .heartRateZone: ("maxHeartRate", "maximum heart rate", { $0.maxHeartRate })
    case .percentOfThresholdHeartRate: ("thresholdHeartRate", "heart rate at the threshold", { $0.thresholdHeartRate })
    case .percentOfFTP, .powerZone: ("ftp", "functional threshold power", { $0.ftp })
    default: nil
    }
  }
}
