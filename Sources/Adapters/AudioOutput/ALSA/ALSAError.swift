public import AudioMixing
internal import CALSA
import Glibc

/// What ALSA answers when it refuses: a negative number of the system.
///
/// A number rather than a list of cases, because drivers and plugins add their own.
public struct ALSAError: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
  /// A negative number of the system.
  public let rawValue: Int32

  /// Makes an error of a result; 0 and above are no errors.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The buffer ran empty.
  public static let underrun = ALSAError(rawValue: -EPIPE)
  /// The machine slept.
  public static let suspended = ALSAError(rawValue: -ESTRPIPE)
  /// Nothing can be done just now.
  public static let again = ALSAError(rawValue: -EAGAIN)
  /// The stream is in no state for this call.
  public static let badState = ALSAError(rawValue: -EBADFD)

  /// As alsa-lib words it.
  public var description: String {
    unsafe snd_strerror(rawValue).map { unsafe String(cString: $0) } ?? "error \(rawValue)"
  }

  /// As a sink says it: the device can't be had.
  public func unavailable(_ device: String) -> SinkError { .unavailable("\(device): \(description)") }

  /// As a sink says it: the device is gone.
  public func lost(_ device: String) -> SinkError { .lost("\(device): \(description)") }

  /// Throws if `result` is an error, and returns it where it is a count.
  @discardableResult
  static func check(_ result: some BinaryInteger) throws(ALSAError) -> Int {
    if result < 0 { throw ALSAError(rawValue: Int32(clamping: result)) }
    return Int(clamping: result)
  }
}
