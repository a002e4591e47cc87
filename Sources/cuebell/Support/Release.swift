enum Release {
  /// The version, which packages use as well.
  static let version = "0.4.0"
}
