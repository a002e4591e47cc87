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
