package import AudioMixing
internal import CALSA
import Glibc

/// An error of ALSA: a negative system error number.
///
/// It is a number and not an enumeration, because drivers and plugins add their own.
package struct ALSAError: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
  /// The negative error number.
  package let rawValue: Int32

  /// Makes an error from a result; 0 and above are no errors.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The buffer ran empty.
  package static let underrun = ALSAError(rawValue: -EPIPE)
  /// The machine was suspended.
  package static let suspended = ALSAError(rawValue: -ESTRPIPE)
  /// The call can't be performed now.
  package static let again = ALSAError(rawValue: -EAGAIN)
  /// The stream is in the wrong state for the call.
  package static let badState = ALSAError(rawValue: -EBADFD)

  package var description: String {
    unsafe snd_strerror(rawValue).map { unsafe String(cString: $0) } ?? "error \(rawValue)"
  }

  package func unavailable(_ device: String) -> SinkError { .unavailable("\(device): \(description)") }

  package func lost(_ device: String) -> SinkError { .lost("\(device): \(description)") }

  /// Throws if `result` is an error, and otherwise returns it.
  @discardableResult
  static func check(_ result: some BinaryInteger) throws(ALSAError) -> Int {
    if result < 0 { throw ALSAError(rawValue: Int32(clamping: result)) }
    return Int(clamping: result)
  }
}
