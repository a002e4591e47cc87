import Glibc
import HostSystem
import StrictJSON

/// The file with the tokens, which only its owner can read.
package enum TokenFile {
  /// The reason why the tokens can't be read or written.
  package struct Failure: Error, Equatable, Sendable {
    package let explanation: String
  }

  /// Reads the tokens in a folder; creates new ones if there are none or `new` is true.
  package static func tokens(in folder: String, new: Bool) throws(Failure) -> AccessTokens {
    if let problem = OwnPath.makeFolder(folder) { throw Failure(explanation: problem) }
    let path = folder + "/serve.json"
    let stored = new ? nil : try read(path)
    let tokens = stored?.tokens ?? AccessTokens()
    if stored?.isWhole != true { try write(tokens, to: path) }
    return tokens
  }

  /// The stored tokens; they aren't whole if an earlier version has stored them.
  private static func read(_ path: String) throws(Failure) -> (tokens: AccessTokens, isWhole: Bool)? {
    let file: Int32
    do throws(RegularFile.Problem) { file = try RegularFile.open(path, followsLinks: false) } catch {
      if error == .system(.noSuchFileOrDirectory) { return nil }
      throw Failure(explanation: "\(path): \(error.explanation); remove it, or create new tokens with --new-tokens")
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw Failure(explanation: "\(path): \(Errno.last)") }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw Failure(explanation: "\(path) is readable by others: create new tokens with --new-tokens")
    }
    let bytes = try? FileDescriptor(rawValue: file).readAll(atMost: 4_096)
    guard let object = JSONObject(line: bytes ?? []), let view = object["view"]?.text,
      let control = object["control"]?.text,
      let tokens = AccessTokens(view: view, control: control, feed: object["feed"]?.text)
    else { throw Failure(explanation: "\(path) has no tokens: create new ones with --new-tokens") }
    return (tokens, object["feed"]?.text != nil)
  }

  /// Replaces the file atomically, and never makes it readable by others.
  private static func write(_ tokens: AccessTokens, to path: String) throws(Failure) {
    let draft = "\(path).\(getpid())"
    unsafe unlink(draft)
    let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(explanation: "\(draft): \(Errno.last)") }
    let fields: JSONFields = ["view": tokens.view, "control": tokens.control, "feed": tokens.feed]
    let problem = OutputWriter.write(fields.line() + "\n", to: file)
    close(file)
    guard problem == nil, unsafe rename(draft, path) == 0 else {
      defer { unsafe unlink(draft) }
      throw Failure(explanation: "\(path): \(problem ?? .last)")
    }
  }
}
