import ArgumentParser
import ServerOptions

/// `serve`: pages for live runs and workouts in a browser.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show and control workouts in a browser: wall display, phone remote, library, history.",
    discussion: """
      Examples:
        cuebell serve
        cuebell serve --listen 0.0.0.0:7420
        cuebell serve --links
        cuebell serve --workouts ~/training -- --device plughw:CARD=Headphones

      Prints the links: /wall is for a television, /remote for a phone, / lists the workouts, /history the past \
      sessions. Anyone with a link to the remote can do everything that the pages can, so share it only with people \
      who train with you. To other machines, the pages are sent unencrypted (plain HTTP). Ctrl-C stops the server; \
      runs continue.
      """)

  @OptionGroup var arguments: ServeArguments

  func run() throws { try SeparateProgram(.server).become() }
}
