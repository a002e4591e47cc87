import StrictJSON

/// A workout in a few characters, as people write it on a whiteboard: `8x20/10 squats,push-ups`.
///
/// ```swift
/// let form = try ShortForm("45s/15s x 12")
/// form.description                        // "12x45/15", which reads as the same form
/// let timeline = try Timeline(form.workout)
/// ```
public struct ShortForm: Equatable, Sendable {
  indirect enum Part: Equatable, Sendable {
    /// Work and rest in turn; the names of the work are taken in turn.
    case intervals(sets: Int, work: Duration, rest: Duration, names: [String])
    /// A set on every minute.
    case emom(minutes: Int, names: [String])
    /// As many rounds as possible.
    case amrap(Duration, names: [String])
    /// Rounds against the clock.
    case forTime(rounds: Int, cap: Duration?, names: [String])
    case countdown(Duration, name: String?)
    case sit(Duration, bells: Duration?)
    /// In, hold, out and perhaps hold; for five minutes if there is no number of rounds.
    case breath([Duration], rounds: Int?)
    case rounds(Int, [Part], rest: Duration)
  }

  let parts: [Part]

  /// The longest text, in characters.
  package static let longestText = 500

  /// Reads a text. What could mean two things is an error.
  public init(_ text: String) throws(ShortFormError) {
    do throws(ShortFormError) { try self.init(ShortFormReader(text)) } catch {
      throw Self.lookAlikeError(in: text) ?? error
    }
  }

  init(_ reader: ShortFormReader) throws(ShortFormError) {
    var reader = reader
    parts = try reader.parts()
    do throws(TimelineError) {
      _ = try Timeline(workout)
    } catch {
      throw reader.error(at: 0, error.problems.first?.message ?? "is too long")
    }
  }

  /// Whether a text is meant as a short form, even if it has a mistake, rather than as the name of a file.
  public static func isMeant(by text: String) -> Bool {
    if text.hasSuffix(".json") || text.hasPrefix("./") || text.hasPrefix("..") { return false }
    if (try? ShortForm(ShortFormReader(text))) != nil { return true }
    return ShortFormReader(text.withoutLookAlikes).seemsMeant
  }
}

extension ShortForm: CustomStringConvertible {
  /// The shortest text of the form: `ShortForm(form.description) == form`.
  public var description: String { Self.text(of: parts) }

  private static func text(of parts: [Part]) -> String { parts.map(text).joined(separator: " + ") }

  private static func text(of part: Part) -> String {
    switch part {
    case .intervals(let sets, let work, let rest, let names):
      let isLong = max(work, rest) >= .seconds(100)
      let (work, rest) = (isLong ? clock(work) : interval(work), isLong && rest > .zero ? clock(rest) : interval(rest))
      return "\(sets)x\(work)/\(rest)" + list(names)
    case .emom(let minutes, let names): return "emom \(minutes)" + list(names)
    case .amrap(let length, let names): return "amrap " + minutes(length) + list(names)
    case .forTime(let rounds, let cap, let names):
      return "fortime \(rounds)" + (cap.map { " cap " + minutes($0) } ?? "") + list(names)
    case .countdown(let length, let name): return clock(length) + (name.map { " " + $0 } ?? "")
    case .sit(let length, let bells): return "sit " + minutes(length) + (bells.map { " bells " + minutes($0) } ?? "")
    case .breath(let lengths, let rounds):
      let isBox = lengths.count == 4 && Set(lengths).count == 1
      let pattern = isBox ? "box " + seconds(lengths[0]) : "breathe " + lengths.map(seconds).joined(separator: "-")
      return pattern + (rounds.map { " x \($0)" } ?? "")
    case .rounds(let count, let parts, let rest):
      // A number below ten could be minutes.
      let pause = rest >= .seconds(10) && rest < minute ? seconds(rest) : clock(rest)
      return "\(count)x(\(text(of: parts)))" + (rest > .zero ? "/" + pause : "")
    }
  }

  private static let minute = Duration.seconds(60)

  private static func list(_ names: [String]) -> String { names.isEmpty ? "" : " " + names.joined(separator: ",") }

  /// A number of seconds of work or rest: a small one has its unit, because it could be minutes.
  private static func interval(_ length: Duration) -> String {
    seconds(length) + (length > .zero && length < ShortFormReader.leastSure ? "s" : "")
  }

  /// A number of seconds without a unit.
  private static func seconds(_ length: Duration) -> String {
    DecimalText.shortest(length.inNanoseconds, per: DurationText.nanosecondsInSecond)
  }

  /// A length with a colon or, if it isn't in whole seconds, with units.
  private static func clock(_ length: Duration) -> String {
    length == length.secondsDown ? ClockText.short(length) : DurationText.write(length)
  }

  /// A number of minutes without a unit, or another length with its own.
  private static func minutes(_ length: Duration) -> String {
    let (whole, rest) = length.inNanoseconds.quotientAndRemainder(dividingBy: minute.inNanoseconds)
    return rest == 0 ? "\(whole)" : clock(length)
  }
}

/// The reason why a text isn't a short form.
public struct ShortFormError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The place of the error, counted in characters from 1.
  public let column: Int
  /// The error, without a suggestion; safe to print.
  public let message: String
  /// One or two short forms that are near the text, the nearest first.
  public let suggestions: [String]

  /// A short form that is near the text.
  package var nearest: String { suggestions.first ?? "8x20/10" }

  /// The error with the suggestions; safe to print.
  public var description: String {
    "\(message); did you mean \(suggestions.map { "\"\($0)\"" }.joined(separator: " or "))?"
  }
}
