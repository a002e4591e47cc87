import AudioMixing
import HostSystem
import StrictJSON

/// A client of a Wyoming service. After a failure it waits before it connects again, each time twice as long.
struct WyomingClient: ~Copyable {
  /// The time limits for a phrase, and for the first: models have to be loaded.
  static let (limit, firstLimit) = (Duration.seconds(10), Duration.seconds(30))
  private static let (shortestWait, longestWait) = (Duration.seconds(1), Duration.seconds(30))

  private let service: WyomingService
  private var connection: WyomingConnection?
  private var voices: VoiceList?
  private var hasSpoken = false
  private var failure: (reason: String, until: SuspendingClock.Instant)?
  private var wait = shortestWait

  init(_ service: WyomingService) { self.service = service }

  mutating func answer(_ request: WorkerRequest?) -> WorkerAnswer {
    WorkerAnswer(to: request) { (request) throws(SpeechError) in
      let speech = try attempt { (client, deadline) throws(WyomingFault) in try client.speak(request, by: deadline) }
      hasSpoken = true
      return speech
    } voices: { () throws(SpeechError) in
      try attempt { (client, deadline) throws(WyomingFault) in try client.list(by: deadline) }
    }
  }

  /// Answers one request, over a new connection if the server has closed the last one meanwhile.
  private mutating func attempt<Answer>(
    _ ask: (inout WyomingClient, SuspendingClock.Instant) throws(WyomingFault) -> Answer
  ) throws(SpeechError) -> Answer {
    if let failure, SuspendingClock().now < failure.until { throw .unavailable(failure.reason) }
    let limit = hasSpoken ? Self.limit : Self.firstLimit
    let deadline = SuspendingClock().now + limit
    while true {
      let isOld = connection != nil
      do throws(WyomingFault) {
        let answer = try ask(&self, deadline)
        (failure, wait) = (nil, Self.shortestWait)
        return answer
      } catch .refused(let reason) {
        throw .unavailable("\(service.name) \(reason)")
      } catch {
        connection = nil
        voices = nil
        if isOld, case .absent = error { continue }
        let fault = if case .late = error { WyomingFault.late(limit) } else { error }
        let reason = "\(service.name) \(fault.words)"
        failure = (reason, SuspendingClock().now + wait)
        wait = min(wait * 2, Self.longestWait)
        throw .unavailable(reason)
      }
    }
  }

  /// Sends a request and passes on the messages that follow, until `isLast` tells of one that it was the last.
  private mutating func exchange(
    _ type: String, _ data: JSONFields, by deadline: SuspendingClock.Instant,
    isLast: (WyomingEvent) throws(WyomingFault) -> Bool
  ) throws(WyomingFault) {
    var current: WyomingConnection
    if let open = connection.take() {
      current = open
    } else {
      current = try WyomingConnection(service.address, by: deadline)
    }
    try current.send(type, data, by: deadline)
    while true {
      let event = try current.receive(by: deadline)
      if event.type == "error" {
        connection = consume current
        let words = event["text"]?.text.map { Excerpt.plain($0, length: 200) }
        throw .refused("refused the phrase\(words.map { ": \($0)" } ?? "")")
      }
      if try isLast(event) { break }
    }
    connection = consume current
  }

  private mutating func list(by deadline: SuspendingClock.Instant) throws(WyomingFault) -> VoiceList {
    if let voices { return voices }
    var list: VoiceList?
    try exchange("describe", [:], by: deadline) { event in
      if event.type == "info" { list = VoiceList(info: event) }
      return list != nil
    }
    voices = list
    return list ?? VoiceList(voices: [], variants: [])
  }

  private mutating func speak(
    _ request: SpeechRequest, by deadline: SuspendingClock.Instant
  ) throws(WyomingFault) -> SpokenAudio {
    let list = try list(by: deadline)
    if let name = service.voice, !list.voices.isEmpty, !list.has(name) {
      let others = list.voices.prefix(5).map(\.name).joined(separator: ", ")
      throw .refused("has no voice \"\(name)\"; it has: \(others)")
    }
    var choice: JSONFields =
      if let name = service.voice { ["name": name] } else { ["language": request.language] }
    choice.add("speaker", ifAny: service.speaker)
    var sound: WyomingSound?
    try exchange("synthesize", ["text": request.text, "voice": choice], by: deadline) {
      (event) throws(WyomingFault) in
      switch event.type {
      case "audio-start": sound = try WyomingSound(event)
      case "audio-chunk": try sound?.add(event)
      case "audio-stop": return true
      default: break
      }
      return false
    }
    guard let sound else { throw .refused("sent no sound") }
    return sound.speech
  }
}
