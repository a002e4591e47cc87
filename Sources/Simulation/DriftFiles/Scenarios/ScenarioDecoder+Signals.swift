import DriftSimulation
import StrictJSON
import WorkoutFiles
import WorkoutModel

extension ScenarioDecoder {
  private static let signalKeys = FieldKeys(
    "the signals", Signal.allCases.map(\.rawValue), synonyms: ["pulse": "heartRate", "hr": "heartRate"])
  private static let responseKeys = FieldKeys("a body", ["rest", "max", "tau", "seed"])

  /// The signals that sensors measure, each from a list of points or from a body.
  static func signals(_ field: Field) -> [Signal: SignalSource]? {
    guard let fields = FieldReader(field, signalKeys) else { return nil }
    var signals: [Signal: SignalSource] = [:]
    for signal in Signal.allCases {
      if let source = fields.optional(signal.rawValue).flatMap({ source($0, of: signal) }) { signals[signal] = source }
    }
    return signals
  }

  private static func source(_ field: Field, of signal: Signal) -> SignalSource? {
    if field.value.object != nil { return response(field, of: signal).map { .response($0) } }
    guard let list = field.list("a list of points such as [0, 92], or a body in { }") else { return nil }
    guard (1...ScenarioLimits.points).contains(list.count) else {
      return field.fail("must have 1…\(ScenarioLimits.points) points, got \(list.count)")
    }
    var points: [SignalPoint] = []
    for field in list {
      guard let pair = field.list("a time and a value, such as [30, 128]") else { continue }
      guard pair.count == 2 else {
        field.complain("must be a time and a value, such as [30, 128]")
        continue
      }
      let at = pair[0].duration(in: .zero...ScenarioLimits.time)
      guard let at, let value = pair[1].integer(in: signal.range) else { continue }
      if let last = points.last, at <= last.at {
        pair[0].complain("must be after the point before it, at \(text(last.at)), got \(text(at))")
      }
      points.append(SignalPoint(at: at, value))
    }
    return .points(points)
  }

  private static func response(_ field: Field, of signal: Signal) -> IntensityResponse? {
    guard let fields = FieldReader(field, responseKeys) else { return nil }
    let rest = fields.required("rest", "the value at rest")?.integer(in: signal.range)
    let most = fields.required("max", "the value at the highest intensity")?.integer(in: signal.range)
    let tau = fields.required("tau", "the time constant, such as \"40s\"")?.duration(in: ScenarioLimits.tau)
    let seed = fields.optional("seed")?.integer(in: 0...Int.max) ?? 1
    guard let rest, let most, let tau else { return nil }
    if most < rest { fields.optional("max")?.complain("must be at least \"rest\", \(rest), got \(most)") }
    return IntensityResponse(rest: rest, max: most, tau: tau, seed: UInt64(seed))
  }
}
