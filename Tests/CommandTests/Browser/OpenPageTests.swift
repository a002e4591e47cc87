import SharedLinks
import Testing
import WorkoutFiles
import WorkoutModel

extension `In a browser` {
  @Suite struct `The page of a link` {
    private static let markup = "<img src=x onerror='window.broken = 1'><b>bold</b>"

    private func open(_ workout: Workout, _ pages: ServedPages) throws -> BrowserPage {
      let page = try BrowserPage()
      try page.show(.init(width: 360, height: 800, scale: 2, isTouched: true))
      // A browser that has the cookie.
      try page.open("http://127.0.0.1:\(pages.port)/history#k=\(pages.control)")
      try page.wait(for: "location.hash === '' && document.querySelector('.empty')")
      try page.open(WorkoutLink(workout).address(on: "127.0.0.1:\(pages.port)"))
      return page
    }

    private let isShown = "document.querySelector('#workout:not([hidden]) #plan li:not(.waiting > li)')"

    @Test func `shows what is in it, and starts it when Start is pressed`() throws {
      let pages = try ServedPages(.withoutSound())
      var workout = try ShortForm("2x60/10 Squats").workout
      workout.description = "Two sets."
      let page = try open(workout, pages)
      try page.wait(for: isShown)
      #expect(try page.text("document.querySelector('#name').innerText") == "2x60/10 Squats")
      #expect(try page.text("document.querySelector('#length').innerText") == "2:20")
      #expect(try page.text("document.querySelector('#description').innerText") == "Two sets.")
      #expect(try page.text("document.querySelector('#plan').innerText").contains("“Squats”"))
      let blocks: [Double] = try page.record(
        "[...document.querySelectorAll('.blocks i')].map((block) => block.getBoundingClientRect().width)")
      let widest = try #require(blocks.max())
      #expect(blocks.count == 4 && abs(blocks[0] / widest - 10.0 / 60) < 0.02, "\(blocks)")
      #expect(try page.number("document.documentElement.scrollWidth") <= 360)
      try page.takeScreenshot("open")
      #expect(try pages.send("GET", "/api/runs").body == #"{"runs":[]}"#)
      // No request contains the workout but in its body.
      #expect(page.requests.allSatisfy { !$0.contains(WorkoutLink(workout).data) || $0.contains("/open#w=") })
      try page.tap("#start")
      try page.wait(for: "location.pathname === '/remote/2x60-10-squats'")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      #expect(try pages.ask("2x60-10-squats", #"{"do":"stop"}"#).status == 200)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `has the names that Cuebell gave it in the language of its reader`() throws {
      let pages = try ServedPages(.withoutSound())
      let page = try BrowserPage()
      try page.speak("de")
      try page.open("http://127.0.0.1:\(pages.port)/history#k=\(pages.control)")
      try page.wait(for: "location.hash === '' && document.querySelector('.empty')")
      try page.open(WorkoutLink(ShortForm("2x60/10").workout).address(on: "127.0.0.1:\(pages.port)"))
      try page.wait(for: isShown)
      let names = try page.text("[...document.querySelectorAll('#plan .name')].map((name) => name.innerText).join()")
      #expect(names == "Bereit machen,Arbeit,Pause nicht nach dem letzten")
      try page.tap("#start")
      try page.wait(for: "document.querySelector('#phase').innerText === 'Bereit machen'")
      #expect(try pages.ask("2x60-10", #"{"do":"stop"}"#).status == 200)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `has the texts of its file in the language of its reader, and so has the run`() throws {
      let pages = try ServedPages(.withoutSound())
      let page = try BrowserPage()
      try page.speak("pt-BR")
      try page.open("http://127.0.0.1:\(pages.port)/history#k=\(pages.control)")
      try page.wait(for: "location.hash === '' && document.querySelector('.empty')")
      let text = """
        { "name": "Legs", "description": "Short.", "tags": ["home"], "phases": [
          { "name": "Lunges", "duration": "1m", "sides": ["left", "right"], "notes": "Mind the {side} knee." } ],
          "translations": { "pt": { "Legs": "Pernas", "Short.": "Curto.", "home": "casa", "Lunges": "Avanços",
            "left": "esquerda", "right": "direita", "Mind the {side} knee.": "Cuide do joelho: {side}." } } }
        """
      let workout = try WorkoutReader.read(Array(text.utf8), named: "legs.json")
      try page.open(WorkoutLink(workout).address(on: "127.0.0.1:\(pages.port)"))
      try page.wait(for: isShown)
      let places = "#name, #description, #about, #plan .name"
      let shown = try page.text("[...document.querySelectorAll('\(places)')].map((part) => part.innerText).join('; ')")
      for text in ["Pernas", "Curto.", "Casa", "Avanços"] {
        #expect(shown.contains(text), "\(shown)")
      }
      try page.tap("#start")
      try page.wait(for: "document.querySelector('#phase').innerText === 'Avanços, esquerda'")
      #expect(try page.text("document.querySelector('#workout').innerText") == "Pernas")
      #expect(try page.text("document.querySelector('#notes').innerText") == "Cuide do joelho: esquerda.")
      #expect(try page.text("document.querySelector('#ahead').innerText").contains("Avanços, direita"))
      #expect(try pages.ask("legs", #"{"do":"stop"}"#).status == 200)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `keeps it among the workouts`() throws {
      let home = try TemporaryHome.withoutSound()
      let pages = try ServedPages(home, folder: home.path("\(home.config)/workouts"))
      let page = try open(ShortForm("box 4").workout, pages)
      try page.wait(for: isShown)
      try page.tap("#keep")
      try page.wait(for: "document.querySelector('.kept')?.innerText.startsWith('Kept as box-4.')")
      #expect(try page.bool("document.querySelector('#keep').disabled"))
      #expect(try home.cuebell("show", "box-4").code == 0)
      try page.tap(".kept a")
      try page.wait(for: "document.querySelector('#all li[data-id=box-4]')")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `shows markup as text, and says when there is no whole workout in it`() throws {
      let pages = try ServedPages(.withoutSound())
      var workout = try ShortForm("2x20/10").workout
      workout.name = Self.markup
      workout.description = Self.markup
      workout.tags = [Self.markup]
      workout.nodes.append(.phase(Phase(PerSet(Self.markup), .low, .after(.fixed(.seconds(5))))))
      let page = try open(workout, pages)
      try page.wait(for: isShown)
      #expect(try page.text("document.querySelector('#name').innerText") == Self.markup)
      #expect(try !page.bool("document.querySelector('img[onerror], #workout b:not(#length)') || window.broken"))
      // Another link in the same tab, which was cut.
      try page.evaluate("location.hash = location.hash.slice(0, -9)")
      try page.wait(for: "document.querySelector('#status').innerText.startsWith('There is no whole workout')")
      try page.wait(for: "document.querySelector('#workout').hidden")
      try page.evaluate("history.replaceState(null, '', '/open')")
      try page.reload()
      try page.wait(for: "document.querySelector('#status').innerText.startsWith('There is no whole workout')")
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    /// A browser whose voice begins after 50 ms and takes half a second for each phrase: `said` lists what it says.
    private static let voice = """
      window.said = [];
      window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
      Object.defineProperty(window, 'speechSynthesis', { value: {
        getVoices: () => [], cancel: () => {},
        speak(words) {
          if (words.text) window.said.push(words.text);
          setTimeout(() => words.onstart?.(), 50);
          setTimeout(() => words.onend?.(), 550);
        },
      } });
      """

    @Test func `plays it in the browser of somebody whom the server doesn't know, who presses a button`() throws {
      let pages = try ServedPages(.withoutSound())
      let stranger = try BrowserPage(script: Self.voice)
      var workout = try ShortForm("2x60/10 Squats").workout
      workout.description = Self.markup
      try stranger.open(WorkoutLink(workout).address(on: "127.0.0.1:\(pages.port)"))
      try stranger.wait(for: "document.querySelector('#here:not([hidden])')")
      #expect(try stranger.text("document.querySelector('#name').innerText") == "2x60/10 Squats")
      #expect(try stranger.text("document.querySelector('#description').innerText") == Self.markup)
      #expect(try stranger.bool("document.querySelector('#start').hidden && !window.broken && said.length === 0"))
      try stranger.takeScreenshot("open-stranger")
      #expect(stranger.requests.allSatisfy { !$0.contains("/api/sounds/") })
      try stranger.click("#here")
      try stranger.wait(for: "document.querySelector('main').dataset.phase === 'Get ready'")
      // On a busy machine the first words may be too late to be said.
      try stranger.wait(for: "['Get ready', '3', '2', '1', 'Squats'].includes(said[0])")
      try stranger.takeScreenshot("open-played")
      try stranger.click("#go-next")
      try stranger.wait(for: "document.querySelector('main').dataset.phase === 'Squats'")
      #expect(stranger.requests.contains { $0.hasSuffix("/api/sounds/gong.json") })
      #expect(try pages.send("GET", "/api/runs").body == #"{"runs":[]}"#)
      #expect(stranger.errors.isEmpty, "\(stranger.errors)")
      // Only somebody whom the server has let in starts it there.
      try stranger.click("#leave")
      try stranger.wait(for: "document.querySelector('#keep:not([hidden])')")
      try stranger.click("#keep")
      try stranger.wait(for: "document.querySelector('#knock b')?.innerText.length === 4")
      #expect(try !stranger.bool("document.querySelector('#workout').checkVisibility()"))
      try stranger.open("http://127.0.0.1:\(pages.port)/open#w=broken")
      try stranger.wait(for: "document.querySelector('#status').innerText.startsWith('There is no whole workout')")
      #expect(try pages.send("GET", "/api/sounds/../words.json").status == 404)
      #expect(try pages.send("GET", "/api/sounds/gong").status == 404)
    }

    @Test func `plays a workout of the library in the browser, too`() throws {
      let home = try TemporaryHome.withoutSound()
      try home.write("// mine\n" + WorkoutText.slow, to: "w.json")
      let pages = try ServedPages(home)
      let page = try BrowserPage(script: Self.voice)
      try page.open("http://127.0.0.1:\(pages.port)/workouts/w#k=\(pages.control)")
      try page.wait(for: "document.querySelector('#here:not([hidden])')")
      try page.click("#here")
      try page.wait(for: "document.querySelector('main').dataset.state === 'running'")
      #expect(try pages.send("GET", "/api/runs").body == #"{"runs":[]}"#)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }

    @Test func `isn't needed for a short form, which the search field of the library starts`() throws {
      let home = try TemporaryHome.withoutSound()
      try home.write(WorkoutText.slow, to: "w.json")
      let pages = try ServedPages(home)
      let page = try BrowserPage()
      try page.show(.init(width: 360, height: 800, scale: 2, isTouched: true))
      try page.open("http://127.0.0.1:\(pages.port)/#k=\(pages.control)")
      try page.wait(for: "document.querySelector('#all li')")
      try page.evaluate("document.querySelector('#search').focus()")
      for letter in "2x60/10" { try page.press("\(letter)") }
      try page.wait(for: "document.querySelector('#short .name')?.innerText === '2x60/10'")
      #expect(try page.text("document.querySelector('#short .length').innerText") == "2:20")
      #expect(try page.text("document.querySelector('#status').innerText").isEmpty)
      try page.takeScreenshot("library-short")
      // What is wrong with one is told as on the command line, and its nearest form is a press away.
      try page.evaluate("document.querySelector('#search').value = ''")
      for letter in "10x1/1" { try page.press("\(letter)") }
      try page.wait(for: "document.querySelector('#short .problem')?.innerText.includes('1:00/1:00\" or \"10x1s/1s')")
      try page.tap("#short button")
      try page.wait(for: "document.querySelector('#short .name')?.innerText === '10x60/60'")
      try page.evaluate("document.querySelector('#search').value = ''")
      for letter in "2x60/10" { try page.press("\(letter)") }
      try page.wait(for: "document.querySelector('#short .name')?.innerText === '2x60/10'")
      try page.tap("#short .choices button")
      try page.wait(for: "document.querySelector('#status').innerText.includes('2x60-10')")
      #expect(try home.cuebell("show", "2x60-10").code == 0)
      try page.tap("#short .play")
      try page.wait(for: "location.pathname === '/remote/2x60-10'")
      #expect(try pages.ask("2x60-10", #"{"do":"stop"}"#).status == 200)
      #expect(page.errors.isEmpty, "\(page.errors)")
    }
  }
}
