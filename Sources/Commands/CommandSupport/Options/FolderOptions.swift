package import ArgumentParser

/// The folders in which the command finds workouts by their names.
package struct FolderOptions: ParsableArguments {
  @Option(
    name: .customLong("workouts"),
    help: ArgumentHelp(
      "A folder to search for workouts by name, before the default ones; may be repeated.",
      valueName: "folder"),
    completion: .directory)
  package var workouts: [String] = []

  package init() {}

  package func validate() throws {
    guard !workouts.contains("") else { throw ValidationError("--workouts needs the name of a folder.") }
  }
}
