extension Timeline {
  /// A short text that is the same for the same workout and differs, for all practical purposes, for any other.
  ///
  /// FNV-1a of 64 bits over the printed value; it need only be stable within one version of the library.
  public var digest: String {
    // A dictionary is printed in another order in every run.
    let maps = [workout.sounds, workout.pronounce].map { map in
      map.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
    var plain = workout
    plain.sounds = [:]
    plain.pronounce = [:]
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(plain)\(maps)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
