import EspeakSpeech
import Foundation
import Testing

@Suite struct `The installation of espeak-ng` {
  @Test func `is found with its library and its data, without loading them`() throws {
    let paths = EspeakInstallation.paths
    #expect(paths == EspeakInstallation.paths)
    try #require(paths.count == 3)
    let (library, data, mathematics) = (paths[0], paths[1], paths[2])
    // A program by itself isn't one of them.
    for (path, name) in [(library, "libespeak-ng.so"), (mathematics, "/libm.so")] {
      #expect(path.contains(name))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
      #expect(bytes.starts(with: [0x7F] + "ELF".utf8))
    }
    for name in ["phontab", "phondata", "phonindex", "en_dict", "voices"] {
      #expect(FileManager.default.fileExists(atPath: "\(data)/\(name)"), "\(data)/\(name)")
    }
  }
}
