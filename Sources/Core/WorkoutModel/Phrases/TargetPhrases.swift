extension BuiltInPhrases {
  /// A target in words: "88 to 94 per cent", "zone 4", "90 revolutions".
  ///
  /// Text that has no known parts is returned unchanged.
  public func target(_ target: Target) -> String {
    guard let parts = target.parts else { return target.description }
    return parts.map(said).joined(separator: ", ")
  }

  private func said(_ part: Target.Part) -> String {
    let words = words.targets
    let values = part.from == part.to ? [part.from] : [part.from, part.to]
    let numbers = values.map { part.measure.isPace ? time($0) : Target.Part.decimal($0) }
    let opening = part.isRamp && !words.from.isEmpty ? words.from + " " : ""
    let amount = opening + numbers.joined(separator: " \(words.to) ")
    let (whole, rest) = values[values.count - 1].quotientAndRemainder(dividingBy: 1000)
    func of(_ noun: Noun) -> String { "\(amount) \(isSingular(whole, hasFraction: rest > 0) ? noun.one : noun.many)" }
    switch part.measure {
    case .percentOfFTP: return "\(amount) \(words.percent)"
    case .percentOfMaximumHeartRate: return "\(amount) \(words.percent) \(words.ofMaximumHeartRate)"
    case .percentOfThresholdHeartRate: return "\(amount) \(words.percent) \(words.ofThresholdHeartRate)"
    case .percentOfThresholdPace: return "\(amount) \(words.percent) \(words.ofThresholdPace)"
    case .watts: return of(words.watts)
    case .beatsPerMinute: return of(words.beats)
    case .revolutionsPerMinute: return of(words.revolutions)
    case .powerZone: return "\(words.zone) \(amount)"
    case .heartRateZone: return words.heartRateZone.replacing("{}", with: "\(words.zone) \(amount)")
    case .paceZone: return words.paceZone.replacing("{}", with: "\(words.zone) \(amount)")
    case .secondsPerKilometre: return "\(amount) \(words.perKilometre)"
    case .secondsPerMile: return "\(amount) \(words.perMile)"
    case .secondsPer100Metres: return "\(amount) \(words.per100Metres)"
    case .secondsPer500Metres: return "\(amount) \(words.per500Metres)"
    }
  }

  private func time(_ thousandths: Int) -> String { duration(.milliseconds(thousandths)) }
}
