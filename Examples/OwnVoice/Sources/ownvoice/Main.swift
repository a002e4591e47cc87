import CuebellAudio
import TonalVoice

@main
struct Main {
  static func main() throws {
    let workout = try Workout("Short", ambient: Ambient(sound: "rain")) {
      Sets(2) {
        Phase("Squats", for: .seconds(6))
        Phase("Rest", for: .seconds(4), .low, skip: .last)
      }
    }
    var bars = BarSink()
    try OfflineSession.render(workout, speech: TonalVoice(), into: &bars)
    for (second, line) in bars.lines.enumerated() { print(second, line) }
  }
}
