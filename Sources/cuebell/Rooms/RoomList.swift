import ArgumentParser
import CommandSupport
import SessionReporting
import Snapcast
import StrictJSON
import WorkoutModel

/// The rooms of a server, as `rooms` prints them.
struct RoomList {
  private let status: SnapcastStatus

  init(_ status: SnapcastStatus) { self.status = status }

  /// A line for each room; those of the same name have their ids.
  var text: String {
    guard !status.rooms.isEmpty else {
      return "The server has no rooms yet. A machine becomes one with: snapclient --host SERVER"
    }
    let names = Dictionary(grouping: status.rooms, by: \.name)
    let rows = status.rooms.map { room in
      let isUnique = names[room.name]?.count == 1 || room.name == room.id
      return [
        SafeText.filtered(room.name + (isUnique ? "" : " (\(room.id))")),
        room.isMuted ? "mute" : "\(room.volume) %", "\(room.latency) ms", SafeText.filtered(room.stream),
        room.isConnected ? "connected" : "not connected",
      ]
    }
    return Columns.aligned(rows, right: [1, 2], cut: (column: 0, line: Streams.lineLimit)).joined(separator: "\n")
  }

  /// The rooms and streams for programs, with the server's buffer.
  func fields(buffer: Duration?) -> JSONFields {
    let rooms: [JSONFields] = status.rooms.map { room in
      [
        "id": room.id, "name": room.name, "host": room.host, "connected": room.isConnected, "volume": room.volume,
        "muted": room.isMuted, "latency": room.latency, "stream": room.stream, "group": room.group,
        "version": room.version,
      ]
    }
    let streams: [JSONFields] = status.streams.map { stream in
      [
        "id": stream.id, "status": stream.status, "fifo": stream.fifo, "tcp": stream.tcp, "format": stream.format,
      ]
    }
    return ["rooms": rooms, "streams": streams, "buffer": buffer.map { Int($0 / .milliseconds(1)) }]
  }
}

extension Exit {
  /// Ends the command because of a Snapcast server, or because of what it was asked for.
  static func fail(_ fault: SnapcastFault) -> ExitCode {
    let code: ExitCode =
      switch fault.kind {
      case .ambiguous: .usage
      case .unknown: .noInput
      case .unavailable, .unsuitable: .unavailable
      }
    return fail(code, Suggestion.sentence(fault.reason.prefix(1).uppercased() + fault.reason.dropFirst()))
  }
}
