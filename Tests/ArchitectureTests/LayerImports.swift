/// A module imports modules of its own layer and of those above it, and of others what its layer may use.
struct LayerImports: Rule {
  /// A folder of `Sources`, and what its modules may import beside ours.
  struct Layer {
    let name: String
    var others: Set<String> = []
    /// The layers above that it doesn't use.
    var unused: Set<String> = []
  }

  /// The layers from the one that everything rests on to the command.
  static let layers = [
    Layer(name: "Core"),
    Layer(name: "Reporting"),
    Layer(name: "System", others: ["CSpawn", "Glibc", "Synchronization", "SystemPackage"], unused: ["Reporting"]),
    Layer(
      name: "Adapters",
      others: [
        "CALSA", "CEspeak", "CExpat", "CFLAC", "COgg", "CQREncode", "CSQLite", "CSndfile", "CZlib",
        "FoundationEssentials", "Glibc", "Synchronization",
      ]),
    Layer(name: "Live", others: ["Glibc", "Synchronization"]),
    Layer(name: "Simulation", unused: ["System", "Live"]),
    Layer(
      name: "Library", others: ["Dispatch", "Foundation", "FoundationEssentials", "Synchronization"],
      unused: ["Reporting", "System", "Live"]),
    Layer(
      name: "Commands", others: ["ArgumentParser", "FoundationEssentials", "Glibc", "Logging", "Synchronization"],
      unused: ["Simulation"]),
    Layer(
      name: "Serving",
      others: [
        "ArgumentParser", "FoundationEssentials", "Glibc", "HTTPTypes", "Hummingbird", "Logging", "NIOCore",
        "Synchronization",
      ], unused: ["Simulation", "Commands"]),
    Layer(
      name: "cuebell-serve",
      others: [
        "ArgumentParser", "FoundationEssentials", "Glibc", "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging",
        "NIOCore", "NIOHTTPTypes", "NIOPosix", "Synchronization",
      ], unused: ["Simulation", "Commands"]),
    Layer(
      name: "cuebell-lab", others: ["ArgumentParser", "FoundationEssentials", "Synchronization"],
      unused: ["Live", "Serving"]),
    Layer(
      name: "cuebell", others: ["ArgumentParser", "FoundationEssentials", "Glibc", "Logging", "Synchronization"],
      unused: ["Simulation"]),
  ]

  /// What single modules need: of `Core` memory without locks, but no clock and no file; of others the library of the
  /// one service that they alone use, or Foundation where it has no essentials.
  static let exceptions: [String: Set<String>] = [
    "CueAudio": ["Synchronization"], "DesktopBus": ["CSystemd"], "HomeAutomation": ["CMosquitto"],
    "WorkoutExchange": ["Foundation"],
  ]

  /// The C libraries of the platforms, and the one file of `Core` that has the mathematical functions from them.
  static let cLibraries: Set = ["Android", "Darwin", "Glibc", "Musl", "WASILibc", "ucrt"]
  static let mathematics = "Sources/Core/AudioMixing/Mathematics.swift"

  /// The layer of each module of ours.
  let modules: [String: String]

  init(modules: [String: String]) { self.modules = modules }

  /// Reads the layers of the modules from where their files are.
  init(_ files: [SourceFile]) {
    modules = Dictionary(
      files.compactMap { file in file.module.flatMap { name in file.layer.map { (name, $0) } } },
      uniquingKeysWith: { first, _ in first })
  }

  func complaints(about file: SourceFile) -> [String] {
    guard let name = file.module, let place = Self.layers.firstIndex(where: { $0.name == file.layer }) else {
      return file.layer == "CLibraries" ? [] : [file.complaint(0, "\(file.layer ?? "this") is no layer")]
    }
    let layer = Self.layers[place]
    let above = Set(Self.layers[...place].map(\.name)).subtracting(layer.unused)
    let others = layer.others.union(Self.exceptions[name] ?? [])
      .union(file.path == Self.mathematics ? Self.cLibraries : [])
    return file.declarations.compactMap { line, declaration in
      guard declaration.keyword == "import", !others.contains(declaration.name) else { return nil }
      if let imported = modules[declaration.name], above.contains(imported) { return nil }
      return file.complaint(line, "\(name) in \(layer.name) may not import \(declaration.name)")
    }
  }
}
