import Foundation
import StrictJSON
import TestSupport
import Testing
import WorkoutExchange
import WorkoutModel

/// What other programs and the published schema say about exported sessions, with measurements and without.
@Suite struct `An exported activity` {
  private func bytes(_ format: SessionExporter.Format, measured: Bool) throws -> [UInt8] {
    try #require(SessionExporter.write(`A past session`.detail(measured: measured), as: format))
  }

  private func folder(_ format: SessionExporter.Format) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "activity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for measured in [false, true] {
      try Data(bytes(format, measured: measured)).write(to: folder.appending(path: "\(measured).\(format.rawValue)"))
    }
    return folder
  }

  @Test func `as FIT is read by fitdecode`() throws {
    guard let python = ProcessInfo.processInfo.environment["ACTIVITY_PYTHON"] else {
      try Test.cancel("ACTIVITY_PYTHON names no Python with the package fitdecode")
    }
    let folder = try folder(.fit)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let script = root.appending(path: "Tests/Judges/activity.py").path
    let output = try Shell.output(of: "cd '\(folder.path)' && '\(python)' '\(script)' false.fit true.fit")
    let files = try output.split(separator: "\n").map { try #require(JSONObject(line: $0.utf8)) }
    #expect(files.count == 2)
    let head = ["file_id", "workout"] + Array(repeating: "workout_step", count: 4) + ["event"]
    for file in files {
      let names = file["messages"]?.list?.compactMap(\.text) ?? []
      #expect(Array(names.prefix(7)) == head && names.suffix(2) == ["session", "activity"], "\(names)")
      #expect(names.count { $0 == "lap" } == 5)
    }
    func column(_ file: JSONObject, _ key: String, _ index: Int) -> [Double?] {
      file[key]?.list?.map { $0.list?[index].number } ?? []
    }
    #expect(column(files[0], "records", 1).allSatisfy { $0 == nil })
    #expect(column(files[1], "records", 1).compactMap(\.self) == [120, 131])
    #expect(column(files[1], "records", 2).compactMap(\.self) == [250])
    #expect(column(files[1], "laps", 0) == [10, 20, 10, 20, 3])
    #expect(column(files[1], "laps", 1).first == 126 && column(files[1], "laps", 2).first == 131)
  }

  @Test func `as TCX is valid by the schema of Garmin`() throws {
    guard let schema = ProcessInfo.processInfo.environment["TCX_SCHEMA"] else {
      try Test.cancel("TCX_SCHEMA names no TrainingCenterDatabasev2.xsd")
    }
    let folder = try folder(.tcx)
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = "cd '\(folder.path)' && xmllint --noout --schema '\(schema)' false.tcx true.tcx 2>&1"
    #expect(try Shell.output(of: command) == "false.tcx validates\ntrue.tcx validates\n")
  }

  @Test func `as a TCX workout is valid by it, too, if it is written at all`() throws {
    guard let schema = ProcessInfo.processInfo.environment["TCX_SCHEMA"] else {
      try Test.cancel("TCX_SCHEMA names no TrainingCenterDatabasev2.xsd")
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "workouts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var trees = RandomTrees(seed: 22)
    let track = MediaTrack(title: "A", author: nil, audio: "a.flac", chapters: [], captions: [])
    var files = 0
    for number in 0..<200 {
      guard let timeline = try? Timeline(trees.workout()),
        let file = try? WorkoutExporter.write(timeline, track: track, as: .tcx)
      else { continue }
      files += 1
      try Data(file.bytes).write(to: folder.appending(path: "\(number).tcx"))
    }
    #expect(files > 100)
    let command = "cd '\(folder.path)' && xmllint --noout --schema '\(schema)' *.tcx 2>&1 | grep -v validates"
    #expect(try Shell.output(of: "\(command); true") == "")
  }

  /// The elements of TCX that Cuebell writes, in the order in which the schema has them.
  private static let order = [
    "TrainingCenterDatabase": ["Activities"], "Activities": ["Activity"], "Activity": ["Id", "Lap", "Notes"],
    "Lap": [
      "TotalTimeSeconds", "DistanceMeters", "Calories", "AverageHeartRateBpm", "MaximumHeartRateBpm", "Intensity",
      "TriggerMethod", "Track", "Notes",
    ],
    "Track": ["Trackpoint"], "Trackpoint": ["Time", "HeartRateBpm", "Cadence", "Extensions"],
    "HeartRateBpm": ["Value"], "AverageHeartRateBpm": ["Value"], "MaximumHeartRateBpm": ["Value"],
    "Extensions": ["TPX"], "TPX": ["Watts"],
  ]

  @Test(arguments: [false, true])
  func `as TCX has its elements in the order of the schema`(measured: Bool) throws {
    let text = String(decoding: try bytes(.tcx, measured: measured), as: UTF8.self)
    var open: [(name: String, children: [String])] = [("", [])]
    for match in text.matches(of: #/<(/?)([A-Za-z]+)[^>]*?(/?)>/#) {
      let name = String(match.2)
      if match.1.isEmpty {
        open[open.count - 1].children.append(name)
        open.append((name, []))
      } else {
        let closed = open.removeLast()
        #expect(closed.name == name)
        let ranks = closed.children.map { Self.order[name]?.firstIndex(of: $0) ?? -1 }
        #expect(!ranks.contains(-1) && ranks == ranks.sorted(), "\(name): \(closed.children)")
      }
    }
    #expect(open.count == 1 && open[0].children == ["TrainingCenterDatabase"])
    #expect(text.contains("<Cadence>") == false && text.contains("<HeartRateBpm>") == measured)
  }
}
