internal import CALSA
import Dispatch
import Glibc
import Synchronization

/// An open playback stream of alsa-lib, which belongs to one thread at a time.
///
/// It is closed by `close`, or else when this value goes, by another thread: the close of a stream that has failed may
/// wait for a sound server that hangs.
@safe
final class Stream {
  /// What the device agreed to.
  struct Setup {
    var encoder: SampleEncoder
    var sampleRate: Int
    var periodFrames: Int
    var bufferFrames: Int
  }

  /// Opening and closing load plugins and read the configuration, which is not made for two threads.
  private static let door = Mutex(())

  private let handle: OpaquePointer
  private var isOpen = true
  /// First the descriptor that ends a wait, then the device's.
  private var watched: [pollfd] = []
  /// Replaced by what was agreed on, as soon as it is.
  private(set) var setup: Setup

  /// Opens `device` without waiting for it, and agrees on a format near the wishes.
  ///
  /// - Throws: the error of the first step that failed.
  init(device: String, periodFrames: Int, bufferFrames: Int) throws(ALSAError) {
    unsafe handle = try Self.open(device)
    do throws(ALSAError) {
      setup = unsafe try Self.negotiate(handle, periodFrames: periodFrames, bufferFrames: bufferFrames)
    } catch {
      unsafe Self.close(handle)
      throw error
    }
  }

  deinit {
    guard isOpen else { return }
    let address = UInt(bitPattern: unsafe handle)
    DispatchQueue.global().async {
      if let handle = unsafe OpaquePointer(bitPattern: address) { unsafe Self.close(handle) }
    }
  }

  /// Closes it at once; it is of no use afterwards.
  func close() {
    if isOpen { unsafe Self.close(handle) }
    isOpen = false
  }

  private static func open(_ device: String) throws(ALSAError) -> OpaquePointer {
    var handle: OpaquePointer?
    let status = door.withLock { _ in
      cuebell_alsa_silence()
      return unsafe snd_pcm_open(&handle, device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    }
    try ALSAError.check(status)
    guard let handle = unsafe handle else { throw ALSAError(rawValue: -ENODEV) }
    return unsafe handle
  }

  private static func close(_ handle: OpaquePointer) {
    door.withLock { _ in _ = unsafe snd_pcm_close(handle) }
  }

  var state: StreamState {
    switch unsafe snd_pcm_state(handle) {
    case SND_PCM_STATE_OPEN: .open
    case SND_PCM_STATE_SETUP: .setup
    case SND_PCM_STATE_PREPARED: .prepared
    case SND_PCM_STATE_RUNNING: .running
    case SND_PCM_STATE_XRUN: .underrun
    case SND_PCM_STATE_DRAINING: .draining
    case SND_PCM_STATE_PAUSED: .paused
    case SND_PCM_STATE_SUSPENDED: .suspended
    case SND_PCM_STATE_DISCONNECTED: .disconnected
    default: .other
    }
  }

  /// How many frames can be written now.
  func room() throws(ALSAError) -> Int { try ALSAError.check(unsafe snd_pcm_avail_update(handle)) }

  /// How many written frames are not yet heard; it may be negative after an underrun.
  func delay() throws(ALSAError) -> Int {
    var frames: snd_pcm_sframes_t = 0
    try ALSAError.check(unsafe snd_pcm_delay(handle, &frames))
    return Int(frames)
  }

  /// Writes frames and returns how many were taken.
  func write(_ bytes: UnsafeRawBufferPointer) throws(ALSAError) -> Int {
    let frames = snd_pcm_uframes_t(bytes.count / setup.encoder.frameBytes)
    return try ALSAError.check(unsafe snd_pcm_writei(handle, bytes.baseAddress, frames))
  }

  func prepare() throws(ALSAError) { try ALSAError.check(unsafe snd_pcm_prepare(handle)) }
  func start() throws(ALSAError) { try ALSAError.check(unsafe snd_pcm_start(handle)) }
  func resume() throws(ALSAError) { try ALSAError.check(unsafe snd_pcm_resume(handle)) }
  func unpause() throws(ALSAError) { try ALSAError.check(unsafe snd_pcm_pause(handle, 0)) }

  /// Stops at once; what was not heard yet is lost.
  func drop() { _ = unsafe snd_pcm_drop(handle) }

  /// What a wait ended with.
  enum Event {
    case woken, timeout
    /// The device has something to say: room, or an error that the next call tells.
    case device
    /// The device hung up.
    case gone
  }

  /// Waits for the device, and for `descriptor` where it isn't negative, at most so long.
  func wait(waking descriptor: Int32, milliseconds: Int32) throws(ALSAError) -> Event {
    try gatherDescriptors(waking: descriptor)
    let ready = unsafe watched.withUnsafeMutableBufferPointer { all in
      unsafe poll(all.baseAddress, nfds_t(all.count), milliseconds)
    }
    if ready < 0 { return errno == EINTR ? .device : .gone }
    if ready == 0 { return .timeout }
    if watched[0].revents != 0 { return .woken }
    var events: UInt16 = 0
    let count = UInt32(watched.count - 1)
    try ALSAError.check(
      unsafe watched.withUnsafeMutableBufferPointer { all in
        unsafe snd_pcm_poll_descriptors_revents(handle, all.baseAddress.map { unsafe $0 + 1 }, count, &events)
      })
    return Int32(events) & (POLLHUP | POLLNVAL) == 0 ? .device : .gone
  }

  private func gatherDescriptors(waking descriptor: Int32) throws(ALSAError) {
    let count = max(unsafe snd_pcm_poll_descriptors_count(handle), 0)
    if watched.count != Int(count) + 1 { watched = Array(repeating: pollfd(), count: Int(count) + 1) }
    // A negative descriptor is passed over.
    watched[0] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try ALSAError.check(
      unsafe watched.withUnsafeMutableBufferPointer { all in
        unsafe snd_pcm_poll_descriptors(handle, all.baseAddress.map { unsafe $0 + 1 }, UInt32(count))
      })
  }
}
