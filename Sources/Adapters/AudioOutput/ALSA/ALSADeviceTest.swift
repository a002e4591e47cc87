package import AudioMixing
internal import CALSA
import Glibc
import Synchronization

/// Tests whether a device can be opened, and collects ALSA's messages.
package enum ALSADeviceTest {
  package enum Outcome: Equatable, Sendable {
    /// The device opens with this buffering and plays; it has been closed again.
    case opened(ALSASink.Buffering)
    /// The device doesn't open, with ALSA's messages, the first of which is the most informative.
    case refused(ALSAError, remarks: [String])
    /// It opens but can't be used, with the reason: it plays nothing, or not in a supported format.
    case unusable(SinkError)
  }

  private static let remarks = Mutex<[String]>([])

  package static var libraryVersion: String {
    unsafe snd_asoundlib_version().map { unsafe String(cString: $0) } ?? ""
  }

  /// Opens `device`, plays a moment of silence, and closes it again; no other caller may open a device meanwhile.
  package static func open(_ device: String, hasOpened: () -> Void = {}) -> Outcome {
    let status = listening {
      var handle: OpaquePointer?
      let status = unsafe snd_pcm_open(&handle, device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
      if let handle = unsafe handle { unsafe snd_pcm_close(handle) }
      return status
    }
    if status < 0 { return .refused(ALSAError(rawValue: status), remarks: remarks.withLock { $0 }) }
    do throws(SinkError) {
      let sink = try ALSASink(device: device)
      hasOpened()
      try sink.waitUntilPlaying()
      try sink.finish()
      return .opened(sink.buffering)
    } catch {
      return .unusable(error)
    }
  }

  /// Runs `body` and collects ALSA's messages on this thread.
  private static func listening(_ body: () -> Int32) -> Int32 {
    remarks.withLock { $0 = [] }
    // A thread's handler is called only if there is no global one.
    snd_lib_error_set_handler(nil)
    unsafe cuebell_alsa_listen { text in
      if let text = unsafe text { ALSADeviceTest.record(unsafe String(cString: text)) }
    }
    defer {
      cuebell_alsa_listen(nil)
      cuebell_alsa_silence()
    }
    return body()
  }

  private static func record(_ text: String) {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if !line.isEmpty { remarks.withLock { $0.append(line) } }
  }
}
