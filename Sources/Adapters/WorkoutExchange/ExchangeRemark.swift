public import WorkoutFiles
import WorkoutModel

/// Something about a file of another program: what gets lost of it, or what is wrong with it, and where.
public struct ExchangeRemark: Equatable, Sendable {
  /// A place in a file.
  public enum Place: Equatable, Hashable, Sendable {
    /// A line, counted from 1.
    case line(Int)
    /// A line and a column.
    case text(TextLocation)
    /// The offset of a byte of a file that isn't text.
    case byte(Int)
    /// The file as a whole.
    case file
  }

  /// Where it is.
  public let place: Place
  /// The element of the file, such as `IntervalsT`, or the field of the workout, such as `phases[1]`; may be empty.
  public let path: String
  /// What it is about, in the words of the file, such as `FlatRoad="1"`.
  public let what: String
  /// What is wrong with it, or what becomes of it.
  public let why: String
  /// Whether `why` is said of `what` in one sentence, and not after a colon.
  private let isSentence: Bool
  /// How many others are alike but for their places.
  public fileprivate(set) var others = 0

  /// A remark that says "what: why".
  public init(_ place: Place, _ path: String, _ what: String, _ why: String) {
    self.init(place, path, what, why, isSentence: false)
  }

  /// A remark that says "what why", as in `FlatRoad="1" means nothing here`.
  public init(_ place: Place, _ path: String, that what: String, _ why: String) {
    self.init(place, path, what, why, isSentence: true)
  }

  private init(_ place: Place, _ path: String, _ what: String, _ why: String, isSentence: Bool) {
    self.place = place
    self.path = path
    self.what = what
    self.why = why
    self.isSentence = isSentence
  }

  /// The line of its place; `nil` where it is a byte or the whole file.
  public var line: Int? {
    switch place {
    case .line(let line): line
    case .text(let location): location.line
    case .byte, .file: nil
    }
  }

  /// `file:line: path: what: why` on one line, safe to print.
  public func text(in file: String) -> String {
    let position =
      switch place {
      case .line(let line): ":\(line)"
      case .text(let location): ":\(location)"
      case .byte(let offset): ":byte \(offset)"
      case .file: ""
      }
    let subject = [path, what].filter { !$0.isEmpty }.joined(separator: ": ")
    let sentence = subject.isEmpty ? why : subject + (isSentence ? " " : ": ") + why
    let times = others > 0 ? " (\(others + 1) times)" : ""
    return Excerpt.plain(file, length: 4096) + position + ": " + Excerpt.plain(sentence, length: 400) + times
  }

  fileprivate func isLike(_ other: ExchangeRemark) -> Bool {
    (path, what, why, isSentence) == (other.path, other.what, other.why, other.isSentence)
  }
}

/// What is remarked about a file while it is read or written: the losses, and the errors.
public struct ExchangeLog: Sendable {
  /// How many errors are kept.
  public static let errorLimit = 20
  /// How many different losses are kept.
  static let lossLimit = 1000

  /// What gets lost, in the order it was found; those alike are one with their number.
  public private(set) var losses: [ExchangeRemark] = []
  /// What is wrong, in the order it was found.
  public private(set) var errors: [ExchangeRemark] = []
  /// How many more errors there were than are kept.
  public private(set) var unreported = 0

  /// A log without remarks.
  public init() {}

  /// Adds something that gets lost.
  public mutating func lose(_ loss: ExchangeRemark) {
    if let index = losses.firstIndex(where: loss.isLike) {
      losses[index].others += 1
    } else if losses.count < Self.lossLimit {
      losses.append(loss)
    }
  }

  /// Adds an error; the file can't be taken.
  public mutating func fail(_ error: ExchangeRemark) {
    if errors.count < Self.errorLimit { errors.append(error) } else { unreported += 1 }
  }

  /// Whether further errors are only counted.
  public var isFull: Bool { errors.count >= Self.errorLimit }

  /// Throws the errors, if there are any.
  public func check() throws(ExchangeError) {
    if !errors.isEmpty { throw ExchangeError(errors: errors, unreported: unreported) }
  }
}

/// Why a file can't be taken.
public struct ExchangeError: Error, Equatable, Sendable {
  /// What is wrong, at most `ExchangeLog.errorLimit` of it; at least one.
  public let errors: [ExchangeRemark]
  /// How many more errors there were.
  public let unreported: Int

  /// Errors of a file.
  public init(errors: [ExchangeRemark], unreported: Int = 0) {
    self.errors = errors
    self.unreported = unreported
  }

  /// One error of a file.
  public init(_ error: ExchangeRemark) { self.init(errors: [error]) }
}
