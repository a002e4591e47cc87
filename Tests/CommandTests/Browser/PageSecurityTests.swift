import Glibc
import StrictJSON
import TestSupport
import Testing

extension `In a browser` {
  @Suite struct `Security of the pages` {
    private static let markup = "<img src=x onerror='window.broken = 1'><b>bold</b>"

    /// A workout whose names are markup.
    private static let workout = """
      { "name": "\(markup)", "description": "\(markup)", "style": "silent", "phases": [
        { "name": "\(markup)", "duration": "5m" }, { "name": "Next \(markup)", "duration": "5m" } ] }
      """

    private static let paths = ["/wall", "/wall/w", "/remote", "/remote/w", "/", "/history"]

    private func open(_ path: String, _ shown: ServedRun) throws -> BrowserPage {
      let page = try BrowserPage()
      try page.open(shown.address(path))
      let isThere = [
        "/": "document.querySelector('#all li')", "/history": "document.querySelector('#sessions .card')",
        "/edit/w": "document.querySelector('#nodes li')",
      ]
      try page.wait(for: isThere[path] ?? "document.querySelector('main').dataset.contact === 'live'")
      return page
    }

    @Test func `asks no other host for anything, shows markup as text, and keeps no token in the address`() throws {
      let shown = try ServedRun(Self.workout)
      for path in Self.paths {
        let page = try open(path, shown)
        let foreign = page.requests.filter {
          !$0.hasPrefix("http://127.0.0.1:\(shown.pages.port)/") && !$0.hasPrefix("data:")
        }
        #expect(foreign.isEmpty && page.requests.count > 3, "\(path): \(foreign)")
        #expect(!page.requests.contains { $0.contains(shown.pages.control) }, "\(path)")
        #expect(try page.text("location.pathname + location.hash") == path)
        #expect(try page.text("document.cookie").isEmpty)
        #expect(
          try page.bool("document.body.innerText.includes(\(Self.markup.json.line()))"), "\(page.summary)")
        let injected = "document.querySelector('img[onerror]') || [...document.querySelectorAll('b')].some(isInjected)"
        #expect(try !page.bool("((isInjected) => \(injected))((part) => part.textContent === 'bold')"))
        #expect(try !page.bool("window.broken"))
        #expect(page.errors.isEmpty, "\(path): \(page.errors)")
      }
      _ = try shown.run.stop()
    }

    @Test func `runs no script and takes no style that is not the server's`() throws {
      let shown = try ServedRun(Self.workout)
      for path in ["/wall", "/remote", "/", "/history", "/edit/w"] {
        let page = try open(path, shown)
        try page.evaluate(
          """
          (async () => {
            window.injected = [];
            const script = document.createElement('script');
            script.textContent = 'window.injected.push("script")';
            document.body.append(script);
            document.body.insertAdjacentHTML('beforeend', `<img src="/none" onerror="window.injected.push('handler')">
              <p id="styled" style="position: fixed">text</p>`);
            const far = document.createElement('script');
            far.src = 'data:text/javascript,window.injected.push("data")';
            document.body.append(far);
            await new Promise((done) => { far.onerror = done; far.onload = done; });
            const time = 'http://localhost:\(shown.pages.port)/api/time';
            await fetch(time).then(() => window.injected.push('fetch'), () => {});
            await new Promise((done) => setTimeout(done, 100));
            if (getComputedStyle(document.querySelector('#styled')).position === 'fixed') window.injected.push('style');
          })()
          """)
        #expect(try page.text("window.injected.join()").isEmpty, "\(path)")
        #expect(page.errors.contains { $0.contains("Content Security Policy") }, "\(path): \(page.errors)")
      }
      _ = try shown.run.stop()
    }

    @Test func `does nothing for another site, whether that frames it, fetches or sends forms`() throws {
      let shown = try ServedRun(Self.workout)
      let port = try LoopbackSocket.freePort()
      try shown.home.write("<!doctype html><title>Other</title>", to: "site/index.html")
      let site = try shown.home.start(
        words: ["/usr/bin/python3", "-m", "http.server", "--bind", "127.0.0.1", "--directory", "site", "\(port)"])
      defer { site.signal(SIGKILL) }
      #expect(Timeout.wait { (try? LoopbackSocket.connected(to: port)) != nil })
      let page = try BrowserPage()
      // The browser has the cookie.
      try shown.open("/remote", in: page)
      // Another site, and another origin of the same one, which gets the cookie sent.
      for host in ["localhost", "127.0.0.1"] {
        try page.open("http://\(host):\(port)/index.html")
        let address = "http://127.0.0.1:\(shown.pages.port)"
        let outcome = try page.evaluate(
          """
          (async () => {
            const events = [];
            const target = '\(address)/api/runs/w/requests', body = '{"do":"volume","by":-9}';
            const settings = { method: 'POST', credentials: 'include', body };
            const say = (name) => [() => events.push(name), () => {}];
            await fetch('\(address)/api/runs', { credentials: 'include' }).then(...say('read'));
            await fetch(target, { ...settings, headers: { 'Content-Type': 'application/json' } }).then(...say('json'));
            await fetch(target, { ...settings, mode: 'no-cors' }).catch(() => {});
            navigator.sendBeacon(target, body);
            const source = new EventSource('\(address)/api/events', { withCredentials: true });
            await new Promise((done) => {
              source.onerror = done;
              source.addEventListener('state', () => done(events.push('events')));
            });
            source.close();
            const frame = document.createElement('iframe');
            frame.src = '\(address)/remote';
            frame.name = 'frame';
            document.body.append(frame);
            await new Promise((done) => { frame.onload = done; });
            const form = document.createElement('form');
            [form.action, form.method, form.enctype, form.target] = [target, 'POST', 'text/plain', 'frame'];
            const field = document.createElement('input');
            [field.name, field.value] = ['{"do":"volume","by":-9,"as":"', '"}'];
            form.append(field);
            document.body.append(form);
            form.submit();
            await new Promise((done) => { frame.onload = done; });
            return events.join();
          })()
          """)
        #expect(outcome?.text == "", "\(host): \(outcome?.text ?? "")")
        let isRefused = Timeout.wait { page.errors.contains { $0.contains("frame") } }
        #expect(isRefused, "\(page.errors)")
        page.forgetEvents()
      }
      let values = try shown.pages.send("GET", "/api/runs/w").body
      #expect(values.contains(#""volume":0"#), "\(values)")
      let output = try shown.run.stop().events
      #expect(!output.contains { $0.action == "setVolume" })
    }

    @Test func `says what to do where there is no token, or a wrong one`() throws {
      let shown = try ServedRun(Self.workout)
      for (path, fragment) in [
        ("/remote", ""), ("/", ""), ("/history", ""), ("/edit/w", ""),
        ("/remote", "#k=0123456789abcdef0123456789abcdef"),
      ] {
        let page = try BrowserPage()
        try page.open(shown.address(path, hasToken: false) + fragment)
        try page.wait(for: "document.querySelector('#knock b')?.innerText.length === 4")
        let words = try page.text("document.querySelector('#knock').innerText").lowercased()
        #expect(
          words.contains(fragment.isEmpty ? "asks to be let in" : "no longer valid"), "\(path)\(fragment): \(words)")
        #expect(!words.contains("cuebell") && !words.contains("scan"))
        #expect(try page.text("location.hash").isEmpty)
        // Nothing else is shown that would do nothing.
        let shownParts = try page.text(
          "[...document.querySelector('main').children].filter((e) => e.offsetHeight).map((e) => e.id).join()")
        #expect(shownParts == "knock", "\(path)")
        #expect(page.errors.isEmpty, "\(page.errors)")
      }
      // The wall of this machine needs none.
      let wall = try BrowserPage()
      try wall.open(shown.address("/wall", hasToken: false))
      try wall.wait(for: "document.querySelector('main').dataset.contact === 'live'")
      _ = try shown.run.stop()
    }
  }
}
