import StrictJSON
import WorkoutFiles
import WorkoutModel

/// Something that an assistant may do with workouts.
struct AssistantTool {
  struct Answer {
    let text: String
    var isError = false
  }

  /// An argument: a text, unless it is a number in a range.
  struct Parameter {
    let name, meaning: String
    var range: ClosedRange<Int>?
    var isRequired = false
  }

  let name, meaning: String
  var parameters: [Parameter] = []
  /// Whether it leaves everything as it is.
  var isReading = true
  let perform: (JSONObject) -> Answer

  /// The description for a client.
  var fields: JSONFields {
    let properties = parameters.map { parameter -> (key: String, value: JSONFields) in
      var fields: JSONFields = [
        "type": parameter.range == nil ? "string" : "integer", "description": parameter.meaning,
      ]
      fields.add("minimum", ifAny: parameter.range?.lowerBound)
      fields.add("maximum", ifAny: parameter.range?.upperBound)
      return (parameter.name, fields)
    }
    let schema: JSONFields = [
      "type": "object", "properties": JSONFields(properties),
      "required": parameters.filter(\.isRequired).map(\.name), "additionalProperties": false,
    ]
    return [
      "name": name, "description": meaning, "inputSchema": schema,
      "annotations": ["readOnlyHint": isReading, "destructiveHint": false, "openWorldHint": false] as JSONFields,
    ]
  }

  /// Does it with the arguments of a call; mistakes in them are told as those of a file.
  func answer(to arguments: JSONValue?) -> Answer {
    let problems = ProblemList()
    let field = Field(arguments ?? JSONValue(.object(JSONObject([])), at: .start), at: .root, problems)
    let keys = FieldKeys("the tool \(name)", parameters.map(\.name))
    if let fields = FieldReader(field, keys) {
      for parameter in parameters {
        let value =
          parameter.isRequired ? fields.required(parameter.name, parameter.meaning) : fields.optional(parameter.name)
        if let range = parameter.range {
          _ = value?.integer(in: range)
        } else {
          _ = value?.text(in: 1...Limits.fileSize)
        }
      }
    }
    if let object = field.value.object, problems.problems.isEmpty { return perform(object) }
    let lines = problems.problems.map { $0.path == .root ? $0.message : "\($0.path): \($0.message)" }
    return Answer(text: lines.joined(separator: "\n"), isError: true)
  }
}
