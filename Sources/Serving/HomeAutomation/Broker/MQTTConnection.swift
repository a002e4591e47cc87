import CMosquitto
import Glibc
import HostSystem
import Synchronization

/// A connection to a broker through libmosquitto, on a thread of its own; when it is lost, it is made again.
package final class MQTTConnection: Sendable {
  enum News: Sendable {
    case connected
    /// The connection is lost or can't be made, with the reason; it will be tried again.
    case lost(String)
    /// The broker refuses this client, with the reason; nothing follows.
    case refused(String)
    case received(MQTTMessage)
    /// A message was sent, and confirmed where that was asked for.
    case sent(Int32)
  }

  package struct Settings: Sendable {
    package var host: String
    package var port: Int
    package var user: String?
    package var password: String?
    /// The certificates to trust; `nil` without encryption.
    package var trust: Trust?
    /// What the broker publishes when it loses this client.
    package var will: MQTTMessage?

    package init(host: String, port: Int) { (self.host, self.port) = (host, port) }
  }

  package enum Trust: Sendable {
    /// Those of the system.
    case system
    /// Those of authorities in a file.
    case file(String)
  }

  /// The pause before the second attempt, and the longest one; it doubles each time.
  private static let pauses = (first: Int32(1_000), longest: Int32(30_000))
  /// The time after which a broker that sends nothing is asked whether it is there, in seconds.
  private static let keepAlive: Int32 = 20
  /// A wait of the library, which ends early when there is something to do, in milliseconds.
  private static let turn: Int32 = 10_000
  /// The rest of a longer payload isn't passed on.
  private static let longestPayload = 1 << 16
  /// The longest packet that the broker may send, which the library would hold whole.
  private static let longestPacket: UInt32 = 1 << 20

  private let settings: Settings
  private let report: @Sendable (News) -> Void
  /// The address of the library's client, which may be used from any thread.
  private let client: UInt
  private let stopping = Mailbox<Void>(capacity: 1)
  private let isStopped = Atomic(false)
  private let ending = Mailbox<Void>(capacity: 1)
  /// The last error that the library has logged, and the answer of the broker.
  private let outcome = Mutex<(error: String?, answer: Int32?)>((nil, nil))

  /// Prepares a connection; `report` is called on its thread.
  ///
  /// - Throws: The reason in words, such as a file without certificates.
  init(_ settings: Settings, report: @escaping @Sendable (News) -> Void) throws(Failure) {
    mosquitto_lib_init()
    guard let client = unsafe mosquitto_new(nil, true, nil) else { throw Failure(reason: "\(Errno.last)") }
    self.settings = settings
    self.report = report
    self.client = UInt(bitPattern: client)
    try configure()
  }

  deinit { unsafe mosquitto_destroy(handle) }

  struct Failure: Error {
    let reason: String
  }

  private var handle: OpaquePointer? { unsafe OpaquePointer(bitPattern: client) }

  private func configure() throws(Failure) {
    unsafe mosquitto_threaded_set(handle, true)
    if let user = settings.user { try check(unsafe mosquitto_username_pw_set(handle, user, settings.password)) }
    if let will = settings.will {
      let count = Int32(will.payload.count)
      try check(
        unsafe mosquitto_will_set(
          handle, will.topic, count, will.payload, will.quality.rawValue, will.isRetained))
    }
    switch settings.trust {
    case .system: try check(unsafe mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
    case .file(let path): try check(unsafe mosquitto_tls_set(handle, path, nil, nil, nil, nil))
    case nil: break
    }
  }

  private func check(_ code: Int32) throws(Failure) {
    guard code == MOSQ_ERR_SUCCESS.rawValue else { throw Failure(reason: reason(of: code)) }
  }

  // MARK: Sending

  /// Sends a message; returns its number, or `nil` without a connection.
  func publish(_ message: MQTTMessage) -> Int32? {
    var number: Int32 = 0
    let code = unsafe mosquitto_publish(
      handle, &number, message.topic, Int32(message.payload.count), message.payload, message.quality.rawValue,
      message.isRetained)
    return code == MOSQ_ERR_SUCCESS.rawValue ? number : nil
  }

  /// Receives messages of topics, at most once each.
  func subscribe(to topics: [String]) {
    for topic in topics { unsafe mosquitto_subscribe(handle, nil, topic, MQTTMessage.Quality.sent.rawValue) }
  }

  // MARK: The thread

  func start() throws(NoThread) {
    unsafe mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
    // The thread keeps this object, to which the library's callbacks refer.
    try HostThread { self.run() }.detach()
  }

  /// Ends the connection, so that the broker doesn't publish the will, within 500 ms; nothing is reported any more.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    unsafe mosquitto_disconnect(handle)
    stopping.put(())
    ending.wait(milliseconds: 500)
  }

  private func run() {
    defer { ending.put(()) }
    var pause = Self.pauses.first
    var version = MQTT_PROTOCOL_V5
    while true {
      outcome.withLock { $0 = (nil, nil) }
      var code = connect(version)
      let isReached = code == MOSQ_ERR_SUCCESS.rawValue
      var problem = reason(of: code)
      while code == MOSQ_ERR_SUCCESS.rawValue, !isStopped.load(ordering: .relaxed) {
        code = unsafe mosquitto_loop(handle, Self.turn, 1)
        problem = reason(of: code)
      }
      if isStopped.load(ordering: .relaxed) { return }
      let answer = outcome.withLock { $0.answer }
      if let answer, let refusal = Self.refusal(answer) { return report(.refused(refusal)) }
      // An older broker may hang up at a version that it doesn't know, or answer in another form.
      if isReached, answer != 0 { version = version == MQTT_PROTOCOL_V5 ? MQTT_PROTOCOL_V311 : MQTT_PROTOCOL_V5 }
      report(.lost(problem))
      if answer == 0 { pause = Self.pauses.first }
      stopping.wait(milliseconds: pause)
      if isStopped.load(ordering: .relaxed) { return }
      pause = min(pause * 2, Self.pauses.longest)
    }
  }

  /// Connects by a version of the protocol; only version 5 has a limit for packets.
  private func connect(_ version: Int32) -> Int32 {
    unsafe mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version)
    var properties: OpaquePointer?
    defer { unsafe mosquitto_property_free_all(&properties) }
    if version == MQTT_PROTOCOL_V5 {
      let limit = Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue)
      unsafe mosquitto_property_add_int32(&properties, limit, Self.longestPacket)
    }
    return unsafe mosquitto_connect_bind_v5(
      handle, settings.host, Int32(settings.port), Self.keepAlive, nil, properties)
  }

  /// Why the broker refuses this client for good, by the code of its answer in either version; `nil` for any other: the
  /// broker may be starting or ending, or be no broker.
  private static func refusal(_ answer: Int32) -> String? {
    switch answer {
    case 2, 4, 5: unsafe text(mosquitto_connack_string(answer))
    case 0x85...0x87, 0x8A, 0x8C: unsafe text(mosquitto_reason_string(answer))
    default: nil
    }
  }

  private func reason(of code: Int32) -> String {
    if code == MOSQ_ERR_ERRNO.rawValue { return "\(Errno.last)" }
    let text = unsafe Self.text(mosquitto_strerror(code))
    // What the library calls an error of TLS, it logs in detail.
    let logged = outcome.withLock { $0.error }?.split(separator: ":").last.map(String.init)
    return code == MOSQ_ERR_TLS.rawValue ? logged ?? text : text
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    let words = unsafe text.map { unsafe String(cString: $0) } ?? ""
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }

  // MARK: Callbacks

  private func setCallbacks() {
    unsafe mosquitto_connect_callback_set(handle) { _, object, answer in
      unsafe MQTTConnection.at(object)?.connected(answer)
    }
    unsafe mosquitto_publish_callback_set(handle) { _, object, number in
      unsafe MQTTConnection.at(object)?.report(.sent(number))
    }
    unsafe mosquitto_log_callback_set(handle) { _, object, level, text in
      guard level == MOSQ_LOG_ERR else { return }
      unsafe MQTTConnection.at(object)?.outcome.withLock { $0.error = unsafe MQTTConnection.text(text) }
    }
    unsafe mosquitto_message_callback_set(handle) { _, object, message in
      guard let message = unsafe message?.pointee, let topic = unsafe message.topic else { return }
      let count = min(Int(unsafe message.payloadlen), MQTTConnection.longestPayload)
      let payload = unsafe [UInt8](UnsafeRawBufferPointer(start: message.payload, count: count))
      let received = unsafe MQTTMessage(String(cString: topic), payload, isRetained: message.retain)
      unsafe MQTTConnection.at(object)?.report(.received(received))
    }
  }

  private static func at(_ object: UnsafeMutableRawPointer?) -> MQTTConnection? {
    unsafe object.map { unsafe Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  private func connected(_ answer: Int32) {
    outcome.withLock { $0.answer = answer }
    if answer == 0 { report(.connected) }
  }
}
