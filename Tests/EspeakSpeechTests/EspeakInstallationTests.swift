import EspeakSpeech
import Foundation
import Testing

@Suite struct `The installation of espeak-ng` {
  @Test func `is found with its library and its data, without loading them`() throws {
    let paths = EspeakInstallation.paths
    #expect(paths == EspeakInstallation.paths)
    let (library, data) = (try #require(paths.first), try #require(paths.last))
    #expect(paths.count == 2 && library.contains("libespeak-ng.so"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: library), options: .mappedIfSafe)
    #expect(bytes.starts(with: [0x7F] + "ELF".utf8))
    for name in ["phontab", "phondata", "phonindex", "en_dict", "voices"] {
      #expect(FileManager.default.fileExists(atPath: "\(data)/\(name)"), "\(data)/\(name)")
    }
  }
}
