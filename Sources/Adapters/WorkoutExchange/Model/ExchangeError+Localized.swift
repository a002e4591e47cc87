#if canImport(FoundationEssentials)
public import FoundationEssentials
#elseif canImport(Foundation)
public import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)
extension ExchangeError: LocalizedError {
  /// One line for each error, with its place.
  public var errorDescription: String? { description }
}
#endif
