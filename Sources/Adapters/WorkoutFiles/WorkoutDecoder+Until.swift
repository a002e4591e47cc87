import StrictJSON
import WorkoutModel

extension WorkoutDecoder {
  private static let signals = Signal.allCases.map { $0.rawValue }
  private static let untilKeys = FieldKeys(
    "what a phase lasts until", signals + ["hold"],
    synonyms: [
      "hr": "heartRate", "bpm": "heartRate", "pulse": "heartRate", "heart": "heartRate", "watts": "power",
      "ftp": "power", "rpm": "cadence", "for": "hold",
    ])

  static func until(_ field: Field) -> Until? {
    guard let fields = members(of: field, untilKeys, #"{ "heartRate": "< 120" }"#) else { return nil }
    let hold = fields.optional("hold").map { $0.duration(in: Limits.hold) ?? Until.standardHold }
    let found = signals.filter(fields.has)
    guard let first = found.first, let signal = Signal(rawValue: first) else {
      if !signals.contains(where: fields.seemsToHave) {
        fields.miss(signals, "needs what is measured, such as \"heartRate\": \"< 120\"")
      }
      return nil
    }
    if found.count > 1, let second = fields.optional(found[1]) {
      second.complain("\"until\" has only one signal, this one has \"\(first)\" too")
    }
    return fields.optional(first).flatMap { comparison($0, of: signal, hold: hold ?? Until.standardHold) }
  }

  private static func comparison(_ field: Field, of signal: Signal, hold: Duration) -> Until? {
    guard let text = field.value.text else { return field.mismatch("a comparison such as \(signal.example)") }
    if let until = Until(signal, text, hold: hold) { return until }
    return field.fail("\(field.value.summary) is not a comparison: write \(signal.examples)")
  }
}

extension Signal {
  fileprivate var example: String {
    switch self {
    case .heartRate: "\"< 120\""
    case .power: "\"> 200\""
    case .cadence: "\"> 90\""
    }
  }

  fileprivate var examples: String {
    switch self {
    case .heartRate: "\(example), or with a share of your maximum or threshold \"< 65% HR\", \"> 90% LTHR\""
    case .power: "\(example), or with a share of your FTP \"> 85%\""
    case .cadence: "\(example)"
    }
  }
}
