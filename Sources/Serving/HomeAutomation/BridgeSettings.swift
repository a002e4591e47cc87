package struct BridgeSettings: Sendable {
  package var broker: MQTTConnection.Settings
  package var topics: BrokerTopics
  /// Whether this machine is announced to Home Assistant.
  package var isDiscovered: Bool
  /// Whether the bridge ends if there is no broker at the start.
  package var requiresBroker: Bool
  package var version: String
  package var command: String
  /// The folders of workouts; empty for the command's default folders.
  package var folders: [String]
  /// The user's own folder of workouts; `nil` without a home.
  package var own: String?
  package var runOptions: [String]
  /// The folder for the logs of started runs, and that of the sockets of runs.
  package var logs, runs: String

  package init(
    broker: MQTTConnection.Settings, topics: BrokerTopics, isDiscovered: Bool, requiresBroker: Bool, version: String,
    command: String, folders: [String], own: String?, runOptions: [String], logs: String, runs: String
  ) {
    (self.broker, self.topics, self.isDiscovered) = (broker, topics, isDiscovered)
    (self.requiresBroker, self.version, self.command) = (requiresBroker, version, command)
    (self.folders, self.own, self.runOptions) = (folders, own, runOptions)
    (self.logs, self.runs) = (logs, runs)
  }
}

package enum BridgeReport: Equatable, Sendable {
  case connected
  /// There is no broker any more, with the reason; the bridge tries again.
  case lost(String)
}

package enum BridgeEnding: Equatable {
  /// It was told to.
  case stopped
  /// There is no broker, or the system can't do what the bridge needs; with the reason.
  case unavailable(String)
  /// The broker refuses the bridge, with the reason.
  case refused(String)
}
