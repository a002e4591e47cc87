import WorkoutModel

/// The values in words that have begun, were about to be spoken when one of them changed, or would come too late with
/// one that has become known.
struct KeptValues: Equatable, Sendable, Codable {
  let values: [Signal: Int]
  /// The instant at which they changed, or up to which they are known to be true.
  var until: Duration
  /// The position up to which words that have begun keep them.
  var begunUpTo: Duration?
  /// The moment at which words that were about to be spoken end; up to it they keep them, though others may speak.
  var endingAt: Duration?
  /// The positions after the one at which words with all known values would have had to begin.
  var lateIn: Range<Duration>?

  /// The same for a clock whose zero is at `origin`.
  func counted(from origin: Duration) -> Self {
    var kept = self
    kept.until -= origin
    return kept
  }
}
