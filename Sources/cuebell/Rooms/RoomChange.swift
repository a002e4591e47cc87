import Snapcast
import StrictJSON
import WorkoutModel

/// A change of a room, as the words of `rooms` ask for it.
struct RoomChange {
  /// Why words are no change, without a full stop.
  struct Problem: Error {
    let reason: String
  }

  private enum Value {
    case volume(to: Int)
    case volumeStep(by: Int)
    case mute(Bool)
    case latency(milliseconds: Int)
    case stream(String)
    case name(String)
  }

  private static let volumes = 0...100
  private static let longestName = 100

  private let room: String
  private let value: Value

  /// Reads the words after a verb; `nil` for a list.
  init?(_ word: String, _ words: [String]) throws(Problem) {
    guard let verb = RoomVerb(rawValue: word) else {
      let question = Suggestion.question(word, among: RoomVerb.allCases.map(\.rawValue))
      throw Problem(reason: "Unknown verb \(Excerpt.quoted(word))\(question)")
    }
    if verb == .list {
      guard words.isEmpty else { throw Problem(reason: "\"list\" takes no arguments") }
      return nil
    }
    guard words.count == 2, verb != .control else {
      throw Problem(reason: "Say what: cuebell rooms \(verb.rawValue) \(verb.usage.arguments)")
    }
    room = words[0]
    value = try Self.value(verb, words[1])
  }

  private static func value(_ verb: RoomVerb, _ word: String) throws(Problem) -> Value {
    switch verb {
    case .volume:
      let isStep = word.hasPrefix("+") || word.hasPrefix("-")
      let limits = isStep ? -volumes.upperBound...volumes.upperBound : volumes
      guard let number = Int(word), limits.contains(number) else {
        throw Problem(reason: "A volume is 0 to 100, or a step such as +10 or -10; got \(Excerpt.quoted(word))")
      }
      return isStep ? .volumeStep(by: number) : .volume(to: number)
    case .mute:
      guard ["on", "off"].contains(word) else {
        throw Problem(reason: "mute is on or off; got \(Excerpt.quoted(word))")
      }
      return .mute(word == "on")
    case .latency:
      guard let number = Int32(word) else {
        throw Problem(reason: "A latency is a whole number of milliseconds; got \(Excerpt.quoted(word))")
      }
      return .latency(milliseconds: Int(number))
    case .name:
      guard word.unicodeScalars.count <= longestName, word.unicodeScalars.allSatisfy(\.isPrintable) else {
        throw Problem(reason: "A name is up to \(longestName) letters on one line; got \(Excerpt.quoted(word))")
      }
      return .name(word)
    case .stream, .list, .control: return .stream(word)
    }
  }

  /// Makes the change, and returns what holds now.
  func apply(to status: SnapcastStatus, through client: inout SnapcastClient) throws(SnapcastFault) -> String {
    let room = try status.room(room)
    let name = Excerpt.plain(room.name, length: Self.longestName)
    switch value {
    case .volume(let percent): return "\(name): \(try Self.set(room, percent, room.isMuted, &client))"
    case .volumeStep(let step):
      let percent = min(max(room.volume + step, Self.volumes.lowerBound), Self.volumes.upperBound)
      return "\(name): \(try Self.set(room, percent, room.isMuted, &client))"
    case .mute(let isMuted): return "\(name): \(try Self.set(room, room.volume, isMuted, &client))"
    case .latency(let milliseconds):
      let kept = try client.setLatency(of: room, to: milliseconds)
      let limits = kept == milliseconds ? "" : "; the server keeps -10000 ms to its buffer"
      return "\(name): latency \(kept) ms\(limits)"
    case .stream(let id):
      let stream = try status.stream(named: id)
      try client.move(room, to: stream)
      let others = status.rooms.filter { $0.group == room.group && $0.id != room.id }.map { Excerpt.plain($0.name) }
      let moved = others.isEmpty ? "" : "; moved with it, in the same group: \(others.joined(separator: ", "))"
      return "\(name): stream \(Excerpt.plain(stream.id))\(moved)"
    case .name(let new):
      try client.setName(of: room, to: new)
      return "\(name): name \(new.isEmpty ? Excerpt.plain(room.host) : new)"
    }
  }

  private static func set(
    _ room: Room, _ percent: Int, _ isMuted: Bool, _ client: inout SnapcastClient
  ) throws(SnapcastFault) -> String {
    let kept = try client.setVolume(of: room, to: percent, muted: isMuted)
    return "volume \(kept.percent) %" + (kept.isMuted ? ", mute" : "")
  }
}
