public import AudioMixing
internal import CALSA
import Glibc

/// An error of ALSA: a negative system error number.
///
/// It is a number and not an enumeration, because drivers and plugins add their own.
public struct ALSAError: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
  /// The negative error number.
  public let rawValue: Int32

  /// Makes an error from a result; 0 and above are no errors.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The buffer ran empty.
  public static let underrun = ALSAError(rawValue: -EPIPE)
  /// The machine was suspended.
  public static let suspended = ALSAError(rawValue: -ESTRPIPE)
  /// The call can't be performed now.
  public static let again = ALSAError(rawValue: -EAGAIN)
  /// The stream is in the wrong state for the call.
  public static let badState = ALSAError(rawValue: -EBADFD)

  /// The message of alsa-lib.
  public var description: String {
    unsafe snd_strerror(rawValue).map { unsafe String(cString: $0) } ?? "error \(rawValue)"
  }

  /// The sink error for a device that can't be opened.
  public func unavailable(_ device: String) -> SinkError { .unavailable("\(device): \(description)") }

  /// The sink error for a device that was lost.
  public func lost(_ device: String) -> SinkError { .lost("\(device): \(description)") }

  /// Throws if `result` is an error, and otherwise returns it.
  @discardableResult
  static func check(_ result: some BinaryInteger) throws(ALSAError) -> Int {
    if result < 0 { throw ALSAError(rawValue: Int32(clamping: result)) }
    return Int(clamping: result)
  }
}
