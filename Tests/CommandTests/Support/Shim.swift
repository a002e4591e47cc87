/// Functions that stand before the system's own in a command.
enum Shim {
  /// Before a command in a shell: it is run with what was built.
  static let before = "LD_PRELOAD=\"$PWD/shim.so\""

  /// Compiles functions in C.
  static func build(_ source: String, in home: Home) throws {
    let head = ["dlfcn", "errno", "fcntl", "stdio", "stdlib", "string", "unistd", "sys/stat", "sys/types"]
    let text = "#define _GNU_SOURCE\n" + head.map { "#include <\($0).h>\n" }.joined() + source
    try home.write(text, to: "shim.c")
    let compile = "-shared -fPIC -o shim.so shim.c -ldl"
    let built = try home.shell("cc \(compile) || clang \(compile)")
    guard built.code == 0 else { throw Failure(built.err) }
  }
}
