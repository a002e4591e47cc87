internal import CALSA
import Glibc

/// The devices that ALSA's configuration names.
public enum ALSADevices {
  /// A name to give to `ALSASink`.
  public struct Device: Equatable, Sendable {
    /// As `ALSASink` takes it.
    public let name: String
    /// For people; it may have several lines.
    public let description: String

    /// Makes a device called `name`.
    public init(name: String, description: String) {
      self.name = name
      self.description = description
    }
  }

  /// Lists what can play, in ALSA's order, without opening any of it: opening would stop other programs' sound.
  ///
  /// - Throws: the error of reading the configuration; without any card the list is short, not an error.
  public static func list() throws(ALSAError) -> [Device] {
    cuebell_alsa_silence()
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    try ALSAError.check(unsafe snd_device_name_hint(-1, "pcm", &hints))
    defer { unsafe snd_device_name_free_hint(hints) }
    guard var next = unsafe hints else { return [] }
    var devices: [Device] = []
    while let hint = unsafe next.pointee {
      unsafe next += 1
      // No direction means both.
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
