import WorkoutEngine
import WorkoutModel

/// The changed fields of a state, by name.
enum StateFields {
  static func object(_ changes: [StateChange]) -> String {
    var json = JSONText()
    for change in changes {
      switch change {
      case .playback(let name): json.add(change.name, name)
      case .phase(let id): json.add(change.name, id?.node)
      case .end(let end): json.add(change.name, end)
      case .volume(let volume): json.add(change.name, raw: "\(volume)")
      case .ambient(let sound): json.add(change.name, sound)
      case .lifecycle(let lifecycle): json.add(change.name, lifecycle.rawValue)
      case .audible(let isAudible): json.add(change.name, isAudible)
      case .history(let undoable, let redoable):
        json.add("undoable", undoable)
        json.add("redoable", redoable)
      case .position(let position): json.add(change.name, position)
      }
    }
    return json.object
  }
}
