import WorkoutEngine
import WorkoutModel

/// The fields of metronomes in events and in a shown plan, and their words beside a phase.
enum MetronomeFields {
  static func add(_ metronome: Metronome, to json: inout JSONText) {
    json.add("sound", metronome.sound)
    switch metronome.pace {
    case .perMinute(let rate):
      json.add("bpm", raw: rate.description)
      json.add("every", Duration?.none)
    case .every(let length):
      json.add("bpm", Int?.none)
      json.add("every", length)
    }
    json.add("accent", metronome.accent)
    json.add("gain", raw: Complaint.plain(metronome.gain))
  }

  /// Adds the fields of a metronome that starts; its first beat is at a frame.
  static func add(_ report: MetronomeReport, frame: Int?, to json: inout JSONText) {
    add(report.metronome, to: &json)
    json.add("path", "\(report.path)")
    json.add("start", report.origin)
    json.add("frame", frame)
  }

  /// The words after a phase in its line, with two leading spaces; empty without a metronome.
  static func suffix(_ metronome: Metronome?) -> String {
    guard let metronome else { return "" }
    let pace =
      switch metronome.pace {
      case .perMinute(let rate): "\(rate) bpm"
      case .every(let length): "every \(DurationText.write(length))"
      }
    let accent = metronome.accent.map { ", accent \($0)" } ?? ""
    let sound = metronome.sound == Metronome.standardSound ? "" : " [\(SafeText.filtered(metronome.sound))]"
    return "  metronome \(pace)\(accent)\(sound)"
  }
}
