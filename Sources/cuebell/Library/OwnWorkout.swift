import AudioMixing
import CommandSupport
import CueAudio
import FoundationEssentials
import Glibc
import HostSystem
import SoundFiles
import WorkoutFiles
import WorkoutModel

/// A workout to be edited: the user's own file, or the copy that the user gets of one that comes with Cuebell.
struct OwnWorkout {
  /// The reason why a text isn't saved; the file is unchanged.
  enum SaveError: Error {
    /// The file has changed, or was created or removed; with what it holds now.
    case changed([UInt8]?)
    case unwritable(String)
  }

  let source: String
  let path: String
  /// The text; empty for a new file.
  let bytes: [UInt8]
  let version: String?

  var isCopy: Bool { source != path }

  /// The file that a word of the command line refers to; in words of one line, why it can't be edited.
  init(_ word: String, _ folders: WorkoutFolders) throws {
    source = try folders.path(of: word, .workout)
    var bytes = try InputFile.bytes(of: source)
    guard (try? unsafe Stat(source))?.type == .regular else {
      throw Exit.fail(.noInput, "\(source): it isn't a regular file")
    }
    if WorkoutFolders.isShipped(source) {
      if ProgrammeReader.recognizes(bytes) {
        throw Exit.fail(
          .usage, "\(word) is a programme, whose workouts lie beside it: copy its folder, and edit the copy.")
      }
      path = try "\(Self.folder(folders))/\(source.split(separator: "/").last ?? "")"
      if let own = try? InputFile.contents(ofRegularFile: path) { bytes = own }
    } else {
      path = source
    }
    self.bytes = bytes
    version = ContentHash.text(of: bytes)
  }

  /// A file that doesn't exist yet, in the user's folder.
  init(new name: String, _ folders: WorkoutFolders) throws {
    let name = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    guard WorkoutFolders.isName(name) else {
      throw Exit.fail(.usage, "A new workout needs a name \(WorkoutFolders.nameAdvice).")
    }
    path = try "\(Self.folder(folders))/\(name).json"
    (source, bytes, version) = (path, [], nil)
  }

  private static func folder(_ folders: WorkoutFolders) throws -> String {
    if let own = folders.own { return own }
    throw Exit.fail(.cannotWrite, "There is no folder for workouts of your own: set HOME, or name one with --workouts.")
  }

  /// What the checks say about a text of this file.
  func verdict(on bytes: [UInt8], _ voices: VoiceTrials) throws -> FileVerdict {
    // Until a copy exists, its sounds are beside the original.
    let place = (try? unsafe Stat(path)) == nil ? source : path
    return try FileVerdict.all(of: place, holding: bytes, voices)[0]
  }

  /// Replaces the text if it is still at `version`; a file appears complete or not at all.
  func save(_ bytes: [UInt8], over version: String?) throws(SaveError) {
    let folder = InputFile.folder(of: path)
    if let problem = folder.hasPrefix("/") ? OwnPath.makeFolder(folder) : nil { throw .unwritable(problem) }
    // Two that save at once must not both find the version that they have read.
    let lock = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw .unwritable("\(folder): \(Errno.last)") }
    defer { close(lock) }
    flock(lock, LOCK_EX)
    let isNew = self.version == nil
    // A link to another file isn't replaced by a new workout, and the text behind it isn't told.
    let own = try? InputFile.contents(ofRegularFile: path, followsLinks: !isNew)
    let current = own ?? (isCopy ? self.bytes : nil)
    if isNew, current == nil, (try? unsafe Stat(path, followTargetSymlink: false)) != nil { throw .changed(nil) }
    guard current.map({ ContentHash.text(of: $0) }) == version else { throw .changed(current) }
    do throws(SinkError) {
      let file = try AtomicFile(for: path)
      if let mode = (try? unsafe Stat(path))?.rawValue.st_mode { fchmod(file.descriptor, mode & 0o777) }
      if let error = OutputWriter.write(bytes, to: file.descriptor) { throw .cannotWrite("\(path): \(error)") }
      try file.commit(replacing: own != nil)
    } catch {
      throw .unwritable(error.explanation)
    }
    if own == nil, isCopy { copySounds() }
  }

  /// Copies the sounds of a workout that comes with Cuebell beside its copy; missing ones are problems of the copy.
  private func copySounds() {
    guard let workout = try? WorkoutSource(bytes, from: source) else { return }
    let folder = InputFile.folder(of: path)
    for sound in workout.sounds.paths {
      let copy = "\(folder)/\(sound)"
      _ = OwnPath.makeFolder(InputFile.folder(of: copy))
      try? FileManager.default.copyItem(atPath: "\(workout.folder)/\(sound)", toPath: copy)
    }
  }
}
