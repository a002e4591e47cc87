import WorkoutModel

extension Field {
  /// A duration: a number of seconds or a text for `DurationText`, exact to the nanosecond.
  ///
  /// A fraction finer than a nanosecond is refused, not rounded.
  public func duration(in range: ClosedRange<Duration>) -> Duration? {
    switch value.content {
    case .number(let number): seconds(number, in: range)
    case .text(let text): duration(text, in: range)
    default: mismatch("a duration: a number of seconds, or a text such as \(DurationText.examples)")
    }
  }

  private func seconds(_ number: JSONNumber, in range: ClosedRange<Duration>) -> Duration? {
    do throws(ExactDecimal.Failure) {
      let duration = Duration.nanoseconds(try number.times(DurationText.nanosecondsInSecond))
      guard range.contains(duration) else { throw .outOfRange }
      return duration
    } catch {
      switch error {
      case .tooFine: return fail("\(number.summary) seconds are finer than a nanosecond")
      case .outOfRange: return fail(Complaint.range(range, got: "\(number.summary) seconds"))
      }
    }
  }

  private func duration(_ text: String, in range: ClosedRange<Duration>) -> Duration? {
    do throws(DurationTextError) {
      let duration = try DurationText.read(text)
      return range.contains(duration) ? duration : fail(Complaint.range(range, got: Excerpt.quoted(text)))
    } catch {
      switch error.kind {
      case .outOfRange: return fail(Complaint.range(range, got: Excerpt.quoted(text)))
      case .ambiguous, .malformed: return fail(error.description)
      }
    }
  }
}
