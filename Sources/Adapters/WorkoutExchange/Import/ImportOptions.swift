/// The user's options for an import.
///
/// ```swift
/// let options = ImportOptions(format: .zwo, ftp: 240)
/// ```
public struct ImportOptions: Sendable {
  /// The format; detected from the content if `nil`.
  public var format: ExchangeFormat?
  /// The functional threshold power in watts, for files that need it and don't contain it.
  public var ftp: Int?
  /// Neighbouring steps whose targets differ by less than this, in thousandths of a per cent, are merged.
  public var merge: Int?
  /// Replaces the workout name of the file.
  public var name: String?

  /// Creates options.
  public init(format: ExchangeFormat? = nil, ftp: Int? = nil, merge: Int? = nil, name: String? = nil) {
    self.format = format
    self.ftp = ftp
    self.merge = merge
    self.name = name
  }
}

extension ImportOptions {
  /// The nearest options that make sense: those in code may have any numbers.
  var withinLimits: ImportOptions {
    var options = self
    options.ftp = ftp.map { ExchangeNumber.nearest(to: $0, in: ExchangeNumber.ftp) }
    options.merge = merge.map { ExchangeNumber.nearest(to: $0, in: ExchangeNumber.power) }
    return options
  }
}
