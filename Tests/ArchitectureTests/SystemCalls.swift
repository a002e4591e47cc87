/// Calls of the system that have one place: `Errno` words its errors, and only `PollSet` waits for descriptors.
struct SystemCalls: Rule {
  func complaints(about file: SourceFile) -> [String] {
    let words = ["strerror"] + (file.path.hasSuffix("/PollSet.swift") ? [] : ["poll("])
    return BannedWords(words: words).complaints(about: file)
  }
}
