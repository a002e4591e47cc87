import Testing
import WorkoutExchange
import WorkoutModel

/// What other programs accept in XML and tables.
@Suite struct `An XML file or a table that is only nearly one` {
  private static let zwo = """
    <?xml version="1.0" encoding="utf-8"?>
    <workout_file><name>Käse</name><workout><SteadyState Duration="60" Power="0.5"/></workout></workout_file>
    """

  @Test func `of XML may declare its encoding, rightly or wrongly`() throws {
    let latin = Self.zwo.replacing("utf-8", with: "ISO-8859-1")
    let right = try Exchange.read(latin.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    #expect(right.workouts[0].name == "Käse" && right.losses.isEmpty)
    let wrong = try Exchange.read(Self.zwo.replacing("utf-8", with: "utf-16"))
    #expect(wrong.workouts[0].name == "Käse")
    #expect(Exchange.losses(wrong, in: "a") == ["a: the text is UTF-8, although it is declared as utf-16"])
    let dashes = try Exchange.read(Array("name,duration\nA ".utf8) + [0x96, 0x20] + Array("B,5\n".utf8))
    #expect(Exchange.lines(dashes.workouts[0]) == ["A – B (high) 5s"])
  }

  @Test(
    arguments: [
      (
        "Tom & Jerry & R&D &", "Tom & Jerry & R&D &",
        ["a:1:26: an \"&\" that starts no reference was read as text (4 times)"]
      ),
      (
        "Caf&eacute; &Eacute;t&eacute;&nbsp;&euro;", "Café Été €",
        [
          "a:1:25: \"&eacute;\" is not an XML entity and was read as in HTML (2 times)",
          "a:1:34: \"&Eacute;\" is not an XML entity and was read as in HTML",
          "a:1:51: \"&nbsp;\" is not an XML entity and was read as in HTML",
          "a:1:57: \"&euro;\" is not an XML entity and was read as in HTML",
        ]
      ),
      ("&amp;&lt;&#233;&#xE9;", "&<éé", []), ("<!-- & &eacute; --><![CDATA[& &eacute;]]>", "& &eacute;", []),
      (
        "&nosuch; &#x; &amp", "&nosuch; &#x; &amp",
        ["a:1:22: an \"&\" that starts no reference was read as text (3 times)"]
      ),
    ])
  func `of XML has ampersands and entities of HTML`(_ text: String, _ name: String, _ losses: [String]) throws {
    let result = try Exchange.read(
      "<workout_file> <name>\(text)</name><workout><SteadyState Duration='60' Power='0.5'/></workout></workout_file>")
    #expect(result.workouts[0].name == name)
    #expect(Exchange.losses(result, in: "a") == losses)
  }

  @Test func `of XML is refused at the place in the file, whatever was mended before it`() throws {
    for front in ["", "&", "&eacute;", "é & &auml;&", "<!-- & -->&", "\n&\n", "&\r\n&", "\t&amp; & &#233;&&"] {
      let text =
        "<workout_file><name>\(front)</name><workout><SteadyState Power='&' Duration='x'/></workout></workout_file>"
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let line = try #require(lines.firstIndex { $0.contains("<SteadyState") })
      let start = try #require(lines[line].firstRange(of: "<SteadyState")).lowerBound
      let column = lines[line][..<start].unicodeScalars.count + 1
      do throws(ExchangeError) {
        _ = try Exchange.read(text)
        Issue.record("read")
      } catch {
        #expect(error.errors[0].text(in: "a").hasPrefix("a:\(line + 1):\(column): SteadyState"), "\(front)")
      }
    }
  }

  @Test(
    arguments: [
      ("<!DOCTYPE workout_file>", ["a:1:1: the document type was left out"]),
      ("<!-- x -->\n<!doctype x PUBLIC \"a>b\" '[c]'\n>", ["a:2:1: the document type was left out"]),
      ("\n<?xml version='1.0'?>", ["a:2:1: the XML declaration is not at the start"]),
      ("<?xml version='1.0'?><!DOCTYPE x SYSTEM 'y'>", ["a:1:22: the document type was left out"]),
    ])
  func `of XML has declarations that declare nothing`(_ prolog: String, _ losses: [String]) throws {
    let result = try Exchange.read(prolog + Self.zwo.split(separator: "\n")[1])
    #expect(result.workouts[0].name == "Käse")
    #expect(Exchange.losses(result, in: "a") == losses)
  }

  @Test(
    arguments: [
      "<!DOCTYPE x [<!ENTITY a 'b'>]><workout_file/>", "<!DOCTYPE x []><workout_file/>", "<!DOCTYPE x SYSTEM 'y' [",
      "<workout_file><!DOCTYPE x></workout_file>",
    ])
  func `of XML is refused if it declares something`(_ text: String) {
    #expect(throws: ExchangeError.self) { try Exchange.read(text, ImportOptions(format: .zwo)) }
  }

  @Test func `of TCX may use a prefix that it doesn't declare`() throws {
    let result = try Exchange.read(
      "<TrainingCenterDatabase><Workouts><Workout><Step xsi:type='Step_t'><Name>A & B</Name>"
        + "<Duration xsi:type='Time_t'><Seconds>5</Seconds></Duration></Step></Workout></Workouts>"
        + "</TrainingCenterDatabase>")
    #expect(Exchange.lines(result.workouts[0]) == ["A & B (high) 5s"])
    #expect(
      Exchange.losses(result, in: "a") == [
        "a:1:76: an \"&\" that starts no reference was read as text",
        "a:1:44: the prefix \"xsi\" is declared nowhere",
      ])
  }

  @Test(
    arguments: [
      ("Cadence=\"-1\" Power=\"0.5\"", "SteadyState: Cadence=\"-1\" was read as none"),
      ("cadencelow=\"-1\" CadenceHigh=\"-1\" Power=\"0.5\"", "SteadyState: cadencelow=\"-1\" was read as none"),
      ("Power=\"\" PowerLow=\"0.5\"", "SteadyState: Power=\"\" was read as missing"),
    ])
  func `of ZWO has attributes that say nothing`(_ attributes: String, _ loss: String) throws {
    let result = try Exchange.read(
      "<WORKOUT_FILE><N>A</N><Workout><steadySTATE duration='60' \(attributes)/></Workout></WORKOUT_FILE>")
    #expect(Exchange.lines(result.workouts[0]) == ["Steady 50 % (low) 1m @ 50%"])
    #expect(Exchange.losses(result, in: "a").first == "a:1: " + loss.replacing("SteadyState", with: "steadySTATE"))
  }

  @Test func `of ZWO repeats at least once, and has no texts before it begins or at distances`() throws {
    let texts =
      "<textevent timeoffset='-5' message='Go'/><textevent distoffset='400' message='Far'/><textevent message='Now' "
      + "distoffset='0'/>"
    let result = try Exchange.read(
      "<workout_file><workout><IntervalsT Repeat='0' OnDuration='5' OffDuration='5' OnPower='1' CadenceResting='-1'>"
        + "\(texts)</IntervalsT></workout></workout_file>")
    #expect(
      Exchange.lines(result.workouts[0])
        == [
          "1x [Interval 100 % (high) 5s @ 100%; Recover (rest) 5s]", "{workout start “Go”}", "{workout start “Now”}",
        ])
    #expect(
      Exchange.losses(result, in: "a") == [
        "a:1: IntervalsT: Repeat=\"0\" was read as 1", "a:1: IntervalsT: CadenceResting=\"-1\" was read as none",
        "a:1: textevent: timeoffset=\"-5\" was read as 0",
        "a:1: textevent: distoffset=\"400\" is a distance: the text was left out",
      ])
  }

  @Test func `of rows may name its separator, and has no more values than columns`() throws {
    let result = try Exchange.read("sep=;\r\n\"name\";duration\r\n\"A; \"\"b\"\"\nc\";5;6\r\n")
    #expect(Exchange.lines(result.workouts[0]) == ["A; \"b\" c (high) 5s"])
    #expect(Exchange.losses(result, in: "a") == ["a:3: row: a value after the last column is not kept"])
    do throws(ExchangeError) {
      _ = try Exchange.read("name,duration\nA,5\n\"B,5\nC,5\n")
      Issue.record("read")
    } catch {
      #expect(error.errors.map { $0.text(in: "a") }.contains("a:3: a quotation mark has no closing one"))
    }
  }

  @Test func `reports a thousand different losses, and counts the others`() throws {
    let attributes = (0..<1500).map { "a\($0)='1'" }.joined(separator: " ")
    let result = try Exchange.read(
      "<workout_file><workout><SteadyState Duration='60' \(attributes)/></workout></workout_file>")
    #expect(result.losses.count == 1001)
    #expect(Exchange.losses(result, in: "a").last == "a: further losses are not listed (500 times)")
  }
}
