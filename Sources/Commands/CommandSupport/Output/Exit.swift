package import ArgumentParser
package import AudioMixing
import Glibc
import HostSystem
package import WorkoutFiles

/// The exit statuses; the numbers are those of sysexits.h if it has one.
extension ExitCode {
  /// A scenario failed, or two traces differ.
  package static let checkFailed = ExitCode(1)
  package static let tooLong = ExitCode(1)
  package static let refused = ExitCode(3)
  package static let stoppedEarly = ExitCode(4)
  package static let usage = ExitCode(64)
  package static let badInput = ExitCode(65)
  package static let noInput = ExitCode(66)
  package static let unavailable = ExitCode(69)
  package static let cannotWrite = ExitCode(73)
  package static let held = ExitCode(75)
  /// A run uses another version of the protocol.
  package static let otherProtocol = ExitCode(76)
  package static let notPermitted = ExitCode(77)
}

/// Work whose failures end the command, after a message.
package enum Exit {
  /// Runs work that needs threads and descriptors; if the system can't create any, the command ends with status 1 and
  /// the failure, such as "The workout can't be played".
  package static func unlessExhausted(_ failure: String, _ work: () throws -> Void) throws {
    do { try work() } catch let error as NoThread { exhausted(failure, error.explanation) } catch let error
      as NoDescriptor
    { exhausted(failure, error.explanation) }
  }

  /// Ends the command at once for lack of a thread or a descriptor: a normal end may release a connection to the
  /// history, whose queue requests a thread from Dispatch, which asks the system for ever.
  package static func exhausted(_ failure: String, _ reason: String) -> Never {
    Streams.err("\(failure): \(reason).")
    exit(1)
  }

  /// The result of `read`; problems of a file end the command.
  package static func ifInvalid<Value>(_ read: @autoclosure () throws(WorkoutFileError) -> Value) throws -> Value {
    do throws(WorkoutFileError) { return try read() } catch { throw fail(error) }
  }

  /// The result of `write`; output that can't be written ends the command.
  package static func ifUnwritable<Value>(_ write: () throws(SinkError) -> Value) throws -> Value {
    do throws(SinkError) { return try write() } catch { throw fail(error) }
  }

  package static func fail(_ error: WorkoutFileError) -> ExitCode { fail(.badInput, error.description) }

  package static func fail(_ error: SinkError) -> ExitCode { fail(.cannotWrite, error.explanation) }

  package static func fail(_ code: ExitCode, _ message: String) -> ExitCode {
    Streams.err(message)
    return code
  }
}
