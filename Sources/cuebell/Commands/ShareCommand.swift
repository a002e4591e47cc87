import ArgumentParser
import CommandSupport
import Glibc
import HostSystem
import ServerOptions
import SharedLinks
import WorkoutFiles
import WorkoutModel

/// `share`: a workout as a link and a QR code.
struct Share: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a link and a QR code that contain a whole workout.",
    discussion: """
      Examples:
        cuebell share tabata
        cuebell share "8x20/10 squats,push-ups" --scheme

      The link leads to the page of your server (cuebell serve) that shows the workout, starts it and keeps it; \
      cuebell import LINK makes a file of it. The workout is in the part of the link that browsers don't send. Sound \
      files and recordings don't travel: they are listed on stderr.
      """)

  @OptionGroup var workout: WorkoutArgument

  @Flag(help: "Print a link that begins with cuebell: and names no server.")
  var scheme = false

  @Option(
    help: ArgumentHelp(
      "The server's address in the link; by default this machine's in its network, and port 7420.",
      valueName: "host:port"))
  var host: ListenAddress?

  @Option(help: ArgumentHelp("Write the QR code as a picture, too.", valueName: "out.svg"), completion: .file())
  var svg: String?

  func validate() throws {
    if scheme, host != nil { throw ValidationError("A link with --scheme names no server: leave out --host.") }
  }

  func run() throws {
    let path = try workout.path(SettingsFile.load())
    let source = try WorkoutSource.open(path)
    var files = OutputConflictCheck(reading: path, sounds: source.sounds, in: source.folder)
    try files.claimStdout(as: "the link")
    try files.write(svg, as: "--svg")
    let timeline = try Exit.ifInvalid(source.timeline(needsRecordings: false))
    let link = WorkoutLink(source.document.workout, trackLengths: timeline.trackLengths)
    let text = scheme ? link.address : link.address(on: server)
    let name = InputFile.name(of: path)
    for loss in link.losses { Streams.err("\(name): \(loss.path): \(loss.message)") }
    let count = text.utf8.count
    guard count <= WorkoutLink.longest else {
      throw Exit.fail(
        .tooLong,
        "\(name): the link would have \(count >> 10) KiB, and at most \(WorkoutLink.longest >> 10) are of use: "
          + "send the file instead")
    }
    try Streams.out(text)
    guard count <= WorkoutLink.longestInCode, let code = QRCode(text) else {
      let reason = "no QR code: the link has \(count) bytes, and at most \(WorkoutLink.longestInCode) fit"
      if svg != nil { throw Exit.fail(.tooLong, "\(name): \(reason)") }
      return Streams.err("\(name): \(reason)")
    }
    if let svg { try OutputFile.write(code.svg, to: svg) }
    try show(code)
  }

  /// Prints the code, unless the terminal is too narrow for it.
  private func show(_ code: QRCode) throws {
    let columns = FileDescriptor.standardOutput.terminalSize?.columns
    if let columns, columns < code.columns {
      let advice = "The QR code needs \(code.columns) columns, and the terminal has \(columns)"
      return Streams.err(svg == nil ? "\(advice): --svg code.svg writes a picture." : "\(advice).")
    }
    try Streams.out(colored: code.text(isTerminal: columns != nil))
  }

  private var server: String {
    if let host { return host.description }
    let machine = LocalAddresses.reachable.first.map { ListenAddress(host: $0, port: ListenAddress.standard.port) }
    return machine?.description ?? "localhost:\(ListenAddress.standard.port)"
  }
}
