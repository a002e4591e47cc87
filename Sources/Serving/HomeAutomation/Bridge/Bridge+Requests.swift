import ControlSocket
import LiveRuns
import SessionControl
import StrictJSON
import WorkoutModel

extension Bridge {
  mutating func receive(_ message: MQTTMessage, at now: Moment) {
    let text = String(decoding: message.payload, as: UTF8.self)
    switch topics.subject(of: message.topic) {
    case .request(let run):
      let question = Question(id: nil, run: run ?? current)
      guard accepts(message, question, at: now) else { return }
      ask(message.payload, question)
    case .start:
      guard accepts(message, Question(id: nil, run: nil), at: now) else { return }
      start(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
    case .measurement(let signal):
      let question = Question(id: nil, run: current)
      guard accepts(message, question, at: now) else { return }
      ask(Array("measure \(signal) \(Self.wholeNumber(text))".utf8), question)
    case .status: if !message.isRetained, text == "offline" { repeatStatus() }
    case .state(let run): if message.isRetained, !text.isEmpty { forgetState(of: run) }
    case .birth: if text == "online" { repeatDiscovery() }
    case nil: break
    }
  }

  /// Whether a message is a request that may be performed now; one that is not is answered.
  private mutating func accepts(_ message: MQTTMessage, _ question: Question, at now: Moment) -> Bool {
    if message.isRetained {
      // The broker would repeat it after each connection.
      refuse(.refused("a retained message is no request"), to: question)
    } else if !requests.consume(at: now.boot) {
      refuse(.busy("too many requests"), to: question)
    } else {
      return true
    }
    return false
  }

  /// A number as a request takes it: many sensors send decimals.
  private static func wholeNumber(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let number = Double(words[0]), number.magnitude < 1e6 else { return text }
    return String(Int(number.rounded()))
  }

  private mutating func ask(_ payload: [UInt8], _ question: Question) {
    let request: BrokerRequest
    do throws(ControlRequest.Failure) { request = try BrokerRequest(payload) } catch {
      return refuse(error.error, to: Question(id: error.id, run: question.run))
    }
    let question = Question(id: request.id, run: question.run)
    guard let run = question.run, reports[run] != nil else {
      return reply(error: ControlError.ending.name, "no workout is running", to: question)
    }
    effects.append(.ask(run: run, request.fields, question))
  }

  private mutating func start(_ name: String) {
    let question = Question(id: nil, run: nil)
    if let owner = reports.values.first(where: \.isOwner), !runOptions.contains("--take-over") {
      return refuse(.refused("another run holds the audio session: \(owner.name)"), to: question)
    }
    if name == "resume" {
      effects.append(.start(LiveRunStarter.resuming + runOptions, log: name))
    } else if let item = workouts.first(where: { $0.id == name }) {
      effects.append(.start(["run"] + runOptions + ["--", item.path], log: item.id))
    } else {
      let hint = Suggestion.question(name, among: workouts.map(\.id))
      refuse(.unknown("no workout has the name \(Excerpt.quoted(name))\(hint)"), to: question)
    }
  }

  // MARK: Replies

  mutating func reply(to outcome: Result<String, CommandFailure>) {
    switch outcome {
    case .success(let run): reply(["ok": true], to: Question(id: nil, run: run))
    case .failure(let failure):
      reply(error: failure.kind.rawValue, failure.reason, to: Question(id: nil, run: nil))
    }
  }

  mutating func reply(_ answer: LiveRunReply, to question: Question) { reply(answer.fields, to: question) }

  private mutating func refuse(_ error: ControlError, to question: Question) {
    reply(error: error.name, error.reason, error.details, to: question)
  }

  private mutating func reply(
    error: String, _ reason: String, _ details: JSONFields = [:], to question: Question
  ) {
    var fields: JSONFields = ["ok": false, "error": error, "reason": reason]
    fields.add(details)
    reply(fields, to: question)
  }

  private mutating func reply(_ fields: JSONFields, to question: Question) {
    var object = JSONFields()
    object.add("id", ifAny: question.id)
    object.add("run", question.run)
    object.add(fields)
    say(object.line(.compact), on: topics.reply)
  }
}
