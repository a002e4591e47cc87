internal import CALSA
import Glibc
import HostSystem
import Synchronization

/// An open playback stream of alsa-lib, used by one thread at a time.
///
/// It is closed by `end`, or by another thread when this value is destroyed: closing a stream that has failed may wait
/// for a sound server that hangs.
@safe
final class Stream {
  struct Setup {
    var encoder: SampleEncoder
    var sampleRate: Int
    var buffering: ALSASink.Buffering
    var startFrames: Int
  }

  /// The conversions that ALSA may perform.
  enum Conversion {
    /// All conversions.
    case converted
    /// No conversion of rate, channels or format.
    case plain

    fileprivate var mode: Int32 {
      switch self {
      case .converted: 0
      case .plain: SND_PCM_NO_AUTO_RESAMPLE | SND_PCM_NO_AUTO_CHANNELS | SND_PCM_NO_AUTO_FORMAT
      }
    }
  }

  /// Opening and closing load plugins and read the configuration, which is not thread-safe.
  private static let configurationLock = Mutex(())

  /// The maximum wait for a server that may hang, in milliseconds.
  private static let patience: Int32 = 250

  private let handle: OpaquePointer
  /// Whether this value may use the stream and must close it.
  private var isOpen = true
  /// The descriptor that ends a wait, followed by those of the device.
  private var watched = PollSet()
  /// The requested parameters until they are negotiated.
  private(set) var setup: Setup

  /// Opens `device` without blocking, and negotiates a format near the requested one.
  ///
  /// If that fails with ALSA's own conversions, which may promise more than they can do, it is tried once more without
  /// them, so that the device reports its own limits.
  /// - Throws: The error of the first step that failed.
  init(device: String, _ requested: ALSASink.Buffering) throws(ALSAError) {
    unsafe (handle, setup) = try Self.negotiated(device, requested, .converted)
  }

  private static func negotiated(
    _ device: String, _ requested: ALSASink.Buffering, _ conversion: Conversion
  ) throws(ALSAError) -> (handle: OpaquePointer, setup: Setup) {
    let handle = unsafe try open(device, conversion)
    do throws(ALSAError) {
      return unsafe (handle, try negotiate(handle, requested, conversion))
    } catch {
      unsafe close(handle)
      guard conversion == .converted, let plain = unsafe try? negotiated(device, requested, .plain) else { throw error }
      return unsafe plain
    }
  }

  deinit {
    guard isOpen else { return }
    let address = UInt(bitPattern: unsafe handle)
    try? HostThread {
      if let handle = unsafe OpaquePointer(bitPattern: address) { unsafe Self.close(handle) }
    }.detach()
  }

  /// Stops and closes the stream; frames that haven't been heard are lost, and it is unusable afterwards.
  ///
  /// Another thread does it; the caller waits for it no longer than `patience`.
  func end() {
    guard isOpen else { return }
    isOpen = false
    let address = UInt(bitPattern: unsafe handle)
    Self.runDetached {
      if let handle = unsafe OpaquePointer(bitPattern: address) {
        _ = unsafe snd_pcm_drop(handle)
        unsafe Self.close(handle)
      }
    }
  }

  /// Runs work that may hang on another thread, and waits for it no longer than `patience`; skips it if the system
  /// can't create a thread.
  private static func runDetached(_ work: @escaping @Sendable () -> Void) {
    let done = Mailbox<Bool>(capacity: 1)
    let thread = try? HostThread {
      work()
      done.put(true)
    }
    guard let thread else { return }
    thread.detach()
    done.wait(milliseconds: patience)
  }

  private static func open(_ device: String, _ conversion: Conversion) throws(ALSAError) -> OpaquePointer {
    var handle: OpaquePointer?
    let mode = Int32(SND_PCM_NONBLOCK) | conversion.mode
    let status = configurationLock.withLock { _ in
      cuebell_alsa_silence()
      return unsafe snd_pcm_open(&handle, device, SND_PCM_STREAM_PLAYBACK, mode)
    }
    try ALSAError.check(status)
    guard let handle = unsafe handle else { throw ALSAError(rawValue: -ENODEV) }
    return unsafe handle
  }

  private static func close(_ handle: OpaquePointer) {
    configurationLock.withLock { _ in _ = unsafe snd_pcm_close(handle) }
  }

  var state: StreamState {
    guard isOpen else { return .disconnected }
    return switch unsafe snd_pcm_state(handle) {
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

  func space() throws(ALSAError) -> Int { try ALSAError.check(unsafe snd_pcm_avail_update(opened())) }

  /// The number of written frames that have not been heard; it may be negative after an underrun.
  func delay() throws(ALSAError) -> Int {
    var frames: snd_pcm_sframes_t = 0
    try ALSAError.check(unsafe snd_pcm_delay(opened(), &frames))
    return Int(frames)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ALSAError) -> Int {
    let frames = snd_pcm_uframes_t(bytes.count / setup.encoder.frameBytes)
    return try ALSAError.check(unsafe snd_pcm_writei(opened(), bytes.baseAddress, frames))
  }

  // The following calls may wait for a sound server; the others don't.
  func prepare() throws(ALSAError) { unsafe try ask { handle in unsafe snd_pcm_prepare(handle) } }
  func start() throws(ALSAError) { unsafe try ask { handle in unsafe snd_pcm_start(handle) } }
  func resume() throws(ALSAError) { unsafe try ask { handle in unsafe snd_pcm_resume(handle) } }
  func unpause() throws(ALSAError) { unsafe try ask { handle in unsafe snd_pcm_pause(handle, 0) } }

  private func opened() throws(ALSAError) -> OpaquePointer {
    guard isOpen else { throw .badState }
    return unsafe handle
  }

  /// A request that another thread makes.
  private final class Request: Sendable {
    enum State {
      case pending, abandoned
      case answered(Int32)
    }

    let state = Mutex(State.pending)
  }

  /// Makes a call to the device on another thread.
  ///
  /// A device that doesn't answer in time is left to that thread, which closes it when it does.
  private func ask(_ question: @escaping @Sendable (OpaquePointer) -> Int32) throws(ALSAError) {
    let address = UInt(bitPattern: unsafe try opened())
    let request = Request()
    Self.runDetached {
      guard let handle = unsafe OpaquePointer(bitPattern: address) else { return }
      let status = unsafe question(handle)
      let isAbandoned = request.state.withLock { state in
        defer { state = .answered(status) }
        return if case .abandoned = state { true } else { false }
      }
      if isAbandoned { unsafe Self.close(handle) }
    }
    let end = request.state.withLock { state in
      if case .pending = state { state = .abandoned }
      return state
    }
    guard case .answered(let status) = end else {
      isOpen = false
      throw ALSAError(rawValue: -ETIMEDOUT)
    }
    try ALSAError.check(status)
  }

  enum Event {
    case woken, timeout
    /// The device is ready: it has space, or an error that the next call reports.
    case device
    case gone
  }

  /// Waits for the device, and for `descriptor` if it isn't negative, for at most `time`.
  func wait(waking descriptor: Int32, atMost time: Duration) throws(ALSAError) -> Event {
    try gatherDescriptors(waking: descriptor)
    if !watched.wait(for: time) { return .timeout }
    if watched[0] != 0 { return .woken }
    var events: UInt16 = 0
    let count = UInt32(watched.entries.count - 1)
    try ALSAError.check(
      unsafe watched.entries.withUnsafeMutableBufferPointer { all in
        unsafe snd_pcm_poll_descriptors_revents(handle, all.baseAddress.map { unsafe $0 + 1 }, count, &events)
      })
    return Int32(events) & (POLLHUP | POLLNVAL) == 0 ? .device : .gone
  }

  private func gatherDescriptors(waking descriptor: Int32) throws(ALSAError) {
    let count = max(unsafe snd_pcm_poll_descriptors_count(handle), 0)
    if watched.entries.count != Int(count) + 1 {
      watched = PollSet(Array(repeating: -1, count: Int(count) + 1))
    }
    watched.entries[0].fd = descriptor
    try ALSAError.check(
      unsafe watched.entries.withUnsafeMutableBufferPointer { all in
        unsafe snd_pcm_poll_descriptors(handle, all.baseAddress.map { unsafe $0 + 1 }, UInt32(count))
      })
  }
}
