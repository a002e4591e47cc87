import CuebellAudio
import Foundation
import SharedRooms

@main
struct Main {
  static func main() throws {
    let (rooms, arguments) = (Rooms(), CommandLine.arguments)
    var file = WAVSink()
    let boxing = try Workout("Boxing") { Sets(3) { Phase("Round", for: .seconds(2)) } }
    try rooms.begin(boxing, in: "hall")
    try rooms.play(.seconds(1), into: &file)
    let yoga = try Workout("Yoga", ambient: Ambient(sound: "rain")) { Phase("Tree", for: .seconds(5), .low) }
    try rooms.begin(yoga, in: "studio")
    try rooms.send(.pause, to: "hall")
    try rooms.play(.seconds(3), into: &file)
    try rooms.send(.resume, to: "hall")
    try rooms.play(into: &file)
    for line in rooms.log { print(line) }
    if arguments.count > 1 { try Data(file.bytes).write(to: URL(filePath: arguments[1])) }
  }
}
