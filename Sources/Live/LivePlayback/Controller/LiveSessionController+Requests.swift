package import SessionControl
package import WorkoutEngine
import WorkoutModel

package struct CommandRequest: Sendable {
  let command: ControlCommand
  let origin: ActionOrigin
  let answer: @Sendable (ControlAnswer) -> Void

  package init(
    _ command: ControlCommand, by origin: ActionOrigin, answer: @escaping @Sendable (ControlAnswer) -> Void
  ) {
    (self.command, self.origin, self.answer) = (command, origin, answer)
  }
}

/// The only way into a session: keys, the socket and the desktop make the same requests.
extension LiveSessionController {
  mutating func perform(_ request: CommandRequest, _ session: LiveSession) {
    switch request.command {
    case .resume: resume(by: .resume, request, session)
    case .toggle: resume(by: .toggle, request, session)
    case .setVolume(let volume): change(to: volume, isMuted: false, request, session)
    case .changeVolume(let step):
      change(to: Limits.volume(nearest: volume + step), isMuted: false, request, session)
    case .mute(let isMuted): change(to: volume, isMuted: isMuted ?? !self.isMuted, request, session)
    case let command: send(command.action(volume: heardVolume, from: request.origin.name), request, session)
    }
  }

  /// Pauses or resumes; a run that has lost its audio session to another can resume once it has it again.
  private mutating func resume(by action: Action, _ request: CommandRequest, _ session: LiveSession) {
    let refusal =
      handovers.isPending(.audioSession) ? "Another run is taking the audio session." : ownership.reclaim()
    guard let refusal else { return send(action, request, session) }
    show(refusal)
    request.answer(.refused(refusal))
  }

  private mutating func change(
    to volume: Double, isMuted: Bool, _ request: CommandRequest, _ session: LiveSession
  ) {
    let before = heardVolume
    (self.volume, self.isMuted) = (volume, isMuted)
    send(.setVolume(heardVolume), request, session, changes: heardVolume != before)
  }

  private var heardVolume: Double { isMuted ? Limits.volume.lowerBound : volume }

  private func send(_ action: Action, _ request: CommandRequest, _ session: LiveSession, changes: Bool = true) {
    session.send(action, by: request.origin) { request.answer(ControlAnswer(to: $0, changes: changes)) }
  }
}
