import ArgumentParser
import SessionHistory
import SessionReporting

/// `history export`: all data, for another program.
struct HistoryExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print every session in full, one JSON object per line, oldest first.")

  func run() throws {
    guard let store = try HistoryStore.openedIfThere(for: .reading) else { return }
    for session in try orExit({ () throws(HistoryError) in try store.sessions() }).reversed() {
      if let detail = try store.detail(session.id) { try Streams.out(HistoryJSON.object(detail)) }
    }
  }
}
