import HostSystem
import StrictJSON
import WorkoutModel

/// Where the sound of a run goes, so that a stream of a Snapcast server has it.
package enum SnapcastTarget: Equatable, Sendable {
  case fifo(String)
  /// A port of the server's machine; the server reads `chunkFrames` frames at a time.
  case tcp(port: UInt16, chunkFrames: Int)
}

extension SnapcastStatus {
  /// The target of the stream with a name, or else of the only one that can be written to.
  package func target(ofStream name: String?) throws(SnapcastFault) -> SnapcastTarget {
    let stream = try stream(name)
    let quoted = Excerpt.quoted(stream.id)
    guard stream.isWritable else {
      throw SnapcastFault(
        .unsuitable, "the stream \(quoted) is neither a pipe nor a tcp stream: a run can't write to it")
    }
    guard stream.format == SnapcastStream.writtenFormat else {
      let line = Excerpt.plain(stream.configurationLine, length: 500)
      throw SnapcastFault(
        .unsuitable,
        "the stream \(quoted) has the format \(Excerpt.plain(stream.format)), not \(SnapcastStream.writtenFormat); "
          + "in the section [stream] of snapserver.conf change its line to \"\(line)\" and restart the server")
    }
    if let port = stream.port { return .tcp(port: port, chunkFrames: stream.chunkFrames) }
    guard let path = stream.fifo else {
      throw SnapcastFault(.unsuitable, "the stream \(quoted) connects to a program itself: it needs mode=server")
    }
    guard (try? unsafe Stat(path))?.type == .fifo else {
      throw SnapcastFault(
        .unsuitable,
        "the stream \(quoted) reads the FIFO \(Excerpt.plain(path, length: 100)), which this machine doesn't have; "
          + "for a run on another machine than the server, give it a stream \"source = tcp://0.0.0.0:4953?name=…\"")
    }
    return .fifo(path)
  }

  private func stream(_ name: String?) throws(SnapcastFault) -> SnapcastStream {
    if let name { return try self.stream(named: name) }
    let writable = streams.filter(\.isWritable)
    if let only = writable.first, writable.count == 1 { return only }
    guard writable.isEmpty else {
      let names = Self.list(writable.map(\.id))
      throw SnapcastFault(.ambiguous, "the server has several streams: choose one with --stream NAME: \(names)")
    }
    throw SnapcastFault(.unknown, "the server has no pipe or tcp stream that a run can write to")
  }

  package func stream(named name: String) throws(SnapcastFault) -> SnapcastStream {
    if let stream = streams.first(where: { $0.id == name }) { return stream }
    throw Self.unknown("stream", name, among: streams.map(\.id))
  }

  package func room(_ name: String) throws(SnapcastFault) -> Room {
    if let room = rooms.first(where: { $0.id == name }) { return room }
    let called = rooms.filter { $0.name == name }
    if let room = called.first, called.count == 1 { return room }
    guard called.isEmpty else {
      throw SnapcastFault(
        .ambiguous,
        "\(called.count) rooms have the name \(Excerpt.quoted(name)): say which by its id, "
          + "\(Self.list(called.map(\.id))), and give them names with: cuebell rooms name ID NAME")
    }
    throw Self.unknown("room", name, among: rooms.flatMap { $0.name == $0.id ? [$0.id] : [$0.name, $0.id] })
  }

  private static func unknown(_ kind: String, _ name: String, among names: [String]) -> SnapcastFault {
    let near = Suggestion.question(name, among: names)
    let all = names.isEmpty ? "; there is none" : "; there are: \(list(names))"
    return SnapcastFault(.unknown, "no \(kind) has the name \(Excerpt.quoted(name))" + (near.isEmpty ? all : near))
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(20).map { Excerpt.quoted($0) }.joined(separator: ", ") + (names.count > 20 ? ", …" : "")
  }
}
