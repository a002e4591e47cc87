package import StrictJSON
public import WorkoutModel

extension BodyProfile: JSONConvertible {
  private static let keys = FieldKeys("the person", ["maxHeartRate", "thresholdHeartRate", "ftp"])
  private static let heartRates = 60...250
  private static let powers = 1...Signal.power.range.upperBound

  /// The numbers in a field of settings or of a scenario.
  package init?(_ field: Field) {
    guard let fields = FieldReader(field, Self.keys) else { return nil }
    self.init(
      maxHeartRate: fields.optional("maxHeartRate")?.integer(in: Self.heartRates),
      thresholdHeartRate: fields.optional("thresholdHeartRate")?.integer(in: Self.heartRates),
      ftp: fields.optional("ftp")?.integer(in: Self.powers))
  }

  /// The numbers that are known.
  package var json: JSONOutput {
    var fields = JSONFields()
    fields.add("maxHeartRate", ifAny: maxHeartRate)
    fields.add("thresholdHeartRate", ifAny: thresholdHeartRate)
    fields.add("ftp", ifAny: ftp)
    return fields.json
  }
}
