/// The straps whose heart rate is read.
package enum StrapChoice: Equatable, Sendable {
  /// The nearest one.
  case any
  case named(String)
  /// All in reach.
  case all
}
