import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// The workout in a text: that of a file or of a link, or a short form such as `8x20/10`.
struct PageWorkout {
  let workout: Workout
  /// Whether it names sound files, which a page doesn't have.
  let hasLosses: Bool

  /// The workout of a call's `text`; with `files`, the page has the sound files that it names.
  init(_ call: PageCall) throws(CallError) {
    try self.init(try call.text("text"), hasFiles: call["files"]?.bool ?? false)
  }

  private init(_ text: String, hasFiles: Bool) throws(CallError) {
    guard text.first(where: { !$0.isWhitespace }).map({ "{/\u{FEFF}".contains($0) }) ?? false else {
      do throws(ShortFormError) {
        (workout, hasLosses) = (try ShortForm(text).workout, false)
      } catch {
        let nearest = ShortForm.isMeant(by: text) ? error.nearest : nil
        throw CallError([LocatedProblem(error)], error.description, nearest: nearest)
      }
      return
    }
    do throws(WorkoutFileError) {
      let document = try WorkoutReader.document(Array(text.utf8), named: "workout")
      if hasFiles {
        (workout, hasLosses) = (document.workout, false)
        return
      }
      let (workout, losses) = document.workout.withoutFiles([:])
      do throws(TimelineError) { _ = try Timeline(workout) } catch { throw document.error(error.problems) }
      (self.workout, hasLosses) = (workout, !losses.isEmpty)
    } catch {
      throw CallError(error.problems, error.description)
    }
  }

  /// What a page shows of it before it starts, and the text of its file.
  var page: JSONFields {
    let timeline = try? Timeline(workout)
    var page = WorkoutSummary(workout, timeline, hasLosses: hasLosses).details
    page.add("digest", ifAny: timeline?.digest)
    page.add("voice", workout.voice.fields)
    page.add("sounds", workout.cueSoundNames)
    page.add("beds", workout.bedNames)
    page.add("text", WorkoutWriter.write(workout))
    return page
  }
}
