package import StrictJSON
import WorkoutModel

extension ControlRequest {
  /// Parses the words of `cuebell ctl`: `extend 15s`.
  ///
  /// - Returns: The request; `nil` if there are no words.
  package static func read(words: [String]) throws(ControlError) -> ControlRequest? {
    guard let word = words.first else { return nil }
    guard let verb = ControlVerb(word: word), let read = verb.row.read else {
      let known = ControlVerb.allCases.filter { $0.row.read != nil }.map { $0.word }
      throw .unknown("unknown word \(Excerpt.quoted(word))" + Suggestion.question(word, among: known))
    }
    return ControlRequest(try read(JSONRequestReader(word, fields: try verb.fields(Array(words.dropFirst())))))
  }

  package static func fields(ofWords words: [String]) throws(ControlError) -> JSONFields {
    guard let request = try read(words: words), let verb = words.first.flatMap({ ControlVerb(word: $0) }) else {
      throw .invalid("there is no request")
    }
    if case .get(let properties) = request.kind { return ["get": properties.list.map { $0.rawValue }.json] }
    // In JSON a move within the phase is a jump.
    var fields: JSONFields = ["do": (verb == .seek ? ControlVerb.jump : verb).rawValue.json]
    fields.add(try verb.fields(Array(words.dropFirst())))
    return fields
  }
}

extension ControlVerb {
  fileprivate func fields(_ words: [String]) throws(ControlError) -> JSONFields {
    var fields = JSONFields()
    switch (row.fields.first, words.first) {
    case (nil, nil), ("on", nil), ("in", nil): break
    case (nil, _?), ("in", _?): throw .invalid("\"\(word)\" takes no arguments")
    case ("on", _):
      guard [["on"], ["off"]].contains(words) else { throw .invalid("\(word): takes no argument, \"on\" or \"off\"") }
      fields.add("on", words == ["on"])
    case ("events", _):
      fields.add("events", words == ["all"] ? [] : words)
    case ("signal", _):
      guard words.count == 2 else { throw .invalid("\"measure\" needs two arguments, as in: measure heartRate 131") }
      fields.add(["signal": words[0].json, "value": Int(words[1])?.json ?? .text(words[1])])
    case ("text", _): fields.add("text", ifAny: words.isEmpty ? nil : words.joined(separator: " "))
    case ("to", "set"): fields.add("to", words.joined(separator: " "))
    case (let key?, let value?) where words.count == 1:
      let isSigned = value.hasPrefix("+") || value.hasPrefix("-")
      guard self != .volume || isSigned || value.hasPrefix("=") else {
        throw .invalid("volume: must be a number of dB: -3, +3 or =0, got \(Excerpt.quoted(value))")
      }
      let text = value.hasPrefix("+") || value.hasPrefix("=") ? String(value.dropFirst()) : value
      // As in JSON, a bare number is seconds.
      let isNumber = text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }
      let number = isNumber && !value.hasPrefix("+-") ? Double(text)?.json : nil
      fields.add(isSigned ? "by" : key, number ?? .text(text))
    default: throw .invalid("\"\(word)\" needs one argument, as in: \(word) \(row.help?.example ?? "")")
    }
    return fields
  }
}
