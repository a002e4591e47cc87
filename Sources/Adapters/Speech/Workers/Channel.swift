import AudioMixing
import Glibc
import HostSystem

/// The worker's end of the connection: whole messages over two blocking descriptors.
struct Channel {
  let input: Int32
  let output: Int32

  /// Runs a worker: tells the host that it is ready, or why it can't start, and passes each message to `answer` until
  /// the input ends. Returns the exit status, which is 1 after a malformed message, or if `start` or `answer` fails.
  static func run<Engine: ~Copyable>(
    _ input: Int32, _ output: Int32, _ start: () throws(SpeechError) -> Engine,
    answer: (inout Engine, Slice<UnsafeMutableRawBufferPointer>, Channel) -> Bool
  ) -> Int32 {
    // The signals of the terminal, and those of a host that is gone.
    for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { Glibc.signal(signal, SIG_IGN) }
    let channel = Channel(input: input, output: output)
    var engine: Engine
    do throws(SpeechError) { engine = try start() } catch {
      _ = channel.send(.failure(error))
      return 1
    }
    guard channel.send(.ready(version: WorkerAnswer.version)) else { return 1 }
    return unsafe channel.serve { unsafe answer(&engine, $0, channel) }
  }

  private func serve(_ answer: (Slice<UnsafeMutableRawBufferPointer>) -> Bool) -> Int32 {
    let request = UnsafeMutableRawBufferPointer.allocate(byteCount: WorkerRequest.maximumBytes, alignment: 16)
    defer { unsafe request.deallocate() }
    while true {
      var length: UInt32 = 0
      let header = unsafe withUnsafeMutableBytes(of: &length) { unsafe fill($0) }
      // The host has closed its end between two messages.
      if header == 0 { return 0 }
      let size = Int(UInt32(littleEndian: length))
      guard header == 4, (1...request.count).contains(size),
        unsafe fill(UnsafeMutableRawBufferPointer(rebasing: request[..<size])) == size,
        unsafe answer(request[..<size])
      else { return 1 }
    }
  }

  /// Writes one message; returns `false` if the write fails.
  func send(_ answer: WorkerAnswer) -> Bool { unsafe answer.bytes.withUnsafeBytes { unsafe send($0) } }

  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let length = UInt32(bytes.count).littleEndian
    return unsafe withUnsafeBytes(of: length) { unsafe OutputWriter.write($0, to: output) } == nil
      && OutputWriter.write(bytes, to: output) == nil
  }

  /// Reads until `buffer` is full or the input ends; returns the number of bytes, or -1 for an error.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      guard let count = try? unsafe FileDescriptor(rawValue: input).read(into: rest) else { return -1 }
      if count == 0 { break }
      done += count
    }
    return done
  }
}
