extension Duration {
  /// For people: microseconds below a millisecond, milliseconds below a second, else seconds with a decimal; cut.
  var text: String {
    let (seconds, attoseconds) = components
    let microseconds = attoseconds / 1_000_000_000_000
    if seconds > 0 { return "\(seconds).\(microseconds / 100_000) s" }
    return microseconds >= 1_000 ? "\(microseconds / 1_000) ms" : "\(microseconds) µs"
  }
}
