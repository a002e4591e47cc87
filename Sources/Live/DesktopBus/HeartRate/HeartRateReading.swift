import WorkoutModel

/// A notification of the Heart Rate Measurement characteristic.
enum HeartRateReading: Equatable {
  /// Beats per minute.
  case rate(Int)
  /// The strap has no contact with the skin, so its rate means nothing.
  case noContact

  /// Reads the flags and the rate: bit 0 stands for 16 bits, bit 1 for contact, bit 2 for whether that is known.
  ///
  /// `nil` if the bytes end too early, or if no heart beats so. Energy and intervals, which may follow, are ignored.
  init?(_ bytes: [UInt8]) {
    guard let flags = bytes.first else { return nil }
    let size = flags & 0b1 == 0 ? 1 : 2
    guard bytes.count > size else { return nil }
    if flags & 0b110 == 0b100 {
      self = .noContact
      return
    }
    let rate = bytes[1...size].reversed().reduce(0) { $0 << 8 | Int($1) }
    if rate == Signal.heartRate.noContact {
      self = .noContact
    } else {
      guard Signal.heartRate.range.contains(rate) else { return nil }
      self = .rate(rate)
    }
  }
}
