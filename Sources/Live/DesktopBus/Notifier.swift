import DBusMessaging
import HostSystem
import SessionControl
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Shows notifications of a session in one bubble, the newest replacing the one before.
final class Notifier {
  /// What a notification is about.
  enum Subject { case pause, sound, other }

  private struct Notification {
    let text: String
    let subject: Subject
  }

  private let link: DBusLink
  private let loop: DBusLoop
  private let settings: DesktopIntegration.Settings
  /// The number of the bubble, 0 before there is one.
  private var bubble = UInt32(0)
  /// What is shown, or about to be; `nil` where that is to be seen no longer.
  private var current: Subject?
  /// What the server can do, where that is known.
  private var capabilities: Set<String>?
  /// What waits for the bus, for the server's capabilities, or for the number of the bubble.
  private var pending: Notification?
  private var isAsking = false
  /// Whether the server hasn't said yet which bubble shows the last one.
  private var isShowing = false
  private var silence: Int?

  /// How long the sound may be gone before that is worth a notification.
  private static let silencePatience = Duration.seconds(5)
  private static let name = "org.freedesktop.Notifications"
  private static let resumeKey = "resume"

  init(_ link: DBusLink, _ loop: DBusLoop, _ settings: DesktopIntegration.Settings) {
    self.link = link
    self.loop = loop
    self.settings = settings
  }

  /// The bus has accepted this program.
  func begin() {
    link.match("type='signal',sender='\(Self.name)',interface='\(Self.name)',member='ActionInvoked'")
    if let notification = pending { send(notification) }
  }

  /// The bus is gone, and the bubble with it.
  func lose() {
    (bubble, capabilities, isShowing) = (0, nil, false)
    if let notification = pending { showOtherwise(notification) }
  }

  /// Takes in an event that is heard.
  func follow(_ kind: SessionEvent.Kind) {
    switch kind {
    case .engine(.paused(_, .interruption), _): show("Paused: something else needs the sound.", .pause)
    case .engine(.paused(_, .suspend), _): show("Paused: the computer was asleep.", .pause)
    case .engine(.resumed, _), .engine(.finished, _): withdraw(.pause)
    case .audio(let report): follow(report)
    default: break
    }
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

  /// Whether something is still to be shown.
  var isWaiting: Bool { pending != nil }

  /// The session is over: its sound is no longer missed.
  func finish() {
    if let silence { loop.cancel(silence) }
    silence = nil
  }

  /// Shows a notification, where they are wanted.
  func show(_ text: String, _ subject: Subject) {
    guard settings.notifies else { return }
    current = subject
    send(Notification(text: SafeText.filtered(text), subject: subject))
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
    // Without its number the one before can't be replaced.
    if isShowing {
      pending = notification
      return
    }
    (pending, isShowing) = (nil, true)
    let body = capabilities.contains("body-markup") ? Self.escaped(notification.text) : notification.text
    let canResume = notification.subject == .pause && capabilities.contains("actions")
    let hints = DBusValue.dictionary([("desktop-entry", .string("cuebell"))])
    let arguments: [DBusValue] = [
      .string("Cuebell"), .uint32(bubble), .string("cuebell"), .string("Cuebell"), .string(body),
      .strings(canResume ? [Self.resumeKey, "Resume"] : []), hints, .int32(-1),
    ]
    call("Notify", arguments) { [weak self] outcome in
      guard let self else { return }
      isShowing = false
      guard case .success(let answer) = outcome, case .uint32(let number)? = answer.first else {
        // There is no bubble; the newest text is shown in another way.
        pending = pending ?? notification
        return lose()
      }
      bubble = number
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

  /// What the notification told is so no longer.
  private func withdraw(_ subject: Subject) {
    guard current == subject else { return }
    (current, pending) = (nil, nil)
    close()
  }

  private func close() { if bubble != 0 { call("CloseNotification", [.uint32(bubble)]) { _ in } } }

  private func call(_ member: String, _ body: [DBusValue], _ outcome: @escaping DBusLink.Outcome) {
    let path = "/org/freedesktop/Notifications"
    link.call(
      DBusCall(destination: Self.name, path: path, interface: Self.name, member: member, body: body), outcome)
  }

  /// Takes in a signal: the user may have chosen to resume.
  func follow(_ signal: DBusMessage) {
    guard signal.isSignal(Self.name, "ActionInvoked"), signal.body.count == 2, bubble != 0,
      signal.body[0] == .uint32(bubble), signal.body[1].text == Self.resumeKey
    else { return }
    settings.perform(.resume, .from(.mpris, name: "notification")) { _ in }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
