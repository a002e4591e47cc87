import AudioMixing
import LiveHost
import Testing
import WorkoutEngine

@Suite struct `A rest from the device` {
  @Test(arguments: [PauseReason.user, .interruption])
  func `begins after five seconds of a pause`(reason: PauseReason) {
    var rest = Rest()
    let begin = (0...20_000).first { rest.begins(.paused(reason), planned: .zero, now: .milliseconds($0)) }
    #expect(begin == 5_001)
  }

  @Test func `begins at once when others wait for the device`() {
    var rest = Rest()
    rest.begin(startup: .zero)
    #expect(rest.isResting && rest.admit([.action(.toggle)], at: .zero).wantsDevice)
  }

  @Test func `doesn't begin while the session plays, however often it was paused before`() {
    var rest = Rest()
    for second in 0..<60 {
      let playback = second % 4 == 3 ? PlaybackState.playing : .paused(.user)
      let begins = rest.begins(playback, planned: .seconds(second), now: .seconds(second))
      #expect(!begins)
    }
    #expect(!rest.isResting)
  }

  /// A rest that has begun.
  private func resting() -> Rest {
    var rest = Rest()
    for second in 0...6 { _ = rest.begins(.paused(.user), planned: .zero, now: .seconds(second)) }
    return rest
  }

  private func actions(_ admission: Rest.Admission) -> [String] {
    admission.letters.map { if case .action(let action) = $0 { action.name } else { "device" } }
  }

  @Test func `holds back what makes it sound, until the device is there or half a second has passed`() {
    var rest = resting()
    let wish = rest.admit([.action(.setVolume(0)), .action(.resume), .action(.pause)], at: .seconds(10))
    #expect(actions(wish) == ["setVolume"] && wish.wantsDevice && !wish.isOverdue && rest.isResting)
    let wait = rest.admit([.action(.lifecycle(.background))], at: .milliseconds(10_400))
    #expect(wait.letters.isEmpty && !wait.wantsDevice && !wait.isOverdue)
    var other = rest
    let late = other.admit([], at: .milliseconds(10_501))
    #expect(actions(late) == ["resume", "pause", "lifecycle"] && late.isOverdue && !other.isResting)
    let device = Parcel<any AudioSink>(Stub())
    let there = rest.admit([.device(.opened(device), wish: 1)], at: .milliseconds(10_450))
    #expect(actions(there) == ["device", "resume", "pause", "lifecycle"] && !there.isOverdue && !rest.isResting)
  }

  /// How long whoever goes on waits for a device that took so long to start; `nil` for one that never was there.
  @Test(arguments: [(Duration?.none, 0), (.zero, 500), (.milliseconds(500), 500), (.milliseconds(1_900), 3_900)])
  func `waits longer for a device that starts slowly, and for none where none was`(startup: Duration?, wait: Int) {
    var rest = Rest()
    rest.begin(startup: startup)
    let wish = rest.admit([.action(.resume)], at: .seconds(10))
    #expect(wish.wantsDevice && wish.isOverdue == (wait == 0) && actions(wish) == (wait == 0 ? ["resume"] : []))
    guard wait > 0 else { return }
    #expect(actions(rest.admit([], at: .milliseconds(10_000 + wait - 1))).isEmpty)
    let late = rest.admit([], at: .milliseconds(10_000 + wait))
    #expect(late.isOverdue && actions(late) == ["resume"] && !rest.isResting)
  }

  @Test(arguments: [Action.stop, .abort])
  func `holds up nothing that ends the session`(ending: Action) {
    var rest = resting()
    let alone = rest.admit([.action(ending)], at: .seconds(10))
    #expect(actions(alone) == [ending.name] && !alone.wantsDevice && !alone.isOverdue)
    rest = resting()
    _ = rest.admit([.action(.resume)], at: .seconds(10))
    #expect(actions(rest.admit([.action(ending)], at: .seconds(10))) == ["resume", ending.name])
  }

  @Test(arguments: [Action.back, .undo, .redo, .extend(by: .seconds(15)), .restartPhase, .interruptionBegan])
  func `holds up nothing that leaves the session paused`(action: Action) {
    var rest = resting()
    let admission = rest.admit([.action(action)], at: .seconds(10))
    #expect(actions(admission) == [action.name] && !admission.wantsDevice && rest.isResting)
  }
}
