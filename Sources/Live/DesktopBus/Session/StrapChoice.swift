/// The straps whose heart rate is read.
package enum StrapChoice: Equatable, Sendable {
  /// The nearest one.
  case any
  /// The one with that name, or a part of it, or that address.
  case named(String)
  /// All in reach.
  case all
}
