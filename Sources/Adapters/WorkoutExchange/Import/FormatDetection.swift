/// Tells the format of a file from its content.
enum FormatDetection {
  static func format(of bytes: [UInt8]) throws(ExchangeError) -> ExchangeFormat {
    throw ExchangeError(ExchangeRemark(.file, "", that: "the file", "is in no format that is known here"))
  }
}
