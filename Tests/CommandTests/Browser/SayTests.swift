import StrictJSON
import Testing

extension `In a browser`.`Remote page` {
  @Test func `asks where the session is, has it say a text, and shows why it doesn't`() throws {
    let shown = try ServedRun(Self.workout.replacing("silent", with: "boxing"))
    let page = try open(shown)
    #expect(try text(page, button("say")) == "Where am I?")
    try page.tap(button("say"))
    #expect(try action(shown).action == "say")
    try page.evaluate(
      """
      (() => {
        const text = document.querySelector('#text');
        text.value = 'Elbows in';
        text.dispatchEvent(new Event('input'));
      })()
      """)
    try page.wait(for: "document.querySelector('button[data-do=say]').innerText === 'Say it'")
    try page.tap(button("say"))
    #expect(try action(shown).action == "say")
    try page.wait(for: "document.querySelector('#text').value === ''")
    _ = try shown.run.line { $0.contains(#""say": "Elbows in""#) }
    #expect(page.errors.isEmpty, "\(page.errors)")
    _ = try shown.run.stop()
    let silent = try ServedRun(Self.workout)
    let other = try open(silent)
    try other.tap(button("say"))
    try other.wait(for: "document.querySelector('#status').innerText === 'This workout is silent'")
    _ = try silent.run.stop()
  }
}
