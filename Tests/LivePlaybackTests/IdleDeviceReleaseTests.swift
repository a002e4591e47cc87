import AudioOutput
import LivePlayback
import Testing
import WorkoutEngine

@Suite struct `The release of an idle device` {
  @Test(arguments: [PauseReason.user, .interruption])
  func `begins after five seconds of a pause`(reason: PauseReason) {
    var release = IdleDeviceRelease()
    let begin = (0...20_000).first { release.begins(.paused(reason), planned: .zero, now: .milliseconds($0)) }
    #expect(begin == 5_001)
  }

  @Test func `begins at once when other programs wait for the device`() {
    var release = IdleDeviceRelease()
    release.begin(startup: .zero)
    #expect(release.isReleased && release.filter([.action(.toggle)], at: .zero).needsDevice)
  }

  @Test func `doesn't begin while the session plays, however often it was paused before`() {
    var release = IdleDeviceRelease()
    for second in 0..<60 {
      let playback = second % 4 == 3 ? PlaybackState.playing : .paused(.user)
      let begins = release.begins(playback, planned: .seconds(second), now: .seconds(second))
      #expect(!begins)
    }
    #expect(!release.isReleased)
  }

  /// A release that has begun.
  private func released() -> IdleDeviceRelease {
    var release = IdleDeviceRelease()
    for second in 0...6 { _ = release.begins(.paused(.user), planned: .zero, now: .seconds(second)) }
    return release
  }

  private func actions(_ admission: IdleDeviceRelease.Admission) -> [String] {
    admission.messages.map { if case .action(let action, _, _) = $0 { action.name } else { "device" } }
  }

  @Test func `holds back what makes it sound, until the device is there or half a second has passed`() {
    var release = released()
    let request = release.filter([.action(.setVolume(0)), .action(.resume), .action(.pause)], at: .seconds(10))
    #expect(actions(request) == ["setVolume"] && request.needsDevice && !request.isOverdue && release.isReleased)
    let wait = release.filter([.action(.lifecycle(.background))], at: .milliseconds(10_400))
    #expect(wait.messages.isEmpty && !wait.needsDevice && !wait.isOverdue)
    var other = release
    let late = other.filter([], at: .milliseconds(10_501))
    #expect(actions(late) == ["resume", "pause", "lifecycle"] && late.isOverdue && !other.isReleased)
    let device = Transfer<any LiveSink>(StubSink())
    let there = release.filter([.device(.opened(device), request: 1)], at: .milliseconds(10_450))
    #expect(actions(there) == ["device", "resume", "pause", "lifecycle"] && !there.isOverdue && !release.isReleased)
  }

  /// How long a resume waits for a device by the time that it took to start; `nil` if there never was one.
  @Test(arguments: [(Duration?.none, 0), (.zero, 500), (.milliseconds(500), 500), (.milliseconds(1_900), 3_900)])
  func `waits longer for a device that starts slowly, and for none where none was`(startup: Duration?, wait: Int) {
    var release = IdleDeviceRelease()
    release.begin(startup: startup)
    let request = release.filter([.action(.resume)], at: .seconds(10))
    #expect(request.needsDevice && request.isOverdue == (wait == 0))
    #expect(actions(request) == (wait == 0 ? ["resume"] : []))
    guard wait > 0 else { return }
    #expect(actions(release.filter([], at: .milliseconds(10_000 + wait - 1))).isEmpty)
    let late = release.filter([], at: .milliseconds(10_000 + wait))
    #expect(late.isOverdue && actions(late) == ["resume"] && !release.isReleased)
  }

  @Test func `holds back what is to be said in a pause, and begins again after the words`() {
    var release = released()
    let request = release.filter([.action(.say(nil))], at: .seconds(10))
    #expect(actions(request).isEmpty && request.needsDevice)
    release = IdleDeviceRelease()
    var begun: [Int] = []
    for second in 0...20
    where release.begins(
      .paused(.user), planned: .seconds(second), now: .seconds(second), isSpeaking: (3...9).contains(second))
    {
      begun.append(second)
    }
    #expect(begun == [16])
  }

  @Test func `takes the device from no other program to say something`() {
    var release = released()
    let request = release.filter([.action(.say("Elbows in"))], at: .seconds(10), isInterrupted: true)
    #expect(actions(request) == ["say"] && !request.needsDevice && release.isReleased)
    let both = release.filter([.action(.interruptionBegan), .action(.say(nil))], at: .seconds(11))
    #expect(actions(both) == ["interruptionBegan", "say"] && !both.needsDevice)
    let later = release.filter(
      [.action(.interruptionEnded(shouldResume: false)), .action(.say(nil))], at: .seconds(12), isInterrupted: true)
    #expect(actions(later) == ["interruptionEnded"] && later.needsDevice)
  }

  @Test(arguments: [Action.stop, .abort])
  func `holds up nothing that ends the session`(ending: Action) {
    var release = released()
    let alone = release.filter([.action(ending)], at: .seconds(10))
    #expect(actions(alone) == [ending.name] && !alone.needsDevice && !alone.isOverdue)
    release = released()
    _ = release.filter([.action(.resume)], at: .seconds(10))
    #expect(actions(release.filter([.action(ending)], at: .seconds(10))) == ["resume", ending.name])
  }

  @Test(arguments: [Action.back, .undo, .redo, .extend(by: .seconds(15)), .restartPhase, .interruptionBegan])
  func `holds up nothing that leaves the session paused`(action: Action) {
    var release = released()
    let admission = release.filter([.action(action)], at: .seconds(10))
    #expect(actions(admission) == [action.name] && !admission.needsDevice && release.isReleased)
  }
}
