import HostSystem
import SessionControl
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Shows one notification at a time; a new one replaces the previous one.
final class Notifier {
  enum Subject { case pause, sound, other }

  private typealias Notification = (text: String, subject: Subject)

  private let link: DBusLink
  private let loop: DBusLoop
  private let settings: DesktopSettings
  /// The server's ID of the notification; 0 before the first.
  private var notificationID = UInt32(0)
  /// The subject that is shown or about to be; `nil` after it was withdrawn.
  private var current: Subject?
  private var capabilities: Set<String>?
  /// The notification that waits for the bus, the capabilities, or the ID of the previous one.
  private var pending: Notification?
  private var isAsking = false
  /// Whether the ID of the last notification is still to come.
  private var isShowing = false
  private var silence: Int?

  /// The length of a loss of sound before a notification is shown.
  private static let silencePatience = Duration.seconds(5)
  private static let name = "org.freedesktop.Notifications"
  private static let resumeKey = "resume"

  init(_ link: DBusLink, _ loop: DBusLoop, _ settings: DesktopSettings) {
    self.link = link
    self.loop = loop
    self.settings = settings
  }

  /// Called when the bus has accepted this program.
  func begin() {
    link.match("type='signal',sender='\(Self.name)',interface='\(Self.name)',member='ActionInvoked'")
    if let notification = pending { send(notification) }
  }

  func lose() {
    (notificationID, capabilities, isShowing) = (0, nil, false)
    if let notification = pending { showOtherwise(notification) }
  }

  func follow(_ change: SharedSession.Change) {
    let (before, now) = change
    if now.pauseReason != before.pauseReason {
      switch now.pauseReason {
      case .interruption: show("Paused: something else needs the sound.", .pause)
      case .suspend: show("Paused: the computer was asleep.", .pause)
      case .user, .restored, nil: withdraw(.pause)
      }
    }
    if let audio = now.audio, audio != before.audio { follow(audio) }
  }

  private func follow(_ report: SessionEvent.AudioReport) {
    switch report.state {
    case .lost, .stalled:
      guard silence == nil else { return }
      silence = loop.after(Self.silencePatience) { [weak self] in
        self?.show("There is no sound" + (report.reason.map { ": \($0)" } ?? "") + ". The workout continues.", .sound)
      }
    case .opened, .restored:
      guard report.reason == nil else { return }
      finish()
      withdraw(.sound)
    }
  }

  var isWaiting: Bool { pending != nil }

  /// Signals that the session is over, so lost sound is not reported.
  func finish() {
    if let silence { loop.cancel(silence) }
    silence = nil
  }

  func show(_ text: String, _ subject: Subject) {
    guard settings.notifies else { return }
    current = subject
    send((SafeText.filtered(text), subject))
  }

  private func send(_ notification: Notification) {
    guard link.isOpen else {
      pending = link.isComing ? notification : nil
      if !link.isComing { showOtherwise(notification) }
      return
    }
    guard let capabilities else {
      pending = notification
      return askForCapabilities()
    }
    // Without its ID the previous notification can't be replaced.
    if isShowing {
      pending = notification
      return
    }
    (pending, isShowing) = (nil, true)
    let body = capabilities.contains("body-markup") ? SafeText.markup(notification.text) : notification.text
    let canResume = notification.subject == .pause && capabilities.contains("actions")
    let hints = DBusValue.dictionary([("desktop-entry", .string("cuebell"))])
    let arguments: [DBusValue] = [
      .string("Cuebell"), .uint32(notificationID), .string("cuebell"), .string("Cuebell"), .string(body),
      .strings(canResume ? [Self.resumeKey, "Resume"] : []), hints, .int32(-1),
    ]
    call("Notify", arguments) { [weak self] outcome in
      guard let self else { return }
      isShowing = false
      guard case .success(let answer) = outcome, case .uint32(let number)? = answer.first else {
        // There is no notification server; the latest text goes to the terminal.
        pending = pending ?? notification
        return lose()
      }
      notificationID = number
      if let next = pending { send(next) } else if current == nil { close() }
    }
  }

  private func askForCapabilities() {
    if isAsking { return }
    isAsking = true
    call("GetCapabilities", []) { [weak self] outcome in
      self?.isAsking = false
      guard let self, let notification = pending else { return }
      guard case .success(let answer) = outcome else { return showOtherwise(notification) }
      capabilities = Set((answer.first?.elements ?? []).compactMap(\.text))
      send(notification)
    }
  }

  private func showOtherwise(_ notification: Notification) {
    pending = nil
    DesktopNotification.show(notification.text)
  }

  private func withdraw(_ subject: Subject) {
    guard current == subject else { return }
    (current, pending) = (nil, nil)
    close()
  }

  private func close() { if notificationID != 0 { call("CloseNotification", [.uint32(notificationID)]) { _ in } } }

  private func call(_ member: String, _ body: [DBusValue], _ outcome: @escaping DBusLink.Outcome) {
    let path = "/org/freedesktop/Notifications"
    link.call(
      DBusCall(destination: Self.name, path: path, interface: Self.name, member: member, body: body), outcome)
  }

  /// Receives a signal, such as the user's choice to resume.
  func follow(_ signal: DBusMessage) {
    guard signal.isSignal(Self.name, "ActionInvoked"), signal.body.count == 2, notificationID != 0,
      signal.body[0] == .uint32(notificationID), signal.body[1].text == Self.resumeKey
    else { return }
    settings.perform(.resume, .from(.mpris, name: "notification")) { _ in }
  }
}
