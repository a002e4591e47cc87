import WorkoutModel

/// Writes the sheet of a workout as a self-contained HTML page without scripts.
package enum HTMLSheet {
  /// `picture` is an SVG image, as `show --svg` draws it.
  package static func write(_ plan: SheetPlan, language: String, picture: String?) -> String {
    let rows = plan.rows.map(row).joined(separator: "\n")
    let about = [
      plan.description.map { "<p>\(SafeText.markup($0))</p>" }, plan.author.map { "<p>By \(SafeText.markup($0))</p>" },
    ]
    .compactMap(\.self).joined(separator: "\n")
    return """
      <!DOCTYPE html>
      <html lang="\(SafeText.markup(language))">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(SafeText.markup(plan.title))</title>
      <style>
      @page { margin: 15mm; }
      body { max-width: 60em; margin: 1em auto; padding: 0 1em; font: 16px/1.4 system-ui, sans-serif; color: #111; }
      html { color-scheme: light; background: #fff; }
      h1 { margin: 0; }
      .total { margin: 0.2em 0 1em; font-size: 1.3em; }
      svg { display: block; width: 100%; height: auto; }
      table { width: 100%; border-collapse: collapse; }
      th, td { padding: 0.3em 0.6em; border-bottom: 1px solid #999; text-align: left; vertical-align: top; }
      td:nth-child(2), td:nth-child(3) { white-space: nowrap; }
      tr.sets td { font-weight: bold; background: #eee; }
      tr { break-inside: avoid; }
      @media print { body { max-width: none; margin: 0; padding: 0; font-size: 11pt; } }
      </style>
      </head>
      <body>
      <h1>\(SafeText.markup(plan.title))</h1>
      <p class="total">\(SafeText.markup(plan.totals))</p>
      \(about)
      \(picture ?? "")
      <table>
      <thead><tr><th>Phase</th><th>Length</th><th>Target</th><th>Notes</th></tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      </body>
      </html>

      """
  }

  private static func row(_ row: SheetPlan.Row) -> String {
    let name = [row.sets, row.name.isEmpty ? nil : row.name].compactMap(\.self).joined(separator: " ")
    let indent = row.depth > 0 ? " style=\"padding-left: \(Double(row.depth) * 1.5 + 0.6)em\"" : ""
    let cells = [row.length, row.target, row.notes].map { "<td>\(SafeText.markup($0))</td>" }.joined()
    return "<tr\(row.sets == nil ? "" : " class=\"sets\"")><td\(indent)>\(SafeText.markup(name))</td>\(cells)</tr>"
  }
}
