import AudioMixing
import LiveRuns
import StrictJSON
import WorkoutModel

/// A run as Snapcast's apps show it: a player whose tracks are the phases.
struct PlayerProperties {
  private let fields: JSONFields
  private let isMuted: Bool
  /// When the phase began, in session time, and when it stood still.
  private let (start, read): (Int?, Int?)
  /// The instant of session time 0 on the boot clock, and the speed of session time.
  private let (epoch, speed): (Int, Int)

  /// The properties of a run; without one nothing plays, and no button works.
  init(_ report: LiveRunReport?) {
    let phase = report?["phase"]
    let place = report?["place"]
    let isRunning = place?["rate"]?.integer ?? 0 != 0
    (start, read) = (report?.phaseStart, isRunning ? nil : place?["t"]?.integer)
    (epoch, speed) = (report?.epoch ?? 0, report?.speed ?? 1)
    var metadata = JSONFields()
    if let name = phase?["name"]?.text {
      let set = phase?["set"]?.integer.map { set in phase?["sets"]?.integer.map { "\(set)/\($0)" } ?? "\(set)" }
      metadata.add("title", [name, set].compactMap(\.self).joined(separator: " "))
      metadata.add("duration", ifAny: phase?["length"]?.integer.map { Double($0) / 1e9 })
    }
    metadata.add("artist", ifAny: (report?.greeting?["workout"]?.text).map { [$0] })
    let isThere = report != nil
    isMuted = report?["muted"]?.bool ?? false
    var fields: JSONFields = [
      "playbackStatus": Self.status(report?["playback"]?.text, isRunning: isRunning), "loopStatus": "none",
      "shuffle": false, "rate": 1, "volume": isMuted ? 0 : Self.percent(report?["volume"]?.number ?? 0),
      "canSeek": false,
    ]
    for button in ["canControl", "canPlay", "canPause", "canGoNext", "canGoPrevious"] { fields.add(button, isThere) }
    fields.add("metadata", metadata)
    self.fields = fields
  }

  private static func status(_ playback: String?, isRunning: Bool) -> String {
    switch playback {
    case nil, "idle", "completed", "stopped", "failed": "stopped"
    case "preparingToPlay": "playing"
    default: isRunning ? "playing" : "paused"
    }
  }

  /// The volume as a player has it: 100 is the normal level, 0 is mute.
  private static func percent(_ level: Double) -> Int {
    min(Int((100 * Double(Decibels(level).amplitude)).rounded()), 100)
  }

  /// Whether only time lies between two states.
  func leads(to other: PlayerProperties) -> Bool { (fields, start, read) == (other.fields, other.start, other.read) }

  /// The properties with the position in the phase at an instant of the boot clock; `mute` for a server that knows it.
  func at(_ now: Duration, withMute knowsMute: Bool) -> JSONFields {
    var fields = fields
    if knowsMute { fields.add("mute", isMuted) }
    let instant = read ?? (Int(now.inNanoseconds) - epoch) * speed
    fields.add("position", start.map { Double(max(0, instant - $0)) / 1e9 } ?? 0)
    return fields
  }
}
