#if Serve
import DisplayServer
import PageFiles
import StrictJSON
import Testing

@Suite struct `A page` {
  private static let files = Dictionary(uniqueKeysWithValues: Assets.all.map { ($0.name, $0) })

  private func page(_ name: String, tab: String? = nil, at path: String = "/", in tag: String) throws -> String {
    let template = try #require(PageTemplate(name, tab: tab, in: Self.files))
    return String(decoding: template.page(at: path, in: tag), as: UTF8.self)
  }

  @Test func `has its texts in the language of its reader before a script runs`() throws {
    let german = try page("library", tab: "/", in: "de")
    #expect(german.hasPrefix("<!doctype html>\n<html lang=\"de\">\n") && german.hasSuffix("</body>\n</html>\n"))
    #expect(german.contains("<h1 data-word=\"workouts\">Trainings</h1>"))
    #expect(german.contains("<a href=\"./history\" data-word=\"history\">Verlauf</a>"))
    #expect(german.contains("data-label=\"search\" aria-label=\"Suchen\""))
    #expect(german.contains("<a href=\"./\" aria-current=\"page\""))
    let french = try page("history", tab: "/history", at: "/timer/history", in: "fr")
    #expect(french.contains("<a href=\"./../history\" aria-current=\"page\"") && french.contains("lang=\"fr\""))
  }

  @Test func `has the words of its scripts, and tells for whom they are`() throws {
    for (tag, language) in [("de", "de"), ("pl", "en"), ("", "en")] {
      let page = try page("remote", tab: "/remote", in: tag)
      let data = try #require(page.firstMatch(of: #/<script type="application/json" id="words">(.*?)</script>/#))
      let words = try #require(JSONObject(line: Array(data.output.1.utf8)))
      #expect(words["tag"]?.text == tag && words["language"]?.text == language)
      #expect(words["texts"]?["pause"]?.text == "Pause" && words["words"]?["work"]?.text != nil)
    }
  }

  @Test(arguments: ["edit", "history", "library", "nowhere", "remote", "workout", "wall"])
  func `has one head and one body, and a navigation unless it is a wall`(name: String) throws {
    // What a page becomes later stands in a template.
    let page = try page(name, in: "en").replacing(#/<template.*?</template>/#.dotMatchesNewlines(), with: "")
    for part in ["<!doctype html>", "<head>", "</head>", "<body", "<main", "</main>", "</body>", "</html>"] {
      #expect(page.split(separator: part, omittingEmptySubsequences: false).count == 2, "\(part)")
    }
    #expect(page.contains("<nav") == (name != "wall"))
    // Each text that it names is there.
    #expect(!page.contains(#/data-word="\w+"[^>]*></(?!textarea)/#), "\(name)")
    #expect(!page.contains("aria-label=\"\""))
  }

  @Test func `is asked for in a language, and whatever a browser sends instead does no harm`() async throws {
    let test = try TestServer()
    for (asked, tag) in [
      ("de-CH,de;q=0.9", "de"), ("pt", "pt"), ("*", ""), ("\"><script>alert(1)</script>", ""), ("", ""),
      (String(repeating: "x", count: 4_000), "xxxxxxxx"), ("</script>", ""), ("DE", "de"),
    ] {
      let reply = try await test.send("GET", "/", fields: ["accept-language": asked])
      #expect(reply.status == 200 && reply.text.hasPrefix("<p>library"), "\(asked.prefix(20))")
      #expect(reply.text.contains("\"tag\":\"\(tag)\""), "\(asked.prefix(20))")
      #expect(!reply.text.contains("alert"))
    }
  }
}
#endif
