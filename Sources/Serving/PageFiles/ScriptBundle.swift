/// Scripts of the pages as one script without modules, which a browser doesn't load from a disk.
struct ScriptBundle {
  private var parts: [String] = []
  private var known: Set<String> = []

  static func text(of name: String) -> String {
    var bundle = ScriptBundle()
    bundle.add(name)
    return "'use strict';\nconst modules = {};\n" + bundle.parts.joined()
  }

  /// Adds a script after those that it imports. Each is a function that returns its exports.
  private mutating func add(_ name: String) {
    guard known.insert(name).inserted else { return }
    var (body, exports, statement): (String, [String], String?) = ("", [], nil)
    for line in (Assets.named(name)?.text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("import ") { statement = "" }
      if let begun = statement {
        statement = begun + line + " "
        guard line.hasSuffix(";") else { continue }
        body += imported(by: begun + line) + "\n"
        statement = nil
      } else if line.hasPrefix("export ") {
        let words = line.split { " (=;{*".contains($0) }
        if let export = words.first(where: { !Self.keywords.contains($0) }) { exports.append(String(export)) }
        body += line.dropFirst("export ".count) + "\n"
      } else {
        body += line + "\n"
      }
    }
    parts.append("modules['\(name)'] = (() => {\n\(body)return { \(exports.joined(separator: ", ")) };\n})();\n")
  }

  private static let keywords: Set<Substring> = ["export", "async", "function", "class", "const", "let"]

  /// `import { a, b } from './c.js';` as a declaration, after the script itself.
  private mutating func imported(by statement: String) -> String {
    let names = statement.drop { $0 != "{" }.prefix { $0 != "}" }
    let file = statement.split(separator: "'").last { $0.hasSuffix(".js") }?.dropFirst(2) ?? ""
    add(String(file))
    return "const \(names)} = modules['\(file)'];"
  }
}
