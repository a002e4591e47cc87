import LiveRuns
import StrictJSON
import WorkoutModel

extension WorkoutItem {
  /// The workout for pages, with when it was last used, and with the first problem if it is broken.
  func fields(used: String?, problem: JSONValue?) -> JSONFields {
    let total = listed["total"]?.integer.map(Duration.nanoseconds)
    let complaint: JSONFields? =
      isBroken
      ? [
        "line": problem?["line"]?.integer, "message": problem?["message"]?.text ?? listed["problem"]?.text ?? "",
      ] : nil
    var fields: JSONFields = [
      "id": id, "name": title, "seconds": total.map { Int($0 / .seconds(1)) },
      "length": total.map { ClockText.long($0) }, "used": used, "tags": listed["tags"]?.list ?? [],
      "description": listed["description"]?.text ?? "", "problem": complaint,
    ]
    let range = listed["range"]?.list?.compactMap(\.integer).map { Int(Duration.nanoseconds($0) / .seconds(1)) }
    fields.add("range", ifAny: range)
    fields.add("translations", ifAny: listed["translations"])
    return fields
  }
}
