package import StrictJSON

/// The origin of something in a file: its place and name.
public struct ExchangeOrigin: Equatable, Sendable {
  /// A place in a file.
  public enum Place: Equatable, Sendable {
    /// A line, counted from 1.
    case line(Int)
    /// A line and a column, both counted from 1.
    case text(line: Int, column: Int)
    /// The offset of a byte of a file that isn't text.
    case byte(Int)
    /// The file as a whole.
    case file
  }

  /// The place.
  public let place: Place
  /// The element of the file, such as `IntervalsT`, or the field of the workout, such as `phases[1]`; may be empty.
  public let path: String

  /// The origin with a name at a place.
  public init(_ place: Place, _ path: String = "") {
    self.place = place
    self.path = path
  }

  package static let file = ExchangeOrigin(.file)
  package static func file(_ path: String) -> ExchangeOrigin { ExchangeOrigin(.file, path) }
  package static func line(_ line: Int, _ path: String = "") -> ExchangeOrigin { ExchangeOrigin(.line(line), path) }
  package static func byte(_ offset: Int, _ path: String = "") -> ExchangeOrigin { ExchangeOrigin(.byte(offset), path) }
  package static func text(_ location: TextLocation, _ path: String = "") -> ExchangeOrigin {
    ExchangeOrigin(.text(line: location.line, column: location.column), path)
  }
}

/// A loss or an error in a file of another program, with its place.
///
/// ```swift
/// report(loss.text(in: "vo2.zwo"))         // "vo2.zwo:14: SteadyState: FlatRoad is not kept"
/// ```
public struct ExchangeIssue: Equatable, Sendable, CustomStringConvertible {
  /// The place of the subject.
  public let origin: ExchangeOrigin
  /// The subject, as the file spells it, such as `FlatRoad="1"`.
  public let what: String
  /// The error, or the treatment of the subject.
  public let why: String
  /// Whether `why` continues the sentence that `what` begins, instead of following a colon.
  private let isSentence: Bool
  /// The number of further issues that differ only in their places.
  public fileprivate(set) var others = 0

  /// An issue that says "what: why".
  public init(_ origin: ExchangeOrigin, _ what: String, _ why: String) {
    self.init(origin, what, why, isSentence: false)
  }

  /// An issue that says "what why", as in `FlatRoad="1" means nothing here`.
  package init(_ origin: ExchangeOrigin, that what: String, _ why: String) {
    self.init(origin, what, why, isSentence: true)
  }

  private init(_ origin: ExchangeOrigin, _ what: String, _ why: String, isSentence: Bool) {
    self.origin = origin
    self.what = what
    self.why = why
    self.isSentence = isSentence
  }

  /// The line of its place; `nil` for a byte offset or the whole file.
  public var line: Int? {
    switch origin.place {
    case .line(let line), .text(let line, _): line
    case .byte, .file: nil
    }
  }

  /// `file:line: path: what: why` on one line, safe to print.
  public func text(in file: String) -> String {
    let position =
      switch origin.place {
      case .line(let line): ":\(line)"
      case .text(let line, let column): ":\(line):\(column)"
      case .byte(let offset): ":byte \(offset)"
      case .file: ""
      }
    return Excerpt.plain(file, length: 4096) + position + ": " + sentence
  }

  /// `line 14: path: what: why` on one line, safe to print.
  public var description: String {
    switch origin.place {
    case .line(let line): "line \(line): \(sentence)"
    case .text(let line, let column): "line \(line), column \(column): \(sentence)"
    case .byte(let offset): "byte \(offset): \(sentence)"
    case .file: sentence
    }
  }

  private var sentence: String {
    let subject = [origin.path, what].filter { !$0.isEmpty }.joined(separator: ": ")
    let sentence = subject.isEmpty ? why : subject + (isSentence ? " " : ": ") + why
    return Excerpt.plain(sentence, length: 400) + (others > 0 ? " (\(others + 1) times)" : "")
  }
}

/// The losses and errors found while a file is read or written.
///
/// It is a class because all readers and writers of a file add to the same log.
public final class ExchangeLog {
  static let errorLimit = 20
  /// The maximum number of different stored losses; one more counts the others.
  static let lossLimit = 1000

  /// The losses, in the order they were found; equal ones are merged and counted.
  package private(set) var losses: [ExchangeIssue] = []
  /// The index of each loss by its path and words.
  private var indices: [[String]: Int] = [:]
  /// The errors, in the order they were found.
  private(set) var errors: [ExchangeIssue] = []
  /// The number of errors beyond the stored ones.
  private var unreported = 0

  /// A log without issues.
  package init() {}

  /// Adds a loss.
  public func warn(_ loss: ExchangeIssue) {
    let key = [loss.origin.path, loss.what, loss.why]
    if let index = indices[key] {
      losses[index].others += 1
    } else if losses.count < Self.lossLimit {
      indices[key] = losses.count
      losses.append(loss)
    } else if losses.count == Self.lossLimit {
      losses.append(ExchangeIssue(.file, that: "further losses", "are not listed"))
    } else {
      losses[Self.lossLimit].others += 1
    }
  }

  package func warn(_ origin: ExchangeOrigin, that what: String, _ why: String = "is not kept") {
    warn(ExchangeIssue(origin, that: what, why))
  }

  package func warn(_ origin: ExchangeOrigin, _ what: String, _ why: String) { warn(ExchangeIssue(origin, what, why)) }

  private func fail(_ error: ExchangeIssue) {
    if errors.count < Self.errorLimit { errors.append(error) } else { unreported += 1 }
  }

  package func fail(_ origin: ExchangeOrigin, that what: String, _ why: String) {
    fail(ExchangeIssue(origin, that: what, why))
  }

  package func fail(_ origin: ExchangeOrigin, _ what: String, _ why: String) { fail(ExchangeIssue(origin, what, why)) }

  func check() throws(ExchangeError) {
    if !errors.isEmpty { throw ExchangeError(errors: errors, unreported: unreported) }
  }
}

/// The reason why a file is rejected.
public struct ExchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The errors; at least one and at most 20.
  public let errors: [ExchangeIssue]
  /// The number of further errors.
  public let unreported: Int

  /// An error with at least one issue.
  public init(errors: [ExchangeIssue], unreported: Int = 0) {
    self.errors = errors
    self.unreported = unreported
  }

  /// One line for each error, with its place; safe to print.
  public var description: String {
    let rest = unreported > 0 ? ["and \(unreported) more errors"] : []
    return (errors.map { $0.description } + rest).joined(separator: "\n")
  }

  package init(_ origin: ExchangeOrigin, that what: String, _ why: String) {
    self.init(errors: [ExchangeIssue(origin, that: what, why)])
  }

  package init(_ origin: ExchangeOrigin, _ what: String, _ why: String) {
    self.init(errors: [ExchangeIssue(origin, what, why)])
  }
}
