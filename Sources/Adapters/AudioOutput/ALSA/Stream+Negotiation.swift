import AudioMixing
internal import CALSA
import Glibc

extension Stream {
  /// Negotiates all parameters with the device, and reads them back.
  static func negotiate(
    _ handle: OpaquePointer, _ requested: ALSASink.Buffering, _ conversion: Conversion
  ) throws(ALSAError) -> Setup {
    let setup = unsafe try agreeOnHardware(handle, requested, conversion)
    unsafe try agreeOnSoftware(handle, setup)
    return setup
  }

  private static func agreeOnHardware(
    _ handle: OpaquePointer, _ requested: ALSASink.Buffering, _ conversion: Conversion
  ) throws(ALSAError) -> Setup {
    var parameters: OpaquePointer?
    try ALSAError.check(unsafe snd_pcm_hw_params_malloc(&parameters))
    defer { unsafe snd_pcm_hw_params_free(parameters) }
    try ALSAError.check(unsafe snd_pcm_hw_params_any(handle, parameters))
    let resamples: UInt32 = conversion == .converted ? 1 : 0
    try ALSAError.check(unsafe snd_pcm_hw_params_set_rate_resample(handle, parameters, resamples))
    try ALSAError.check(unsafe snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
    let offered = DeviceFormat.allCases.first { format in
      unsafe snd_pcm_hw_params_test_format(handle, parameters, format.code) == 0
    }
    guard let format = offered else { throw ALSAError(rawValue: -EINVAL) }
    try ALSAError.check(unsafe snd_pcm_hw_params_set_format(handle, parameters, format.code))
    var (channels, rate) = (UInt32(2), UInt32(Bus.sampleRate))
    try ALSAError.check(unsafe snd_pcm_hw_params_set_channels_near(handle, parameters, &channels))
    try ALSAError.check(unsafe snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil))
    // Both sizes are requested: for one alone, a sound server may choose the other to be a million frames.
    var (period, buffer) = (snd_pcm_uframes_t(requested.periodFrames), snd_pcm_uframes_t(requested.bufferFrames))
    try ALSAError.check(unsafe snd_pcm_hw_params_set_period_size_near(handle, parameters, &period, nil))
    try ALSAError.check(unsafe snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &buffer))
    try ALSAError.check(unsafe snd_pcm_hw_params(handle, parameters))

    try ALSAError.check(unsafe snd_pcm_hw_params_get_channels(parameters, &channels))
    try ALSAError.check(unsafe snd_pcm_hw_params_get_rate(parameters, &rate, nil))
    try ALSAError.check(unsafe snd_pcm_hw_params_get_period_size(parameters, &period, nil))
    try ALSAError.check(unsafe snd_pcm_hw_params_get_buffer_size(parameters, &buffer))
    guard channels > 0, buffer > 0 else { throw ALSAError(rawValue: -EINVAL) }
    // A device that reports no period is assumed to have one of a frame.
    let agreed = ALSASink.Buffering(
      periodFrames: max(Int(clamping: period), 1), bufferFrames: Int(clamping: buffer),
      wakePeriods: requested.wakePeriods)
    return Setup(
      encoder: SampleEncoder(format: format, channels: Int(channels)), sampleRate: Int(rate), buffering: agreed,
      startFrames: agreed.startFrames(ofCard: unsafe isCard(handle)))
  }

  /// Whether a card of this machine plays the stream, possibly mixed with others, and not a sound server.
  private static func isCard(_ handle: OpaquePointer) -> Bool {
    var info: OpaquePointer?
    guard unsafe snd_pcm_info_malloc(&info) == 0 else { return false }
    defer { unsafe snd_pcm_info_free(info) }
    return unsafe snd_pcm_info(handle, info) == 0 && snd_pcm_info_get_card(info) >= 0
  }

  /// The stream starts automatically with a small fill: with a full buffer as the threshold, some servers go from one
  /// underrun to the next.
  private static func agreeOnSoftware(_ handle: OpaquePointer, _ agreed: Setup) throws(ALSAError) {
    var parameters: OpaquePointer?
    try ALSAError.check(unsafe snd_pcm_sw_params_malloc(&parameters))
    defer { unsafe snd_pcm_sw_params_free(parameters) }
    let wake = snd_pcm_uframes_t(agreed.buffering.wakeFrames)
    let start = snd_pcm_uframes_t(agreed.startFrames)
    try ALSAError.check(unsafe snd_pcm_sw_params_current(handle, parameters))
    try ALSAError.check(unsafe snd_pcm_sw_params_set_avail_min(handle, parameters, wake))
    try ALSAError.check(unsafe snd_pcm_sw_params_set_start_threshold(handle, parameters, start))
    try ALSAError.check(unsafe snd_pcm_sw_params(handle, parameters))
  }
}

extension DeviceFormat {
  fileprivate var code: snd_pcm_format_t {
    switch self {
    case .float32: SND_PCM_FORMAT_FLOAT_LE
    case .int32: SND_PCM_FORMAT_S32_LE
    case .int16: SND_PCM_FORMAT_S16_LE
    }
  }
}
