import StrictJSON
import Testing

/// What is tested in a real browser: one after another, in pages that share nothing.
@Suite(.serialized, .enabled(if: Browser.isInstalled, "chromium isn't installed")) struct `In a browser` {}

extension `In a browser` {
  @Suite struct `The driver` {
    @Test func `evaluates, presses, and hears what goes wrong`() throws {
      let page = try BrowserPage()
      try page.open("data:text/html,<button onclick='this.dataset.pressed=1'>Press</button>")
      #expect(try page.number("6 * 7") == 42)
      #expect(try page.evaluate("Promise.resolve('later')")?.text == "later")
      try page.click("button")
      try page.wait(for: "document.querySelector('button').dataset.pressed === '1'")
      #expect(page.errors.isEmpty)
      try page.evaluate("setTimeout(() => { throw new Error('thrown') })")
      try page.evaluate("new Promise((done) => setTimeout(done, 20))")
      #expect(page.errors.contains { $0.contains("thrown") }, "\(page.errors)")
    }
  }
}
