import StrictJSON
package import WorkoutEngine
package import WorkoutModel

/// What a row of a run says of the log that begins with it.
extension Policies {
  /// The policies as a line of JSON.
  package var text: String {
    var fields: JSONFields = ["input": input.rawValue.json, "expectsSensors": expectsSensors.json]
    switch whenSuspended {
    case .continue: fields.add("whenSuspended", "continue")
    case .freeze: fields.add("whenSuspended", "freeze")
    case .pauseIfOver(let limit): fields.add("pauseIfOver", limit.inNanoseconds)
    }
    if !speaks { fields.add("speaks", false) }
    fields.add("maxHeartRate", ifAny: body.maxHeartRate)
    fields.add("thresholdHeartRate", ifAny: body.thresholdHeartRate)
    fields.add("ftp", ifAny: body.ftp)
    return fields.line()
  }

  /// The policies of such a line; `nil` if it is none.
  package init?(_ text: String) {
    guard let fields = JSONObject(line: text.utf8), let input = fields["input"]?.text.flatMap(InputPolicy.init) else {
      return nil
    }
    let suspended: SuspendPolicy
    switch (fields["whenSuspended"]?.text, fields["pauseIfOver"]?.duration) {
    case ("continue", nil): suspended = .continue
    case ("freeze", nil): suspended = .freeze
    case (nil, let limit?): suspended = .pauseIfOver(limit)
    default: return nil
    }
    guard let expectsSensors = fields["expectsSensors"]?.bool else { return nil }
    self.init(
      input: input, whenSuspended: suspended,
      body: BodyProfile(
        maxHeartRate: fields["maxHeartRate"]?.integer, thresholdHeartRate: fields["thresholdHeartRate"]?.integer,
        ftp: fields["ftp"]?.integer),
      expectsSensors: expectsSensors, speaks: fields["speaks"]?.bool ?? true)
  }
}

extension SessionLog.Start {
  /// The phase at which a run of a changed workout begins, as a line of JSON; `nil` for other runs.
  package var text: String? {
    guard case .phase(let id, let progress, let elapsed) = self else { return nil }
    let fields: JSONFields = [
      "phase": id.text.json, "progress": progress.inNanoseconds.json, "elapsed": elapsed.inNanoseconds.json,
    ]
    return fields.line()
  }

  /// The start that such a line tells; `nil` if it is none.
  package init?(_ text: String) {
    guard let fields = JSONObject(line: text.utf8), let id = fields["phase"]?.text.flatMap(SegmentID.init(text:)),
      let progress = fields["progress"]?.duration, let elapsed = fields["elapsed"]?.duration
    else { return nil }
    self = .phase(id, progress: progress, elapsed: elapsed)
  }
}

extension SegmentID {
  /// The run of a phase with this text, such as `3_1_2`; `nil` if it is none.
  package init?(text: String) {
    let numbers = text.split(separator: "_").map { Int($0) }
    guard let node = numbers.first ?? nil, !numbers.dropFirst().contains(where: { ($0 ?? 0) < 1 }) else { return nil }
    self.init(node: node, sets: numbers.dropFirst().compactMap { $0.map { $0 - 1 } })
  }
}
