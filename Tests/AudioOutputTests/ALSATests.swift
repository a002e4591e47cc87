import AudioMixing
import AudioOutput
import Glibc
import Testing

@Suite(.serialized) struct `A test of a device` {
  @Test func `hears what ALSA says of it, each time`() {
    // The first one leaves ALSA silenced, as every opening does.
    for _ in 0..<2 {
      guard case .refused(let error, let remarks) = ALSADeviceTest.open("nonesuch") else {
        Issue.record("nonesuch must not open")
        continue
      }
      #expect(error.rawValue == -ENOENT && remarks == ["Unknown PCM nonesuch"])
    }
  }

  @Test func `closes one that opens`() {
    for _ in 0..<2 { #expect(ALSADeviceTest.open("null") == .opened(.normal)) }
    #expect(ALSADeviceTest.libraryVersion.split(separator: ".").count >= 3)
  }
}

@Suite struct `The silence at the start` {
  @Test(arguments: [
    (ALSASink.Buffering.low, card: 960, server: 960), (.normal, 1_440, 2_880), (.power, 1_440, 6_000),
    (ALSASink.Buffering(periodFrames: 1_440, bufferFrames: 1_440), 1_440, 1_440),
  ])
  func `is short for a card, and two periods for a server that fetches whole ones`(
    buffering: ALSASink.Buffering, card: Int, server: Int
  ) {
    #expect(buffering.startFrames(ofCard: true) == card && buffering.startFrames(ofCard: false) == server)
  }
}

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
