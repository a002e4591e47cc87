import TestSupport

/// A library of `Tests/Shims`, whose functions replace those of the system in a command.
enum Shim: String {
  case alsa, hang, later, refuse
  case commitLog = "commit_log"
  case powerLoss = "power_loss"
  case slowCache = "slow_cache"

  /// In front of a command in a shell: preloads the library that was built in its home.
  static let preload = "LD_PRELOAD=\"$PWD/shim.so\""

  /// Compiles the library into the working folder of a home; returns its path.
  @discardableResult
  func build(in home: TemporaryHome) throws -> String { try build(inFolder: home.folder) }

  /// Compiles the library into a folder; returns its path.
  func build(inFolder folder: String) throws -> String {
    let path = "\(folder)/shim.so"
    let compile = "-shared -fPIC -o \(quoted(path)) \(quoted("\(Project.root)/Tests/Shims/\(rawValue).c")) -ldl"
    try shell("cc \(compile) || clang \(compile)")
    return path
  }
}
