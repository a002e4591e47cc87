/// Whether a folder can be written that runs keep something in.
public struct FolderCheck: Equatable, Sendable {
  /// What a look at a folder came to.
  public enum State: Equatable, Sendable {
    /// It can be written, or made; so many bytes are free.
    case writable(free: Int)
    /// It can't, and why.
    case closed(String)
    /// Others may write there, or own it.
    case shared
    /// It isn't there, and where it would be made is another user's.
    case foreign
    /// No variable of the environment names it.
    case unnamed
  }

  /// What a folder is for.
  public enum Use: String, Sendable {
    /// The lock of the audio session, and the sockets of sound servers.
    case runtime
    /// The journal and the history.
    case state
    /// The phrases that were made once.
    case cache

    /// The variable that names it.
    public var variable: String {
      switch self {
      case .runtime: "XDG_RUNTIME_DIR"
      case .state: "XDG_STATE_HOME"
      case .cache: "XDG_CACHE_HOME"
      }
    }
  }

  /// What the folder is for.
  public var use: Use
  /// The folder that was looked at; `nil` where nothing names one.
  public var path: String?
  /// What a look at it came to.
  public var state: State

  /// A journal of years takes less.
  static let enoughBytes = 16 << 20

  /// A look at a folder.
  public init(use: Use, path: String?, state: State) {
    self.use = use
    self.path = path
    self.state = state
  }

  /// The judgement: a run does without what it can't keep.
  public var finding: Finding {
    let (name, place) = ("\(use.rawValue) folder", path ?? "")
    switch state {
    case .writable(let free):
      let text = "\(place) can be written, \(free >> 20) MiB free"
      return free >= Self.enoughBytes ? .ok(name, text) : .warning(name, text, cure: "make room on that disk")
    case .closed(let reason):
      return .warning(
        name, "\(place): \(reason)", cure: "have \(use.variable) name a folder that this user may write")
    case .shared:
      // The shell gets the path as one word, whatever is in it.
      let word = "'" + place.replacing("'", with: #"'\''"#) + "'"
      let cure =
        switch use {
        case .cache: "sudo chown -R \"$(id -u)\" \(word); or have \(use.variable) name a folder of this user's own"
        case .runtime, .state: "sudo chown \"$(id -u)\" \(word); chmod 700 \(word)"
        }
      return .warning(name, "\(place) belongs to another user, or others may write there", cure: cure)
    case .foreign:
      return .warning(
        name, "\(place) belongs to another user: nothing is made in it",
        cure: "have \(use.variable) name a folder of this user's own")
    case .unnamed:
      let cure =
        switch use {
        case .runtime: "log in with a session of your own, or: export XDG_RUNTIME_DIR=/run/user/$(id -u)"
        case .state, .cache: "export HOME, or \(use.variable)"
        }
      return .warning(name, "\(use.variable) isn't set: \(use.loss)", cure: cure)
    }
  }
}

extension FolderCheck.Use {
  /// What is missing without it.
  fileprivate var loss: String {
    switch self {
    case .runtime: "the lock of the audio session goes elsewhere, and no sound server is found"
    case .state: "nothing is kept of a run"
    case .cache: "each run makes its phrases anew"
    }
  }
}
