import LiveHost
import Testing

@Suite struct `The memory of a run` {
  @Test func `holds code where a file is mapped to be run, and nowhere else`() {
    let maps = """
      55cc8c8bb000-55cc8e331000 r-xp 00000000 fe:00 16236678                   /usr/bin/cuebell
      55cc8e331000-55cc8e3ed000 r--p 01a78000 fe:00 16236678                   /usr/bin/cuebell
      55cc9a538000-55cc9a5d3000 rw-p 00000000 00:00 0                          [heap]
      7f1f00000000-7f1f000b1000 rwxp 00000000 00:00 0
      7f1f3a000000-7f1f3a155000 r-xp 00026000 fe:00 1312                       /usr/lib/a name/libc.so.6
      7ffc5a9f5000-7ffc5a9f7000 r-xp 00000000 00:00 0                          [vdso]
      rubbish-7f1f3a155000 r-xp 00026000 fe:00 1312                            /usr/lib/libm.so.6
      """
    #expect(
      RunMemory.codeRanges(in: maps) == [0x55cc_8c8b_b000..<0x55cc_8e33_1000, 0x7f1f_3a00_0000..<0x7f1f_3a15_5000])
    #expect(RunMemory.codeRanges(in: "").isEmpty)
  }

  @Test func `may let go of its code at any time`() {
    for _ in 1...2 { RunMemory.letGoOfStart() }
    RunMemory.returnLargeBlocks()
    #expect((0..<100_000).reduce(0, +) == 4_999_950_000)
  }
}
