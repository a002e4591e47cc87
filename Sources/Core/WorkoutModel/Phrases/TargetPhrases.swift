extension BuiltInPhrases {
  /// A target in words: "88 to 94 per cent", "zone 4", "90 revolutions"; a sign of comparison before it stays.
  ///
  /// Text that has no known parts is returned unchanged.
  package func target(_ target: Target) -> String {
    let sign = target.description.prefix { "<>=≤≥ ".contains($0) }
    guard let parts = Target(String(target.description.dropFirst(sign.count))).parts else { return target.description }
    return sign + parts.map(said).joined(separator: ", ")
  }

  private func said(_ part: Target.Part) -> String {
    let values = part.from == part.to ? [part.from] : [part.from, part.to]
    let numbers = values.map { part.measure.isPace ? time($0) : Target.Part.decimal($0) }
    let opening = part.isRamp && !self[.from].isEmpty ? self[.from] + " " : ""
    let amount = opening + numbers.joined(separator: " \(self[.to]) ")
    let (whole, rest) = values[values.count - 1].quotientAndRemainder(dividingBy: 1000)
    func of(_ noun: SpokenText) -> String {
      "\(amount) \(plural.form(of: self[noun], after: whole, hasFraction: rest > 0))"
    }
    switch part.measure {
    case .percentOfFTP: return "\(amount) \(self[.percent])"
    case .percentOfMaximumHeartRate: return "\(amount) \(self[.percent]) \(self[.ofMaximumHeartRate])"
    case .percentOfThresholdHeartRate: return "\(amount) \(self[.percent]) \(self[.ofThresholdHeartRate])"
    case .percentOfThresholdPace: return "\(amount) \(self[.percent]) \(self[.ofThresholdPace])"
    case .watts: return of(.watts)
    case .beatsPerMinute: return of(.beats)
    case .revolutionsPerMinute: return of(.revolutions)
    case .powerZone: return "\(self[.zone]) \(amount)"
    case .heartRateZone: return self[.heartRateZone].filling("{zone}", with: "\(self[.zone]) \(amount)")
    case .paceZone: return self[.paceZone].filling("{zone}", with: "\(self[.zone]) \(amount)")
    case .secondsPerKilometre: return "\(amount) \(self[.perKilometre])"
    case .secondsPerMile: return "\(amount) \(self[.perMile])"
    case .secondsPer100Metres: return "\(amount) \(self[.per100Metres])"
    case .secondsPer500Metres: return "\(amount) \(self[.per500Metres])"
    }
  }

  private func time(_ thousandths: Int) -> String { duration(.milliseconds(thousandths)) }
}
