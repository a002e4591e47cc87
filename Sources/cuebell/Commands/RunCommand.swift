import ArgumentParser
import CommandSupport

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a workout live.",
    discussion: """
      Examples:
        cuebell run "8x20/10 squats,push-ups"
        cuebell run mine.json --start-at 3:20 --json

      Keys: space or p pause/resume · i says where you are · > or Enter next/done · < back · r restart phase \
      · arrows 5 s back, forward · j jump · + 15 s more, - less · 9/0 volume · m mute · u undo, U redo · q stop \
      · ? keys. Ctrl-Z pauses and suspends the run; fg or bg resumes it. Without a sound card it keeps time in silence.
      """)

  @OptionGroup var workout: WorkoutArgument

  @OptionGroup var options: RunOptions

  func run() throws {
    let settings = try SettingsFile.load()
    let path = try workout.path(settings)
    let source = try WorkoutSource.open(path, voice: settings.voice.choosing(options.mix.voice))
    try LiveRun(source, options, settings, file: path, called: workout.file).run()
  }
}
