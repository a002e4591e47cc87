internal import CALSA
import Glibc

package enum ALSADevices {
  /// A device that `ALSASink` can open.
  package struct Device: Equatable, Sendable {
    /// The name for `ALSASink`.
    package let name: String
    /// The description for display; it may have several lines.
    package let description: String

    package init(name: String, description: String) {
      self.name = name
      self.description = description
    }
  }

  /// Lists the playback devices, in ALSA's order, without opening them: opening could stop other programs' sound.
  ///
  /// - Throws: The error of reading the configuration; without any card the list is short, which is not an error.
  package static func list() throws(ALSAError) -> [Device] {
    cuebell_alsa_silence()
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    try ALSAError.check(unsafe snd_device_name_hint(-1, "pcm", &hints))
    defer { unsafe snd_device_name_free_hint(hints) }
    guard var next = unsafe hints else { return [] }
    var devices: [Device] = []
    while let hint = unsafe next.pointee {
      unsafe next += 1
      // A missing direction means both.
      guard unsafe text("IOID", of: hint) != "Input", let name = unsafe text("NAME", of: hint) else { continue }
      unsafe devices.append(Device(name: name, description: text("DESC", of: hint) ?? ""))
    }
    return devices
  }

  private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
    guard let text = unsafe snd_device_name_get_hint(hint, key) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
