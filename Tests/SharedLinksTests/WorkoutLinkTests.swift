import Foundation
import SharedLinks
import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct `A link` {
  /// The shipped workouts by their paths, without the programmes.
  static let shipped: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Workouts").standardized
    let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (all?.compactMap { ($0 as? URL)?.path } ?? []).filter { path in
      guard path.hasSuffix(".json"), let bytes = FileManager.default.contents(atPath: path) else { return false }
      return !ProgrammeReader.recognizes(Array(bytes))
    }.sorted()
  }()

  private static func workout(_ path: String) throws -> Workout {
    let bytes = try #require(FileManager.default.contents(atPath: path))
    return try WorkoutReader.read(Array(bytes), named: path)
  }

  private static func link(_ text: String) throws -> WorkoutLink {
    WorkoutLink(try WorkoutReader.read(Array(text.utf8), named: "w.json"))
  }

  @Test(arguments: shipped)
  func `brings back each shipped workout, sounds aside`(path: String) throws {
    var workout = try Self.workout(path)
    let link = WorkoutLink(workout, trackLengths: ["arriving": .seconds(60)])
    // Translations that are too long for a QR code stay at home.
    let lost = link.losses.filter { "\($0.path)" != "translations" }
    if lost.count < link.losses.count { workout.translations = [:] }
    for text in [link.address, link.address(on: "gym.local:7420"), link.data, "\n\(link.address)\n"] {
      let (copy, losses) = try WorkoutLink.workout(in: text)
      #expect(losses.isEmpty)
      if lost.isEmpty { #expect(copy == workout) }
      #expect(copy.name == workout.name && copy.problems.isEmpty)
    }
    #expect(link.address(on: "192.168.100.100:7420").utf8.count <= WorkoutLink.longestInCode)
  }

  @Test func `takes translations along as long as a QR code holds it`() throws {
    let text = #"{ "name": "A", "phases": [{ "name": "Go", "duration": 5 }] }"#
    var workout = try WorkoutReader.read(Array(text.utf8), named: "w.json")
    workout.translations = ["de": ["Go": "Los"], "fr": ["Go": "Partez"]]
    #expect(WorkoutLink(workout).losses.isEmpty)
    #expect(try WorkoutLink.workout(in: WorkoutLink(workout).address).workout == workout)
    // Nothing is shorter when it is compressed.
    var random = SplitMix64(seed: 1)
    let texts = (0..<300).map { _ in ("\(random.next())", "\(random.next())") }
    workout.translations["de"] = Dictionary(uniqueKeysWithValues: texts)
    let link = WorkoutLink(workout)
    #expect(link.losses.map { "\($0.path)" } == ["translations"])
    #expect(try WorkoutLink.workout(in: link.address).workout.translations.isEmpty)
  }

  @Test func `leaves sound files and recordings at home, and says so`() throws {
    let workout = try WorkoutReader.read(
      Array(
        """
        { "name": "Own", "voice": { "recordings": "mine" }, "ambient": { "sound": "sea.flac" },
          "sounds": { "clap": "clap.wav", "gong": "my-gong.wav" },
          "cues": [
            { "on": "phase", "at": "start", "sound": "clap" },
            { "on": "phase", "at": "half", "sound": "clap", "say": "x" },
            { "on": "phase", "at": "end", "sound": "gong" } ],
          "phases": [
            { "name": "A", "duration": "track", "track": "t.flac", "metronome": { "bpm": 60, "sound": "clap" } },
            { "sets": 2, "phases": [
              { "name": "B", "duration": 5, "ambient": { "sound": "sea.flac" },
                "cues": [{ "on": "phase", "at": "start", "sound": "whip.wav" }] } ] } ] }
        """.utf8), named: "w.json")
    let link = WorkoutLink(workout, trackLengths: ["t.flac": .seconds(75)])
    #expect(
      link.losses.map { "\($0.path)" } == [
        "voice.recordings", "sounds.clap", "sounds.gong", "ambient.sound", "phases[0].track",
        "phases[1].phases[0].cues[0].sound", "phases[1].phases[0].ambient.sound",
      ])
    let copy = try WorkoutLink.workout(in: link.address).workout
    #expect(copy.soundUses.allSatisfy { BuiltInSound(rawValue: $0.name) != nil })
    #expect(copy.cues.map { $0.sound?.name ?? $0.say?.description ?? "" } == ["x", "gong"])
    #expect(try Timeline(copy).total == .seconds(85))
  }

  @Test func `has the workout in few bytes, without what is default`() throws {
    let tabata = try Self.link(
      """
      { "name": "T", "style": "hiit", "phases": [{ "sets": 8, "phases": [
        { "name": "Work", "intensity": "high", "duration": "20s" },
        { "name": "Rest", "intensity": "low", "duration": "10s", "skip": "last",
          "cues": [{ "on": "phase", "at": "start", "sound": "gong", "if": { "intensity": "high" } }] } ] }] }
      """)
    let text = WorkoutWriter.compact(try WorkoutLink.workout(in: tabata.data).workout)
    #expect(
      text == """
        {"name":"T","phases":[{"sets":8,"phases":[{"name":"Work","duration":"20s"},\
        {"name":"Rest","intensity":"low","duration":"10s",\
        "cues":[{"on":"phase","at":"start","sound":"gong","if":{"intensity":"high"}}],"skip":"last"}]}]}
        """)
    #expect(tabata.address.utf8.count < 260 && tabata.address.hasPrefix("cuebell:w="))
    #expect(tabata.data.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
  }

  @Test func `that was cut, changed or never was one is refused with the reason`() throws {
    let link = try Self.link(#"{ "name": "T", "phases": [{ "name": "Work", "duration": "20s" }] }"#)
    func message(_ text: String) -> String {
      do throws(WorkoutFileError) { _ = try WorkoutLink.workout(in: text) } catch { return error.description }
      return ""
    }
    let (start, damage) = ("link:1:1: ", "the link is damaged")
    #expect(message(String(link.address.dropLast(2))) == start + "the end of the link is missing")
    #expect(message(link.address + "AAAA") == start + damage)
    #expect(message("cuebell:w=!!!!").hasPrefix(start + damage) && message("cuebell:w=é").hasPrefix(start + damage))
    #expect(message("http://a/open#k=1").hasPrefix(start + "the link has no workout"))
    #expect(message("cuebell:w=").hasPrefix(start + damage))
    // {} in a block without compression.
    #expect(message("cuebell:w=AQIA_f97fQ").contains("a workout needs a name"))
  }

  @Test func `that would fill the memory is refused early`() throws {
    var long = try Self.workout(#require(Self.shipped.first { $0.hasSuffix("/tabata.json") }))
    long.translations = [:]
    long.nodes = (0..<9_900).map {
      .phase(Phase("Phase \($0) of a workout that nobody will ever do", .high, .after(.fixed(.seconds(1)))))
    }
    let link = WorkoutLink(long)
    #expect(link.address.utf8.count > WorkoutLink.longest)
    #expect(try WorkoutLink.workout(in: link.address).workout == long)
    long.nodes += long.nodes.map { _ in
      .phase(Phase(PerSet(String(repeating: "a", count: 300)), .high, .after(.fixed(.seconds(1)))))
    }
    do throws(WorkoutFileError) {
      _ = try WorkoutLink.workout(in: WorkoutLink(long).address)
      Issue.record("It was read.")
    } catch {
      #expect(error.description == "link:1:1: the workout in the link has more than 1048576 bytes")
    }
  }

  @Test func `is told from a file's name and contents`() throws {
    let link = try Self.link(#"{ "name": "T", "phases": [{ "name": "Work", "duration": "20s" }] }"#)
    for text in [link.address, link.address(on: "h:1"), " \(link.address)", "https://p.example/open#w=x"] {
      #expect(WorkoutLink.isLink(text))
    }
    for text in ["tabata", "http://example.org/", "w=\(link.data)", "{\"name\": \"http://x/open#\"}"] {
      #expect(!WorkoutLink.isLink(text))
    }
  }

  @Test func `that is mutated is a workout or an error`() throws {
    var random = SplitMix64(seed: SplitMix64.seed(30))
    let links = try Self.shipped.map { WorkoutLink(try Self.workout($0)).address }
    let alphabet = Array("ABCXYZabcxyz0189-_=#:/ é".unicodeScalars)
    var errors = 0
    for _ in 0..<10_000 {
      var scalars = Array(links[random.below(links.count)].unicodeScalars)
      for _ in 0...random.below(4) {
        let index = random.below(scalars.count)
        switch random.below(5) {
        case 0: scalars[index] = alphabet[random.below(alphabet.count)]
        case 1: scalars.remove(at: index)
        case 2: scalars.insert(alphabet[random.below(alphabet.count)], at: index)
        case 3: scalars.swapAt(index, random.below(scalars.count))
        default: scalars.removeSubrange(index..<min(scalars.count, index + random.below(40)))
        }
        if scalars.isEmpty { scalars = ["c"] }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      do throws(WorkoutFileError) {
        let (workout, _) = try WorkoutLink.workout(in: String(text))
        #expect(workout.problems.isEmpty)
      } catch {
        errors += 1
        #expect(!error.problems.isEmpty)
      }
    }
    #expect(errors > 9_000)
  }
}
