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

      It prints the links: /wall is for a television, /remote for a phone, / lists the workouts, /history the past \
      sessions. Who has a link to the remote may do everything that the pages can, so give it to those who train with \
      you only. Beyond this machine the pages go over the network in the clear. Ctrl-C ends the server; runs go on.
      """)

  @OptionGroup var arguments: ServeArguments

  func run() throws { try ServerProgram().become(arguments) }
}
