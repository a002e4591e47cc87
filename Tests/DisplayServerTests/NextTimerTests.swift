#if Serve
import DisplayServer
import Testing

@Suite struct `The next timer` {
  private func next(_ list: String) -> NextTimer? { NextTimer(listed: Array(list.utf8)) }

  @Test func `is the earliest of those that start workouts`() {
    let list = """
      [{"next":1795687200000000,"left":1,"last":null,"passed":null,"unit":"cuebell@amrap-12.timer","activates":"x"},\
      {"next":1795683600000000,"left":1,"last":null,"passed":null,"unit":"cuebell@tabata.timer","activates":"x"},\
      {"next":1795680000000000,"left":1,"last":null,"passed":null,"unit":"backup.timer","activates":"x"},\
      {"next":null,"left":null,"last":1,"passed":1,"unit":"cuebell@old.timer","activates":"x"}]

      """
    #expect(next(list)?.workout == "tabata" && next(list)?.at == 1_795_683_600_000)
  }

  @Test(arguments: ["", "[]\n", "{}", "Failed to connect to bus", #"[{"unit":"cuebell@a.timer","next":"soon"}]"#])
  func `is unknown without one`(output: String) { #expect(next(output) == nil) }
}
#endif
