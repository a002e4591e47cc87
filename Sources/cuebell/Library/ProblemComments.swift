import StrictJSON
import WorkoutFiles
import WorkoutModel

/// The problems of a file as comments below their lines, with a caret at their columns, for a text editor.
enum ProblemComments {
  private static let mark = "^ cuebell: "

  /// The text with a comment for each problem of its own; what belongs to another file comes first.
  static func added(_ problems: [LocatedProblem], to bytes: [UInt8]) -> [UInt8] {
    if problems.isEmpty { return bytes }
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    // A text that ends with a line break has no line after it.
    let isEnded = lines.last?.isEmpty == true && lines.count > 1
    if isEnded { lines.removeLast() }
    var comments = [[[UInt8]]](repeating: [], count: lines.count + 1)
    for problem in problems {
      let line = problem.file == nil ? min(problem.location.line, lines.count) : 0
      comments[line].append(comment(problem))
    }
    let all = comments[0] + zip(lines, comments.dropFirst()).flatMap { [$0] + $1 }
    return Array(all.joined(separator: [10])) + (isEnded ? [10] : [])
  }

  private static func comment(_ problem: LocatedProblem) -> [UInt8] {
    let isOwn = problem.file == nil
    let indent = String(repeating: " ", count: isOwn ? max(1, min(problem.location.column, 100) - 3) : 1)
    let place = problem.file.map { "\($0):\(problem.location): " } ?? ""
    let lines = "\(place)\(problem.path == .root ? "" : "\(problem.path): ")\(problem.message)"
    return Array("//\(indent)\(mark)\(lines.replacing("\n", with: " "))".utf8)
  }

  static func removed(from bytes: [UInt8]) -> [UInt8] {
    let marked = Array(mark.utf8)
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    let kept = lines.filter { line in
      let text = line.drop { $0 == 32 || $0 == 9 }
      return !(text.starts(with: [47, 47]) && text.dropFirst(2).drop { $0 == 32 }.starts(with: marked))
    }
    return kept.count == lines.count ? bytes : Array(kept.joined(separator: [10]))
  }
}
