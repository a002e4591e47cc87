/// Shows desktop notifications through `notify-send`, which every desktop provides.
package enum DesktopNotification {
  /// Without a desktop or a thread, nothing happens.
  package static func show(_ text: String) {
    try? HostThread {
      // Two dashes end the options, because a title may begin with one. Its messages would disturb the screen.
      let arguments = ["notify-send", "--app-name=Cuebell", "--", "Cuebell", text]
      _ = try? ChildProcess(arguments, output: .nothing, errors: .nothing).wait()
    }.detach()
  }
}
