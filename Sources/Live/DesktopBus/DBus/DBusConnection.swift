import CSystemd
import Glibc

/// A non-blocking connection to a bus through libsystemd, to be used from one thread.
///
/// It registers no callbacks: `process` returns everything that arrives, including replies, so no pointer to a Swift
/// object leaves Swift.
@safe final class DBusConnection {
  private let bus: OpaquePointer
  /// The calls whose replies follow later.
  private var unanswered: [Int: OpaquePointer] = unsafe [:]

  /// A library call failed with this error number.
  struct Failure: Error {
    let code: Int32
  }

  /// Begins to connect; messages sent before that is done are queued.
  ///
  /// - Throws: `Failure` if nothing listens at the address.
  init(address: String) throws(Failure) {
    var bus: OpaquePointer?
    try Self.check(unsafe sd_bus_new(&bus))
    guard let bus = unsafe bus else { throw Failure(code: ENOMEM) }
    unsafe self.bus = bus
    try Self.check(unsafe sd_bus_set_address(bus, address))
    try Self.check(unsafe sd_bus_set_bus_client(bus, 1))
    try Self.check(unsafe sd_bus_start(bus))
  }

  // It doesn't flush, so it doesn't block.
  deinit {
    while let call = unsafe unanswered.popFirst() { unsafe sd_bus_message_unref(call.value) }
    unsafe sd_bus_close_unref(bus)
  }

  var isReady: Bool { unsafe sd_bus_is_ready(bus) > 0 }

  var poll: pollfd? {
    let (descriptor, events) = unsafe (sd_bus_get_fd(bus), sd_bus_get_events(bus))
    guard descriptor >= 0, events >= 0 else { return nil }
    return pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
  }

  /// The latest time to call `process`, on the monotonic clock.
  var deadline: Duration? {
    var microseconds = UInt64.max
    guard unsafe sd_bus_get_timeout(bus, &microseconds) >= 0, microseconds != .max else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// Identifies this bus, also among buses that used the same address before.
  var identity: String? {
    var id = sd_id128_t()
    guard isReady, unsafe sd_bus_get_bus_id(bus, &id) >= 0 else { return nil }
    return unsafe withUnsafeBytes(of: &id) { bytes in
      unsafe bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// Processes the next pending message or timeout, if any; returns whether more may be pending.
  ///
  /// The reply that `handle` returns is sent if the message is a call that expects one.
  func process(_ handle: (DBusMessage) -> DBusReply?) throws(Failure) -> Bool {
    var pointer: OpaquePointer?
    let progress = try Self.check(unsafe sd_bus_process(bus, &pointer))
    guard let pointer = unsafe pointer else { return progress > 0 }
    defer { unsafe sd_bus_message_unref(pointer) }
    guard let message = unsafe DBusCoding.message(pointer) else { return true }
    let reply = handle(message)
    guard message.kind == .call, unsafe sd_bus_message_get_expect_reply(pointer) > 0 else { return true }
    if case .later(let number)? = reply {
      unsafe unanswered[number] = unsafe sd_bus_message_ref(pointer)
      return true
    }
    // A reply that can't be encoded is dropped; the caller times out.
    try? unsafe answer(pointer, with: reply ?? .error(.unknown("Method", message.member)))
    return true
  }

  /// Sends the reply to a call that was answered with `.later`.
  func reply(to number: Int, _ reply: DBusReply) {
    guard let call = unsafe unanswered.removeValue(forKey: number) else { return }
    try? unsafe answer(call, with: reply)
    unsafe sd_bus_message_unref(call)
  }

  private func answer(_ call: OpaquePointer, with reply: DBusReply) throws(Failure) {
    switch reply {
    case .values(let body):
      unsafe try send(body) { answer in unsafe sd_bus_message_new_method_return(call, &answer) }
    case .error(let error):
      unsafe try send([]) { answer in
        unsafe error.name.withCString { name in
          unsafe error.text.withCString { text in
            var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
            return unsafe sd_bus_message_new_method_error(call, &answer, &error)
          }
        }
      }
    case .later: return
    }
  }

  /// Sends a call; returns its serial number, which the reply repeats.
  func send(_ call: DBusCall) throws(Failure) -> UInt64 {
    var number = UInt64(0)
    unsafe try send(call.body, numbered: &number) { message in
      unsafe sd_bus_message_new_method_call(bus, &message, call.destination, call.path, call.interface, call.member)
    }
    return number
  }

  func emit(_ member: String, of interface: String, at path: String, _ body: [DBusValue]) throws(Failure) {
    unsafe try send(body) { message in unsafe sd_bus_message_new_signal(bus, &message, path, interface, member) }
  }

  /// Sends the message that `create` makes, with its body; without a place for its number, no reply is expected.
  private func send(
    _ body: [DBusValue], numbered number: UnsafeMutablePointer<UInt64>? = nil,
    _ create: (inout OpaquePointer?) -> Int32
  ) throws(Failure) {
    var message: OpaquePointer?
    try Self.check(unsafe create(&message))
    guard let message = unsafe message else { throw Failure(code: ENOMEM) }
    defer { unsafe sd_bus_message_unref(message) }
    try unsafe DBusCoding.append(body, to: message)
    try Self.check(unsafe sd_bus_send(bus, message, number))
  }

  @discardableResult
  fileprivate static func check(_ code: Int32) throws(Failure) -> Int32 {
    if code < 0 { throw Failure(code: -code) }
    return code
  }
}

/// Converts between the library's messages and values.
private enum DBusCoding {
  typealias Failure = DBusConnection.Failure

  /// Reads a whole message; `nil` if it isn't well formed.
  static func message(_ pointer: OpaquePointer) -> DBusMessage? {
    var (type, answered) = (UInt8(0), UInt64(0))
    guard unsafe sd_bus_message_get_type(pointer, &type) >= 0 else { return nil }
    let kind: DBusMessage.Kind
    switch Int(type) {
    case Int(SD_BUS_MESSAGE_METHOD_CALL): kind = .call
    case Int(SD_BUS_MESSAGE_SIGNAL): kind = .signal
    default:
      guard unsafe sd_bus_message_get_reply_cookie(pointer, &answered) >= 0 else { return nil }
      let error = unsafe sd_bus_message_get_error(pointer)
      kind = .reply(to: answered, error: unsafe text(error?.pointee.name))
    }
    guard let body = try? unsafe values(in: pointer) else { return nil }
    return unsafe DBusMessage(
      kind: kind, sender: text(sd_bus_message_get_sender(pointer)), path: text(sd_bus_message_get_path(pointer)) ?? "",
      interface: text(sd_bus_message_get_interface(pointer)) ?? "",
      member: text(sd_bus_message_get_member(pointer)) ?? "", body: body)
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }

  /// Reads to the end of the message, or of the entered container.
  private static func values(in pointer: OpaquePointer) throws(Failure) -> [DBusValue] {
    var values: [DBusValue] = []
    while true {
      var (type, contents) = unsafe (CChar(0), UnsafePointer<CChar>?.none)
      let left = try DBusConnection.check(unsafe sd_bus_message_peek_type(pointer, &type, &contents))
      guard left > 0 else { return values }
      switch UInt8(bitPattern: type) {
      case UInt8(ascii: "a"), UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "r"), UInt8(ascii: "e"),
        UInt8(ascii: "v"):
        let element = unsafe text(contents) ?? ""
        try DBusConnection.check(unsafe sd_bus_message_enter_container(pointer, type, contents))
        let inner = try unsafe Self.values(in: pointer)
        try DBusConnection.check(unsafe sd_bus_message_exit_container(pointer))
        values.append(try container(UInt8(bitPattern: type), of: element, inner))
      case let code: values.append(try unsafe basic(code, in: pointer))
      }
    }
  }

  private static func container(_ type: UInt8, of element: String, _ inner: [DBusValue]) throws(Failure) -> DBusValue {
    switch type {
    case UInt8(ascii: "a"): return .array(of: element, inner)
    case UInt8(ascii: "v"):
      guard let value = inner.first else { throw Failure(code: EBADMSG) }
      return .variant(value)
    case UInt8(ascii: "{"), UInt8(ascii: "e"):
      guard inner.count == 2 else { throw Failure(code: EBADMSG) }
      return .entry(inner[0], inner[1])
    default: return .structure(inner)
    }
  }

  private static func basic(_ type: UInt8, in pointer: OpaquePointer) throws(Failure) -> DBusValue {
    func read<Number: BitwiseCopyable>(_ zero: Number) throws(Failure) -> Number {
      var number = zero
      try DBusConnection.check(unsafe sd_bus_message_read_basic(pointer, CChar(bitPattern: type), &number))
      return number
    }
    switch type {
    case UInt8(ascii: "b"): return .bool(try read(Int32(0)) != 0)
    case UInt8(ascii: "y"): return .uint32(UInt32(try read(UInt8(0))))
    case UInt8(ascii: "n"): return .int32(Int32(try read(Int16(0))))
    case UInt8(ascii: "q"): return .uint32(UInt32(try read(UInt16(0))))
    case UInt8(ascii: "i"): return .int32(try read(Int32(0)))
    case UInt8(ascii: "u"): return .uint32(try read(UInt32(0)))
    case UInt8(ascii: "x"): return .int64(try read(Int64(0)))
    case UInt8(ascii: "t"): return .uint64(try read(UInt64(0)))
    case UInt8(ascii: "d"): return .double(try read(0.0))
    case UInt8(ascii: "h"):
      // The message owns the descriptor that it returns.
      let descriptor = fcntl(try read(Int32(-1)), F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { throw Failure(code: errno) }
      return .descriptor(OwnedDescriptor(descriptor))
    default:
      let characters = try unsafe read(UnsafePointer<CChar>?.none)
      let text = unsafe text(characters) ?? ""
      return type == UInt8(ascii: "o") ? .path(text) : .string(text)
    }
  }

  static func append(_ values: [DBusValue], to pointer: OpaquePointer) throws(Failure) {
    for value in values { try unsafe append(value, to: pointer) }
  }

  private static func append(_ value: DBusValue, to pointer: OpaquePointer) throws(Failure) {
    func basic<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ number: Number) throws(Failure) {
      var number = number
      let code = CChar(bitPattern: UInt8(ascii: type))
      try DBusConnection.check(unsafe sd_bus_message_append_basic(pointer, code, &number))
    }
    func text(_ type: Unicode.Scalar, _ text: String) throws(Failure) {
      let code = CChar(bitPattern: UInt8(ascii: type))
      try DBusConnection.check(unsafe sd_bus_message_append_basic(pointer, code, text))
    }
    func container(_ type: Unicode.Scalar, _ contents: String, _ inner: [DBusValue]) throws(Failure) {
      let code = CChar(bitPattern: UInt8(ascii: type))
      try DBusConnection.check(unsafe sd_bus_message_open_container(pointer, code, contents))
      try unsafe append(inner, to: pointer)
      try DBusConnection.check(unsafe sd_bus_message_close_container(pointer))
    }
    switch value {
    case .bool(let flag): try basic("b", Int32(flag ? 1 : 0))
    case .int32(let number): try basic("i", number)
    case .uint32(let number): try basic("u", number)
    case .int64(let number): try basic("x", number)
    case .uint64(let number): try basic("t", number)
    case .double(let number): try basic("d", number)
    case .string(let string): try text("s", string)
    case .path(let path): try text("o", path)
    case .descriptor: throw Failure(code: EOPNOTSUPP)
    case .array(let element, let values): try container("a", element, values)
    case .structure(let fields): try container("r", fields.map(\.signature).joined(), fields)
    case .entry(let key, let value): try container("e", key.signature + value.signature, [key, value])
    case .variant(let value): try container("v", value.signature, [value])
    }
  }
}
