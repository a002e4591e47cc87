/// Writes the sheet of a workout in Markdown (CommonMark with tables).
package enum MarkdownSheet {
  package static func write(_ plan: SheetPlan) -> String {
    var parts = ["# \(escaped(plan.title))"]
    if let description = plan.description { parts.append(escaped(description)) }
    parts.append("**\(escaped(plan.totals))**" + (plan.author.map { ", by \(escaped($0))" } ?? ""))
    var table = ["| Phase | Length | Target | Notes |", "| --- | --- | --- | --- |"]
    for row in plan.rows {
      let indent = String(repeating: "&emsp;", count: row.depth)
      let name = [row.sets.map { "**\(escaped($0))**" }, escaped(row.name)].compactMap(\.self).joined(separator: " ")
      table.append("| \(indent)\(name) | \(escaped(row.length)) | \(escaped(row.target)) | \(escaped(row.notes)) |")
    }
    parts.append(table.joined(separator: "\n"))
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// Escapes Markdown in a text.
  private static func escaped(_ text: String) -> String {
    let marked = MediaText.escaped(text, "\\`*_[]<>#|~&!").unicodeScalars
    // At the start of a line these would begin a list: "-", "+", "1."
    let number = marked.prefix { ("0"..."9").contains($0) }
    let signs = Array((number.isEmpty ? "-+=" : ".)").unicodeScalars)
    if let sign = marked.dropFirst(number.count).first, signs.contains(sign) {
      return String(Substring(number)) + "\\" + String(Substring(marked.dropFirst(number.count)))
    }
    return String(marked)
  }
}
