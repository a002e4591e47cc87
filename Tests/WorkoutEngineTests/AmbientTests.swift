import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The ambient bed` {
  private func commands(_ drill: Drill) -> [String] {
    drill.score.effects.compactMap { effect in
      guard case .ambient(let command) = effect.kind else { return nil }
      let text =
        switch command {
        case .start(let bed): "start \(bed.sound)"
        case .swap(let bed, let fade): "swap \(bed?.sound ?? "none") over \(Score.seconds(fade))"
        case .pause(let fade): "pause over \(Score.seconds(fade))"
        case .resume(let fade): "resume over \(Score.seconds(fade))"
        case .stop(let fade): "stop over \(Score.seconds(fade))"
        }
      return "\(Score.seconds(effect.due)) \(text)"
    }
  }

  @Test func `comes in after the preparation and is silent exactly when the workout completes`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 100)
    #expect(commands(drill) == ["10 start rain", "73.500 stop over 1.500"])
  }

  @Test func `goes out on pause and comes in on resume`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 20)
    drill.send(.pause, at: 20)
    drill.send(.resume, at: 30)
    drill.run(to: 32)
    #expect(commands(drill) == ["10 start rain", "20 pause over 1.500", "30 resume over 1.500"])
  }

  @Test func `shortens its fade out to what is left, from the level that it has`() throws {
    let workout = Workout(
      name: "Short", style: .silent, ambient: Ambient(sound: "rain", fade: .seconds(4)),
      nodes: [Sample.phase("A", .high, 6)])
    var drill = try Drill(workout)
    drill.run(to: 10)
    // At 3 s the fade in has come three quarters of the way, and goes back with the same slope.
    #expect(commands(drill) == ["0 start rain", "3 stop over 4"])
  }

  @Test func `shortens it more where the user has jumped close to the end`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 30)
    drill.send(.jump(to: .milliseconds(74_500)), at: 30)
    drill.run(to: 40)
    #expect(commands(drill).last == "30 stop over 0.500")
  }

  @Test(arguments: [1, 1000, 1_000_000])
  func `that would take as long as the whole workout comes and goes all the same`(nanoseconds: Int) throws {
    let workout = Workout(
      name: "Long fade", style: .silent, ambient: Ambient(sound: "rain", fade: .seconds(86_400)),
      nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(60) + .nanoseconds(nanoseconds)))))])
    var drill = try Drill(workout)
    drill.run(to: 100)
    #expect(commands(drill).count == 2)
    #expect(drill.score.effects.allSatisfy { $0.due <= .seconds(100) })
  }

  @Test func `changes over where a phase has another one, and back`() throws {
    let drone = Ambient(sound: "drone", fade: .seconds(3))
    let workout = Workout(
      name: "Beds", style: .silent, ambient: Ambient(sound: "rain"),
      nodes: [
        Sample.phase("A", .high, 10),
        .phase(Phase("B", .sit, .after(.fixed(.seconds(10))), ambient: .bed(drone))),
        .phase(Phase("C", .rest, .after(.fixed(.seconds(10))), ambient: .silent)), Sample.phase("D", .high, 10),
      ])
    var drill = try Drill(workout)
    drill.run(to: 50)
    #expect(
      commands(drill) == [
        "0 start rain", "10 swap drone over 3", "20 swap none over 3", "30 start rain", "38.500 stop over 1.500",
      ])
  }
}
