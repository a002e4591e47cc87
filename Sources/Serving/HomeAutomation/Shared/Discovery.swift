import StrictJSON
import WorkoutModel

/// The announcement of a machine to Home Assistant: one device with its entities.
struct Discovery {
  let topics: BrokerTopics
  let version: String
  let workouts: [String]

  /// The address of the project, of which Home Assistant wants one, at the same reserved domain as its maintainers.
  private static let origin = "https://cuebell.invalid/"

  /// Names that mean something else to Home Assistant, or to the topic that starts workouts.
  static let reserved: Set = ["none", "resume"]

  var line: String {
    let components = entities.map { key, fields -> (key: String, value: JSONOutput) in
      var all = fields
      all.add("uniq_id", "\(topics.device)_\(key)")
      return (key, all.json)
    }
    let object: JSONFields = [
      "dev": ["ids": [topics.device], "name": "Cuebell \(topics.node)", "mf": "Cuebell", "sw": version] as JSONFields,
      "o": ["name": "Cuebell", "sw": version, "url": Self.origin] as JSONFields, "avty": [isOnline],
      "cmps": JSONFields(components),
    ]
    return object.line(.compact)
  }

  private var entities: [(String, JSONFields)] {
    [
      ("phase", sensor("Phase", "phase")), ("set", sensor("Set", "set")), ("workout", sensor("Workout", "workout")),
      (
        "intensity",
        sensor(
          "Intensity", "intensity or 'idle'", ["dev_cla": "enum", "ops": ["idle"] + Intensity.allCases.map(\.rawValue)])
      ),
      ("overtime", entity("binary_sensor", "Overtime", "'ON' if value_json.overtime is defined else 'OFF'", [:])),
      ("phaseEnd", sensor("Phase end", "phaseEnd", ["dev_cla": "timestamp"])),
      ("end", sensor("End", "end", ["dev_cla": "timestamp"])),
      ("heartRate", sensor("Heart rate", "heartRate | default(none)", ["unit_of_meas": "bpm"])),
      ("running", entity("binary_sensor", "Running", "'ON' if value_json.running else 'OFF'", ["dev_cla": "running"])),
      ("pause", button("Pause", ["do": "pause"])), ("resume", button("Resume", ["do": "resume"])),
      ("next", button("Next", ["do": "next"])), ("back", button("Back", ["do": "back"])),
      ("say", button("Where am I", ["do": "say"])),
      (
        "notify",
        [
          "p": "notify", "name": "Say", "cmd_t": topics.request,
          "cmd_tpl": #"{"do":"say","text":{{ value | tojson }}}"#,
        ]
      ),
      ("extend", button("Extend by 15 s", ["do": "extend", "by": "15s"])), ("stop", button("Stop", ["do": "stop"])),
      (
        "volume",
        entity(
          "number", "Volume", "value_json.volume",
          [
            "cmd_t": topics.request, "cmd_tpl": #"{"do":"volume","to":{{ value }}}"#,
            "min": Limits.volume.lowerBound, "max": Limits.volume.upperBound, "step": 0.5, "unit_of_meas": "dB",
          ])
      ),
      (
        "start",
        // A state that is no option would be an error in its log each time.
        entity(
          "select", "Start", "value_json.name if value_json.name in \(workouts.json.line(.spaced)) else None",
          ["cmd_t": topics.start, "ops": workouts])
      ),
      (
        "event",
        ["p": "event", "name": "Event", "stat_t": topics.event, "event_types": SharedEvent.names]
      ),
    ]
  }

  private var isOnline: JSONFields { ["t": topics.status] }

  /// An entity whose state is an expression of the state of the current run.
  private func entity(_ platform: String, _ name: String, _ expression: String, _ more: JSONFields) -> JSONFields {
    var fields: JSONFields = [
      "p": platform, "name": name, "stat_t": topics.state, "val_tpl": "{{ \(expression) }}",
    ]
    fields.add(more)
    return fields
  }

  private func sensor(_ name: String, _ expression: String, _ more: JSONFields = [:]) -> JSONFields {
    entity("sensor", name, "value_json.\(expression)", more)
  }

  /// A button, which is there only while a run lives.
  private func button(_ name: String, _ request: JSONFields) -> JSONFields {
    let isRunning: JSONFields = [
      "t": topics.state, "val_tpl": "{{ 'online' if value_json.running else 'offline' }}",
    ]
    return [
      "p": "button", "name": name, "cmd_t": topics.request, "pl_prs": request.line(.compact),
      "avty": [isOnline, isRunning], "avty_mode": "all",
    ]
  }
}
