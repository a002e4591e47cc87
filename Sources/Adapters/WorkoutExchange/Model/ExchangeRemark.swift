public import StrictJSON
import WorkoutModel

/// A loss or an error in a file of another program, with its place.
///
/// ```swift
/// let loss = ExchangeRemark(.line(14), "SteadyState", that: "FlatRoad", "is not kept")
/// loss.text(in: "vo2.zwo")                // "vo2.zwo:14: SteadyState: FlatRoad is not kept"
/// ```
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

  /// The place.
  public let place: Place
  /// The element of the file, such as `IntervalsT`, or the field of the workout, such as `phases[1]`; may be empty.
  public let path: String
  /// The subject, as the file spells it, such as `FlatRoad="1"`.
  public let what: String
  /// The error, or the treatment of the subject.
  public let why: String
  /// Whether `why` continues the sentence that `what` begins, instead of following a colon.
  private let isSentence: Bool
  /// The number of further remarks that differ only in their places.
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

  /// The line of its place; `nil` for a byte offset or the whole file.
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

  /// What alike remarks share: all but their places.
  fileprivate struct Kind: Hashable {
    let path: String
    let what: String
    let why: String
  }

  fileprivate var kind: Kind { Kind(path: path, what: what, why: why) }
}

/// The losses and errors found while a file is read or written.
public struct ExchangeLog: Sendable {
  /// The maximum number of stored errors.
  public static let errorLimit = 20
  /// The maximum number of different stored losses; one more counts the others.
  static let lossLimit = 1000

  /// The losses, in the order they were found; equal ones are merged and counted.
  public private(set) var losses: [ExchangeRemark] = []
  /// The index of each kind of loss.
  private var indices: [ExchangeRemark.Kind: Int] = [:]
  /// The errors, in the order they were found.
  public private(set) var errors: [ExchangeRemark] = []
  /// The number of errors beyond the stored ones.
  public private(set) var unreported = 0

  /// A log without remarks.
  public init() {}

  /// Adds a loss.
  public mutating func lose(_ loss: ExchangeRemark) {
    if let index = indices[loss.kind] {
      losses[index].others += 1
    } else if losses.count < Self.lossLimit {
      indices[loss.kind] = losses.count
      losses.append(loss)
    } else if losses.count == Self.lossLimit {
      losses.append(ExchangeRemark(.file, "", that: "further losses", "are not listed"))
    } else {
      losses[Self.lossLimit].others += 1
    }
  }

  /// Adds an error, with which the file is rejected.
  public mutating func fail(_ error: ExchangeRemark) {
    if errors.count < Self.errorLimit { errors.append(error) } else { unreported += 1 }
  }

  /// Whether further errors are only counted.
  public var isFull: Bool { errors.count >= Self.errorLimit }

  /// Throws the errors, if any.
  public func check() throws(ExchangeError) {
    if !errors.isEmpty { throw ExchangeError(errors: errors, unreported: unreported) }
  }
}

/// The reason why a file is rejected.
public struct ExchangeError: Error, Equatable, Sendable {
  /// The errors; at least one and at most `ExchangeLog.errorLimit`.
  public let errors: [ExchangeRemark]
  /// The number of further errors.
  public let unreported: Int

  /// Creates an error with at least one remark.
  public init(errors: [ExchangeRemark], unreported: Int = 0) {
    self.errors = errors
    self.unreported = unreported
  }

  /// Creates an error with one remark.
  public init(_ error: ExchangeRemark) { self.init(errors: [error]) }
}
