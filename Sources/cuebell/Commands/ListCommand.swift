import ArgumentParser
import CommandSupport
import HostSystem
import SessionReporting
import StrictJSON
import WorkoutModel

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the workouts and programmes that can be run by name.",
    discussion: """
      Examples:
        cuebell list
        cuebell list --workouts ~/training --json

      Lists ~/.config/cuebell/workouts and what comes with Cuebell, or only the folders given with --workouts. \
      cuebell run NAME runs a workout, cuebell next NAME the next session of a programme. A broken file is listed with \
      its first problem; cuebell check NAME prints all of them. If two files have the same name, the first one is used.
      """)

  @OptionGroup var folders: FolderOptions

  @Flag(help: "Print one JSON object; times are nanoseconds.")
  var json = false

  func run() throws {
    let folders = folders.folders(try SettingsFile.load()).namedOrAll
    var seen: Set<String> = []
    let groups = try folders.folders.map { folder in
      let entries = try folders.entries(in: folder).filter { seen.insert($0.name).inserted }
      return (folder: folder.path, items: entries.compactMap { LibraryItem($0) })
    }
    let items = groups.flatMap(\.items)
    let (programmes, workouts) = (items.filter(\.isProgramme), items.filter { !$0.isProgramme })
    if json { return try Streams.out(Self.object(workouts, programmes)) }
    if items.isEmpty { return try Streams.out("There are no workouts. To create one: cuebell new NAME") }
    let sections =
      groups.map { (title: $0.folder, items: $0.items.filter { !$0.isProgramme }) }
      + [(title: "Programmes, for cuebell next", items: programmes)]
    let blocks = sections.filter { !$0.items.isEmpty }.map { section in
      ([SafeText.filtered(section.title)] + Self.lines(section.items)).joined(separator: "\n")
    }
    try Streams.out(blocks.joined(separator: "\n\n"))
  }

  /// A line for each item, and the problem of a broken one below it.
  private static func lines(_ items: [LibraryItem]) -> [String] {
    let (indent, reader) = ("  ", UserLocale.reader)
    let rows = Columns.aligned(
      items.map { $0.cells(reader) }, right: [1], cut: (column: 2, line: Streams.lineLimit - indent.count))
    return zip(rows, items).flatMap { row, item in
      [indent + row] + (item.problem.map { [indent + indent + $0] } ?? [])
    }
  }

  private static func object(_ workouts: [LibraryItem], _ programmes: [LibraryItem]) -> String {
    (["workouts": workouts.map(\.fields), "programmes": programmes.map(\.fields)] as JSONFields).line()
  }
}
