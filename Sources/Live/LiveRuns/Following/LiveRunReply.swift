package import SessionReporting
package import StrictJSON
import WorkoutModel

package struct LiveRunReply: Equatable, Sendable {
  package let error: String?
  package let reason: String
  package let fields: JSONFields

  init(_ object: JSONObject) {
    error = object["ok"]?.bool == true ? nil : object["error"]?.text ?? "refused"
    reason = object["reason"]?.text ?? "not done"
    fields = JSONObject(object.members.filter { $0.key != "id" }).fields
  }

  package var strip: PlanStrip? {
    let values = JSONObject(line: fields.line(.compact).utf8)?["values"]
    guard let phases = values?["plan"]?["phases"]?.list else { return nil }
    let starts = phases.map { Duration.nanoseconds($0["start"]?.integer ?? 0) }
    let blocks = phases.indices.compactMap { index -> PlanStrip.Block? in
      let intensity = phases[index]["intensity"]?.text.flatMap { Intensity(rawValue: $0) }
      let end = phases[index]["end"]?.integer.map(Duration.nanoseconds) ?? starts[index] + PlanStrip.openLength
      let next = index + 1 < starts.count ? starts[index + 1] : end
      return intensity.map { PlanStrip.Block($0, starts[index]..<max(starts[index], next)) }
    }
    return PlanStrip(blocks)
  }

  private init(_ error: String, _ reason: String) {
    (self.error, self.reason) = (error, reason)
    fields = ["ok": false, "error": error, "reason": reason]
  }

  package static let absent = LiveRunReply("unknown", absentReason)
  package static let absentReason = "no run has this name"
  package static let silent = LiveRunReply("silent", "the run doesn't answer")
  package static let ending = LiveRunReply("ending", "the workout is over")
}
