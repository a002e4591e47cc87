import ArgumentParser
import CommandSupport
import FoundationEssentials
import Glibc
import HostSystem
import Logging
import SharedLinks
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// The folders in which workouts and programmes are found by their names.
///
/// A name is that of a JSON file, with or without `.json`. It is searched in each folder in turn, and in its folder
/// `programmes`; the first file counts.
struct WorkoutFolders {
  /// A folder, with the treatment of one that can't be read.
  struct Folder {
    let path: String
    let origin: Origin
  }

  enum Origin {
    case option, settings, user, shipped
  }

  struct Entry {
    let name: String
    let path: String
    let isInProgrammes: Bool
  }

  private static let programmes = "programmes"
  private static let ending = ".json"

  let folders: [Folder]

  /// The folders of the command line, those of the settings, that of the user, and the installed one.
  init(_ named: [String], _ settings: Settings) {
    let user = UserFolders(ProcessInfo.processInfo.environment).config.map { $0 + "/cuebell/workouts" }
    folders =
      named.map { Folder(path: $0, origin: .option) } + settings.workouts.map { Folder(path: $0, origin: .settings) }
      + [(user, Origin.user), (ShippedFiles.folder("Workouts"), .shipped)].compactMap { path, origin in
        path.map { Folder(path: $0, origin: origin) }
      }
  }

  /// The folders of the command line if there are any, otherwise all.
  var namedOrAll: WorkoutFolders {
    let named = folders.filter { $0.origin == .option }
    return named.isEmpty ? self : WorkoutFolders(folders: named)
  }

  /// Where the user's own copies and new workouts are saved: the first folder of the command line, or else the user's.
  var own: String? {
    let own = folders.first { $0.origin == .option && !Self.isShipped($0.path) } ?? folders.first { $0.origin == .user }
    return own?.path
  }

  /// Whether a path leads into the folder of the workouts that come with Cuebell.
  static func isShipped(_ path: String) -> Bool {
    guard let shipped = ShippedFiles.folder("Workouts").flatMap(FullPath.resolved),
      let real = FullPath.resolved(path)
    else { return false }
    return real == shipped || real.hasPrefix(shipped + "/")
  }

  private init(folders: [Folder]) { self.folders = folders }

  enum Kind: String {
    case workout, programme
  }

  /// The path of the file that a word of the command line refers to: the file at that path, or else the one with that
  /// name; `-` is stdin. A short form is its own path.
  ///
  /// A word that refers to no file and has no `/` ends the command with status 66.
  func path(of word: String, _ kind: Kind) throws -> String {
    let type = (try? unsafe Stat(word))?.type
    let isThere = word == "-" || type != nil
    if isThere, type != .directory { return word }
    if !isThere, WorkoutLink.isLink(word) {
      throw Exit.fail(.noInput, "The link isn't a file: cuebell import LINK makes one of its workout.")
    }
    guard !word.isEmpty, !word.contains("/") else { return word }
    // An invalid folder is reported even if another one has the name.
    for folder in folders where folder.origin == .option { try check(folder) }
    let name = word.hasSuffix(Self.ending) ? String(word.dropLast(Self.ending.count)) : word
    let places = folders.flatMap { [$0.path, "\($0.path)/\(Self.programmes)"] }
    var found = Self.isName(name) ? places.map { "\($0)/\(name)\(Self.ending)" }.first(where: Self.isFile) : nil
    if found == nil {
      let entries = try entries()
      // A folder's name may be encoded in other bytes with the same letters.
      found = entries.first { $0.name == name }?.path
      if found == nil, kind == .workout, NamedWorkout.isShortForm(word) { return word }
      // Opening a folder as a file reports the error.
      if found == nil, !isThere { throw Self.failure(word, name, kind, entries) }
    }
    if let found { Diagnostics.log.debug("name", metadata: ["name": "\(word)", "file": "\(found)"]) }
    return found ?? word
  }

  /// All files by name, each name once, in the order of the folders.
  ///
  /// A folder of the user that can't be read ends the command; missing ones of the others are skipped.
  func entries() throws -> [Entry] {
    var seen: Set<String> = []
    return try folders.flatMap { try entries(in: $0) }.filter { seen.insert($0.name).inserted }
  }

  /// The files of a folder and of its folder `programmes`, sorted by name.
  func entries(in folder: Folder) throws -> [Entry] {
    try check(folder)
    return [(folder.path, false), ("\(folder.path)/\(Self.programmes)", true)].flatMap { place, isInProgrammes in
      Self.files(in: place).map { file in
        Entry(
          name: String(file.dropLast(Self.ending.count)), path: "\(place)/\(file)", isInProgrammes: isInProgrammes)
      }.sorted { $0.name < $1.name }
    }
  }

  /// Reports a folder that can't be read; one that the command line names ends the command.
  private func check(_ folder: Folder) throws {
    do throws(Errno) { _ = try FolderNames.list(opening: folder.path) } catch {
      if error == .noSuchFileOrDirectory, folder.origin == .user || folder.origin == .shipped { return }
      let message = "\(folder.path): \(error)"
      if folder.origin == .option { throw Exit.fail(.noInput, message) }
      Streams.err(message)
    }
  }

  /// The JSON files of a folder; empty if it can't be read.
  private static func files(in place: String) -> [String] {
    FolderNames.list(place).filter { file in
      file.hasSuffix(ending) && isName(file.dropLast(ending.count)) && isFile("\(place)/\(file)")
    }
  }

  /// What `isName` refuses, for people.
  static let nameAdvice = "such as my-hiit: no dot or dash at its start, no space at an end, no slash and no *"

  /// Whether a file of this name is a workout: what a shell, a terminal or a list would take for something else isn't.
  static func isName(_ name: some StringProtocol) -> Bool {
    guard let first = name.first, let last = name.last, (1...200).contains(name.utf8.count) else { return false }
    return !".-".contains(first) && !first.isWhitespace && !last.isWhitespace && SafeText.filtered(name) == name
      && !name.contains { "/*\0".contains($0) } && !name.allSatisfy { $0.isASCII && ($0.isPunctuation || $0.isSymbol) }
  }

  /// The error for an unknown word, with the names near it; the list has the others.
  private static func failure(_ word: String, _ name: String, _ kind: Kind, _ entries: [Entry]) -> ExitCode {
    let problem = "\(word): No such file or directory"
    let start = "\(problem), and no \(kind.rawValue) of this name"
    let names = (kind == .programme ? entries.filter(isProgramme) : entries).map(\.name)
    let question =
      isFile(word + ending)
      ? "; did you mean \(Excerpt.quoted(word + ending))?" : Suggestion.question(name, among: names, atMost: 3)
    if !question.isEmpty { return Exit.fail(.noInput, start + question) }
    // A file was meant, which no name resembles.
    if word != name { return Exit.fail(.noInput, problem) }
    return Exit.fail(.noInput, start + (names.isEmpty ? ": none are installed" : "; see: cuebell list"))
  }

  static func isProgramme(_ entry: Entry) -> Bool {
    (try? InputFile.contents(ofRegularFile: entry.path)).map(ProgrammeReader.recognizes) == true
  }

  /// Whether there is a file that can be read to its end, unlike a FIFO.
  private static func isFile(_ path: String) -> Bool { (try? unsafe Stat(path))?.type == .regular }
}

extension FolderOptions {
  func path(of word: String, as kind: WorkoutFolders.Kind = .workout, _ settings: Settings) throws -> String {
    try folders(settings).path(of: word, kind)
  }

  func folders(_ settings: Settings) -> WorkoutFolders { WorkoutFolders(workouts, settings) }
}

/// The workout of a command, and the folders in which it is found by its name.
struct WorkoutArgument: ParsableArguments {
  @Argument(help: "A workout file or name, or a short form such as 8x20/10; - for stdin.", completion: .workouts)
  var file: String

  @OptionGroup var folders: FolderOptions

  func path(_ settings: Settings) throws -> String { try folders.path(of: file, settings) }
}
