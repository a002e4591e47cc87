import FoundationEssentials
import WorkoutFiles
import WorkoutModel

/// Workouts for the tests, as files.
enum WorkoutText {
  /// A shipped workout, changed.
  static func shipped(_ name: String, _ change: (inout Workout) -> Void = { _ in }) throws -> String {
    guard let file = FileManager.default.contents(atPath: "\(Project.workouts)/\(name).json") else {
      throw Failure("there is no workout \(name)")
    }
    var workout = try WorkoutReader.read([UInt8](file), named: "\(name).json")
    change(&workout)
    return WorkoutWriter.write(workout)
  }

  /// Ten seconds with a bed, sounds, speech, a countdown, and a phrase that is back-timed.
  static let small = """
    {
      "name": "Small", "style": "silent", "ambient": { "sound": "pink", "fade": "500ms" },
      "cues": [
        { "on": "phase", "at": "start", "sound": "bell", "say": "{phase}" },
        { "on": "phase", "at": "end-2s", "say": "Soon", "align": "end", "class": "warning" },
        { "on": "phase", "at": "end-2s", "count": 2 },
        { "on": "workout", "at": "end", "sound": "woodblock", "strikes": 2, "gain": -3 }
      ],
      "phases": [
        { "name": "Ready", "intensity": "prepare", "duration": "4s" },
        { "name": "Go", "intensity": "high", "duration": "6.000010417s" }
      ]
    }
    """

  /// The same with a first phase so long that a slow machine, too, sees it and does something in it.
  static let slow = small.replacing("\"4s\"", with: "\"50s\"")
}
