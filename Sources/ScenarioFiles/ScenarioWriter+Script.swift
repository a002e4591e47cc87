import DriftSimulation
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

extension ScenarioWriter {
  /// A line of a script.
  static func line(_ line: ScriptLine) -> JSONOutput {
    var members = Members()
    switch line.at {
    case .after(let at): members.add("at", at)
    case .cue(let name, let offset):
      var inner = Members()
      inner.add(name)
      if offset != .zero { inner.add("offset", offset) }
      members.add("at", .object(inner.all))
    }
    members.add("do", line.deed.word.rawValue)
    addParameters(of: line.deed, to: &members)
    return .object(members.all)
  }

  private static func addParameters(of deed: Deed, to members: inout Members) {
    switch deed {
    case .user, .background, .foreground, .interrupt, .deviceLost, .deviceBack, .speechCrash: break
    case .extend(let by), .wallStep(let by): members.add("by", by)
    case .interruptEnd(let shouldResume): members.add("shouldResume", .bool(shouldResume))
    case .suspend(let length), .stall(let length), .speechHang(let length), .kill(let length):
      members.add("for", length)
    case .speechSlow(let factor): members.add("by", .number(Complaint.plain(factor)))
    case .coalesce(let to, _): members.add("to", to)
    case .jitter(let jitter, _): members.add(jitter)
    case .drop(let chance, _), .duplicate(let chance, _): members.add("p", .number(Complaint.plain(chance)))
    case .early(let by, _): members.add("by", by)
    case .skew(let skew, _), .audioSkew(let skew, _): members.add("ppm", .number("\(skew)"))
    }
    members.add("until", deed.until)
  }

  /// The members of an object in the making; a value that is `nil` is left out.
  struct Members {
    private(set) var all: [(key: String, value: JSONOutput)] = []

    mutating func add(_ key: String, _ value: JSONOutput) { all.append((key, value)) }

    mutating func add(_ key: String, _ text: String?) {
      if let text { add(key, .text(text)) }
    }

    mutating func add(_ key: String, _ duration: Duration?) {
      if let duration { add(key, .text(DurationText.write(duration))) }
    }

    mutating func add(_ name: CueName) {
      add("cue", name.kind.rawValue)
      if let set = name.set { add("set", .number("\(set)")) }
    }

    mutating func add(_ jitter: Jitter) {
      switch jitter {
      case .uniform(let scale):
        add("dist", "uniform")
        add("scale", scale)
      case .pareto(let scale, let alpha, let cap):
        add("dist", "pareto")
        add("scale", scale)
        add("alpha", .number(Complaint.plain(alpha)))
        add("cap", cap)
      }
    }
  }
}
