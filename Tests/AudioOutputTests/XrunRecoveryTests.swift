import AudioMixing
import AudioOutput
import Glibc
import Testing

@Suite struct `Recovery of a stream` {
  @Test(arguments: [
    (-EPIPE, StreamState.underrun, XrunRecovery.prepare), (-EPIPE, .running, .prepare), (-EBADFD, .setup, .prepare),
    (-EBADFD, .running, .giveUp), (-EBADFD, .disconnected, .giveUp), (-ESTRPIPE, .suspended, .resume),
    (-ESTRPIPE, .running, .resume), (-EPIPE, .suspended, .resume), (-EAGAIN, .running, .retry),
    (-EINTR, .prepared, .retry),
    (-EAGAIN, .paused, .unpause), (-ENODEV, .running, .giveUp), (-EIO, .running, .giveUp),
    (-ENODEV, .underrun, .giveUp),
    (-EIO, .setup, .giveUp), (-ENXIO, .prepared, .giveUp), (-EPIPE, .open, .giveUp), (-EINVAL, .running, .giveUp),
  ])
  func `is decided by the state first and the number second`(code: Int32, state: StreamState, action: XrunRecovery) {
    #expect(XrunRecovery.action(for: ALSAError(rawValue: code), in: state) == action)
  }

  @Test func `names an error as the system does, and as a sink does`() {
    #expect(ALSAError(rawValue: -ENODEV).description == "No such device")
    #expect(ALSAError.underrun.lost("hw:1") == SinkError.lost("hw:1: Broken pipe"))
    #expect(ALSAError(rawValue: -ENOENT).unavailable("x") == .unavailable("x: No such file or directory"))
  }
}
