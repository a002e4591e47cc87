import LiveRuns
import StrictJSON

/// A workout that a request contains instead of naming a file: in a link, or as a short form.
struct SentWorkout: Equatable, Sendable {
  let form: SentForm
  let text: String

  /// Parses the fields `link` and `short` of a body; `nil` if there is neither.
  init?(_ fields: Body) throws(Refusal) {
    switch (try fields.text("link"), try fields.text("short")) {
    case (nil, nil): return nil
    case (let link?, nil): (form, text) = (.link, link)
    case (nil, let short?): (form, text) = (.short, short)
    default: throw .invalid("a workout is sent either as \"link\" or as \"short\"")
    }
  }

  init(body: [UInt8]) throws(Refusal) {
    let object = try Body.object(body, of: ["link", "short"])
    guard let sent = try SentWorkout(Body(object)) else { throw .invalid("\"link\" or \"short\" is missing") }
    self = sent
  }

  /// A workout that was sent, and is valid.
  struct Contents: Sendable {
    /// The text of a file.
    let text: String
    /// The name of a file for it: letters, digits and hyphens.
    let stem: String
    /// What a page shows before it starts.
    let page: JSONValue?

    /// The workout of a past session, as it was then.
    init(of session: JSONObject?) throws(Refusal) {
      guard let text = session?["text"]?.text, let name = session?["workout"]?.text else { throw .failed }
      let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      let stem = words.joined(separator: "-")
      (self.text, self.stem, page) = (text, stem.isEmpty ? "workout" : stem, nil)
    }

    /// Reads what the command prints.
    init(_ report: JSONObject?) throws(Refusal) {
      if let problems = report?["problems"]?.list {
        var refusal = Refusal.broken(problems.map(\.json), report?["message"]?.text)
        refusal.details.add("nearest", ifAny: report?["nearest"])
        throw refusal
      }
      guard let text = report?["text"]?.text, let stem = report?["stem"]?.text, let page = report?["page"] else {
        throw .failed
      }
      (self.text, self.stem, self.page) = (text, stem, page)
    }
  }
}
