import Glibc
import HostSystem
import StrictJSON

/// A message of the Wyoming protocol: its type, the fields of its data, and bytes.
struct WyomingEvent {
  let type: String
  /// The data after the header, and that in the header.
  let data: [JSONObject]
  let payload: [UInt8]

  subscript(key: String) -> JSONValue? { data.lazy.compactMap { $0[key] }.first }
}

/// The reason why a Wyoming server doesn't answer a request, as the end of a sentence that begins with its name.
enum WyomingFault: Error, Equatable {
  /// It isn't there, or has gone.
  case absent(String)
  /// It didn't answer in time.
  case late(Duration)
  /// It broke a rule of the protocol.
  case malformed(String)
  /// It can't speak this phrase; the connection is as good as before.
  case refused(String)

  init(_ error: Errno) { self = error == .timedOut ? .late(.zero) : .absent("\(error)") }

  init(_ failure: SocketReader.Failure) {
    switch failure {
    case .system(let error): self.init(error)
    case .ended: self = .absent("it closed the connection")
    case .longLine(let limit): self = .malformed("a header is longer than \(limit >> 10) KiB")
    }
  }

  var words: String {
    switch self {
    case .absent(let reason): "is not available: \(reason)"
    case .late(let limit): "didn't answer within \(limit.components.seconds) s"
    case .malformed(let reason): "broke the protocol: \(reason)"
    case .refused(let reason): reason
    }
  }
}

/// A connection to a Wyoming server, which isn't trusted: its messages are limited, and none is waited for longer than
/// until a deadline.
struct WyomingConnection: ~Copyable {
  private static let maximumLine = 64 << 10
  private static let maximumData = 1 << 20
  /// The maximum number of bytes of sound.
  static let maximumPayload = 16 << 20
  private static let depth = 8
  /// The processor time of a program for a whole run, and what it may write, such as a voice that it downloads.
  private static let (cpuSeconds, fileBytes): (UInt, UInt) = (36_000, 1 << 30)

  /// The sockets that are read and written: the same one of a server, two of a program, as libraries for programs take
  /// whatever arrives on a standard output for its end.
  private let (incoming, outgoing): (Int32, Int32)
  private let program: ContainedProgram?
  private var reader: SocketReader

  init(_ address: WyomingService.Address, by deadline: SuspendingClock.Instant) throws(WyomingFault) {
    if case .program(let arguments) = address {
      let (input, output, program) = try Self.start(arguments)
      (incoming, outgoing) = (output, input)
      self.program = program
    } else {
      let socket = try Self.connect(to: address, by: deadline)
      (incoming, outgoing) = (socket, socket)
      program = nil
    }
    // Last: Swift 6.2 can't compile a failure after a field has its value.
    reader = SocketReader(incoming)
  }

  private static func connect(
    to address: WyomingService.Address, by deadline: SuspendingClock.Instant
  ) throws(WyomingFault) -> Int32 {
    switch address {
    case .tcp(let host, let port):
      do throws(TCPConnection.Failure) { return try TCPConnection.open(host: host, port: port, by: deadline) } catch {
        throw .absent(error.reason)
      }
    case .unix(let path):
      guard let address = UnixAddress(path) else { throw .absent("not the path of a socket") }
      let socket = UnixAddress.socket(isStream: true)
      guard let error = address.connect(socket) else { return socket }
      close(socket)
      throw .absent("\(error)")
    case .program: throw .absent("not a server")
    }
  }

  /// Starts a program; returns its process and this process's ends of its standard input and output.
  private static func start(
    _ arguments: [String]
  ) throws(WyomingFault) -> (input: Int32, output: Int32, ContainedProgram) {
    var own: [Int32] = []
    do throws(Errno) {
      guard let path = arguments.first.flatMap({ ProgramPath.find($0) }) else { throw .noSuchFileOrDirectory }
      let input = try SocketPair.make()
      own.append(input.0)
      defer { close(input.1) }
      let output = try SocketPair.make()
      own.append(output.0)
      defer { close(output.1) }
      let program = try ContainedProgram(
        path, arguments: arguments, streams: [input.1, output.1, STDERR_FILENO], cpuSeconds: cpuSeconds,
        fileBytes: fileBytes)
      return (input.0, output.0, program)
    } catch {
      for descriptor in own { close(descriptor) }
      throw .absent("it doesn't start: \(error)")
    }
  }

  deinit {
    close(incoming)
    if outgoing != incoming { close(outgoing) }
    program?.end()
  }

  func send(_ type: String, _ data: JSONFields, by deadline: SuspendingClock.Instant) throws(WyomingFault) {
    let line = (["type": type, "data": data] as JSONFields).line() + "\n"
    do throws(Errno) { try FileDescriptor(rawValue: outgoing).send(Array(line.utf8), by: deadline) } catch {
      throw WyomingFault(error)
    }
  }

  mutating func receive(by deadline: SuspendingClock.Instant) throws(WyomingFault) -> WyomingEvent {
    let line = try read { (reader) throws(SocketReader.Failure) in
      try reader.readLine(atMost: Self.maximumLine, by: deadline)
    }
    let header = try Self.object(line, "its header")
    guard let type = header["type"]?.text else { throw .malformed("a message has no type") }
    let length = try Self.length("data_length", in: header, atMost: Self.maximumData)
    let payloadLength = try Self.length("payload_length", in: header, atMost: Self.maximumPayload)
    var data = [header["data"]?.object].compactMap(\.self)
    func bytes(_ count: Int) throws(WyomingFault) -> [UInt8] {
      try read { (reader) throws(SocketReader.Failure) in try reader.read(count, by: deadline) }
    }
    if length > 0 { data.insert(try Self.object(try bytes(length), "its data"), at: 0) }
    return WyomingEvent(type: type, data: data, payload: try bytes(payloadLength))
  }

  private mutating func read(
    _ read: (inout SocketReader) throws(SocketReader.Failure) -> [UInt8]
  ) throws(WyomingFault) -> [UInt8] {
    do throws(SocketReader.Failure) { return try read(&reader) } catch { throw WyomingFault(error) }
  }

  private static func object(_ bytes: [UInt8], _ name: String) throws(WyomingFault) -> JSONObject {
    do throws(JSONError) { return try JSONReader.readObject(bytes, maximumDepth: depth) } catch {
      throw .malformed("\(name) is not JSON: \(error.message)")
    }
  }

  private static func length(_ key: String, in header: JSONObject, atMost limit: Int) throws(WyomingFault) -> Int {
    guard let value = header[key], !value.isNull else { return 0 }
    guard let length = value.integer, (0...limit).contains(length) else {
      throw .malformed("\(key) is \(value.summary)")
    }
    return length
  }
}
