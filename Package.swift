// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Swift 6.2 must be told how long spans live that a function writes to; 6.3 infers it.
let spans: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

/// The command links the Swift library statically: it runs without Swift, starts in half the time and takes 5 MB less.
///
/// The dependencies of the static Foundation are named. The command exports no symbols, not even those of the static
/// libFLAC: libsndfile must find its own.
let standalone: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib"] + ["CShims", "Collections"].map { "-l_Foundation\($0)" }
      + ["--no-export-dynamic", "--exclude-libs=libFLAC.a:libogg.a"].flatMap { ["-Xlinker", $0] })
]

/// Rounding calls the mathematics library, which a module without C imports doesn't link by default: a program that
/// uses only library products would lack it.
let mathematics = [LinkerSetting.linkedLibrary("m", .when(platforms: [.linux]))]

/// Products of the HTTP server, which SwiftPM fetches only with the trait `Serve`.
func serving(_ products: [String]) -> [Target.Dependency] {
  let packages = [
    "HTTPTypes": "swift-http-types", "NIOCore": "swift-nio", "NIOPosix": "swift-nio",
    "NIOHTTPTypes": "swift-nio-extras",
  ]
  return products.map {
    .product(name: $0, package: packages[$0] ?? "hummingbird", condition: .when(traits: ["Serve"]))
  }
}

/// A product of a package that only the programs need, which SwiftPM fetches only with the trait `Commands`.
func commands(_ name: String, from package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Commands"]))
}

let argumentParser = commands("ArgumentParser", from: "swift-argument-parser")
let logging = commands("Logging", from: "swift-log")

/// A library in the folder of its layer.
func library(
  _ name: String, in layer: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = [],
  resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", resources: resources,
    swiftSettings: strict + settings, linkerSettings: mathematics)
}

/// A C library of the system.
func cLibrary(_ name: String, pkgConfig: String? = nil, apt package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// Tests of a module, compiled without optimization in every configuration, which halves the time to compile them;
/// the tested modules are optimized.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: strict + [.unsafeFlags(["-Onone"])])
}

let package = Package(
  name: "cuebell",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "cuebell", targets: ["cuebell-command"]),
    .executable(name: "cuebell-serve", targets: ["cuebell-serve"]),
    .executable(name: "cuebell-lab", targets: ["cuebell-lab"]),
    .library(name: "Cuebell", targets: ["Cuebell"]),
    .library(name: "CuebellAudio", targets: ["CuebellAudio"]),
    .library(name: "CuebellSimulation", targets: ["CuebellSimulation"]),
    .library(name: "CuebellTesting", targets: ["CuebellTesting"]),
    .library(name: "WorkoutExchange", targets: ["WorkoutExchange"]),
  ],
  traits: [
    .trait(name: "Commands", description: "Builds the programs, which need packages that the libraries don't."),
    .trait(
      name: "Serve", description: "Builds the programs, also cuebell-serve, the server of the wall and the remote.",
      enabledTraits: ["Commands"]),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
    // Without its traits it needs neither all of Foundation nor a configuration library.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
  ],
  // A layer imports only its own modules and those of the layers above it here.
  targets: [
    // Core: values only; no clock, file, device or C library.
    library("StrictJSON", in: "Core"),
    // What voices say and people read in each language is in code, so that no file has to be found.
    library("WorkoutModel", in: "Core", ["StrictJSON"], resources: [.embedInCode("Languages/Texts")]),
    library("WorkoutEngine", in: "Core", ["StrictJSON", "WorkoutModel"]),
    library("TextNormalization", in: "Core", ["WorkoutModel"]),
    library("AudioMixing", in: "Core", settings: spans),
    library(
      "CueAudio", in: "Core", ["WorkoutModel", "WorkoutEngine", "TextNormalization", "AudioMixing"], settings: spans),

    // Reporting: the output for people and programs, as values.
    library("SessionReporting", in: "Reporting", ["StrictJSON", "WorkoutModel", "WorkoutEngine"]),

    // System: threads, file descriptors, folders, clocks, signals, the terminal and the service manager.
    library(
      "HostSystem", in: "System",
      ["WorkoutModel", "CSpawn", commands("SystemPackage", from: "swift-system")]),

    // Adapters: one external dependency each.
    library("WorkoutFiles", in: "Adapters", ["StrictJSON", "WorkoutModel"]),
    library(
      "WorkoutExchange", in: "Adapters",
      ["StrictJSON", "WorkoutModel", "SessionReporting", "WorkoutFiles"]),
    library("XMLReading", in: "Adapters", ["StrictJSON", "WorkoutModel", "WorkoutExchange", "CExpat"]),
    library(
      "SoundFiles", in: "Adapters", ["WorkoutModel", "AudioMixing", "HostSystem", "CSndfile", "CFLAC", "COgg"],
      settings: spans),
    library(
      "Speech", in: "Adapters",
      ["StrictJSON", "WorkoutModel", "AudioMixing", "CueAudio", "HostSystem", "SoundFiles", "CEspeak"]),
    library("AudioOutput", in: "Adapters", ["AudioMixing", "CueAudio", "HostSystem", "CALSA"]),
    library("Snapcast", in: "Adapters", ["StrictJSON", "WorkoutModel", "HostSystem"]),
    library("SharedLinks", in: "Adapters", ["StrictJSON", "WorkoutModel", "WorkoutFiles", "CZlib", "CQREncode"]),
    library(
      "SessionHistory", in: "Adapters",
      ["StrictJSON", "WorkoutModel", "WorkoutEngine", "SessionReporting", "HostSystem", "CSQLite"],
      resources: ["schema", "measurements", "facts"].map { .embedInCode("Store/\($0).sql") }),

    // Live: playback of a workout in real time on this machine, and its control.
    library(
      "SessionControl", in: "Live",
      ["StrictJSON", "WorkoutModel", "WorkoutEngine", "SessionReporting", "WorkoutFiles"]),
    library(
      "ControlSocket", in: "Live",
      ["StrictJSON", "WorkoutModel", "WorkoutEngine", "SessionReporting", "HostSystem", "SessionControl"]),
    library(
      "LivePlayback", in: "Live",
      [
        "StrictJSON", "WorkoutModel", "WorkoutEngine", "AudioMixing", "CueAudio", "SessionReporting", "HostSystem",
        "AudioOutput", "Snapcast", "SessionControl",
      ]),
    library(
      "DesktopBus", in: "Live",
      ["WorkoutModel", "WorkoutEngine", "SessionReporting", "HostSystem", "CSystemd", "SessionControl"],
      resources: [.embedInCode("MPRIS/player.xml")]),
    library(
      "LiveRuns", in: "Live",
      ["StrictJSON", "WorkoutModel", "SessionReporting", "HostSystem", "SessionControl", "ControlSocket"]),

    // Simulation: the engine on a virtual clock, and recordings against their plans.
    library("DriftSimulation", in: "Simulation", ["WorkoutModel", "WorkoutEngine", "SessionReporting"]),
    library(
      "DriftFiles", in: "Simulation",
      ["StrictJSON", "WorkoutModel", "WorkoutEngine", "SessionReporting", "WorkoutFiles", "DriftSimulation"]),
    library(
      "OnsetAnalysis", in: "Simulation", ["StrictJSON", "WorkoutModel", "SessionReporting", "WorkoutExchange"]),

    // Library: what an app imports: a workout in one import, its sound, and its tests.
    library("Cuebell", in: "Library", ["WorkoutModel", "WorkoutFiles", "WorkoutEngine"]),
    library("CuebellAudio", in: "Library", ["Cuebell", "AudioMixing", "CueAudio"]),
    library("CuebellSimulation", in: "Library", ["Cuebell", "DriftSimulation"]),
    library(
      "CuebellTesting", in: "Library",
      ["Cuebell", "CuebellSimulation", "DriftSimulation", "WorkoutModel", "WorkoutEngine"]),

    // Commands: what the command and the programs that it starts have in common.
    library(
      "CommandSupport", in: "Commands",
      [
        "StrictJSON", "WorkoutModel", "WorkoutEngine", "AudioMixing", "CueAudio", "SessionReporting", "HostSystem",
        "WorkoutFiles", "WorkoutExchange", "SoundFiles", "Speech", argumentParser,
        logging,
      ]),

    // Its target isn't called `cuebell`, which some file systems don't tell from the library `Cuebell`.
    .executableTarget(
      name: "cuebell-command",
      dependencies: [
        "StrictJSON", "WorkoutModel", "WorkoutFiles", "WorkoutExchange", "XMLReading", "WorkoutEngine",
        "TextNormalization", "AudioMixing", "CueAudio", "SessionReporting", "Speech", "AudioOutput",
        "Snapcast", "SoundFiles", "HostSystem", "LivePlayback", "SessionControl", "ControlSocket", "DesktopBus",
        "LiveRuns",
        "SessionHistory", "CommandSupport", "ServerOptions", "PageFiles", "SharedLinks", "WebEngine",
        argumentParser,
        logging,
      ],
      path: "Sources/cuebell", swiftSettings: strict, linkerSettings: standalone),

    .executableTarget(
      name: "cuebell-lab",
      dependencies: [
        "StrictJSON", "WorkoutModel", "WorkoutFiles", "WorkoutExchange", "WorkoutEngine", "AudioMixing", "CueAudio",
        "SessionReporting", "SoundFiles", "HostSystem", "DriftSimulation", "DriftFiles", "OnsetAnalysis",
        "CommandSupport", argumentParser,
      ],
      swiftSettings: strict, linkerSettings: standalone),

    // Serving: the page server for live runs, and its options.
    library(
      "DisplayServer", in: "Serving",
      [
        "StrictJSON", "WorkoutModel", "WorkoutFiles", "SessionReporting", "HostSystem", "SessionControl", "LiveRuns",
        "PageFiles", "SharedLinks",
        logging,
      ] + serving(["Hummingbird", "HTTPTypes", "NIOCore"])),
    library("ServerOptions", in: "Serving", [argumentParser]),
    library(
      "HomeAutomation", in: "Serving",
      [
        "StrictJSON", "WorkoutModel", "HostSystem", "SessionControl", "ControlSocket", "LiveRuns", "CMosquitto",
      ]),
    // The engine of pages: Scripts/web.sh compiles it and what it needs to WebAssembly.
    library(
      "WebEngine", in: "Serving",
      ["StrictJSON", "WorkoutModel", "WorkoutEngine", "WorkoutFiles", "SessionReporting", "SessionControl"]),
    // Its resources are in code: neither program has files beside it.
    library(
      "PageFiles", in: "Serving", ["StrictJSON", "WorkoutModel", "SessionReporting", "HostSystem"],
      resources: [.embedInCode("Pages")]),

    // Does nothing without the trait `Serve`.
    .executableTarget(
      name: "cuebell-serve",
      dependencies: [
        "WorkoutModel", "DisplayServer", "LiveRuns", "PageFiles", "ServerOptions", "ControlSocket", "HostSystem",
        argumentParser,
        .target(name: "SharedLinks", condition: .when(traits: ["Serve"])),
        .target(name: "HomeAutomation", condition: .when(traits: ["Serve"])),
        logging,
      ] + serving(["Hummingbird", "HummingbirdCore", "HTTPTypes", "NIOCore", "NIOHTTPTypes", "NIOPosix"]),
      // Identical functions of generic code are merged.
      swiftSettings: strict, linkerSettings: standalone + [.unsafeFlags(["-Xlinker", "--icf=safe"])]),

    cLibrary("CALSA", pkgConfig: "alsa", apt: "libasound2-dev"),
    cLibrary("CEspeak", pkgConfig: "espeak-ng", apt: "libespeak-ng-dev"),
    cLibrary("CSndfile", pkgConfig: "sndfile", apt: "libsndfile1-dev"),
    // Linked statically, without pkg-config, which knows only the shared ones: each Debian has another libFLAC.
    cLibrary("CFLAC", apt: "libflac-dev"),
    cLibrary("COgg", apt: "libogg-dev"),
    cLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    cLibrary("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
    cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    cLibrary("CMosquitto", pkgConfig: "libmosquitto", apt: "libmosquitto-dev"),
    cLibrary("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
    // Declarations of the C library that Swift can't import.
    .target(name: "CSpawn", path: "Sources/CLibraries/CSpawn"),
    cLibrary("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
    // The reference for the loudness meter in the tests.
    cLibrary("CEbur128", pkgConfig: "libebur128", apt: "libebur128-dev"),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    // A second planner, with which tests and mutants compare the engine's.
    .target(
      name: "EngineReference", dependencies: ["WorkoutModel", "WorkoutEngine"], path: "Tests/EngineReference",
      swiftSettings: strict),
    // Whole live sessions on virtual time, for random search.
    .target(
      name: "LiveSearch",
      dependencies: [
        "LivePlayback", "SessionHistory", "DriftSimulation", "HostSystem", "AudioOutput", "CueAudio", "AudioMixing",
        "WorkoutEngine", "WorkoutModel",
      ],
      path: "Tests/LiveSearch", swiftSettings: strict),
    tests("StrictJSONTests", ["StrictJSON"]),
    tests("WorkoutModelTests", ["WorkoutModel", "EngineReference"]),
    tests("WorkoutEngineTests", ["WorkoutEngine", "WorkoutModel", "EngineReference"], exclude: ["Golden"]),
    tests("TextNormalizationTests", ["TextNormalization", "WorkoutModel"]),
    tests("AudioMixingTests", ["AudioMixing", "CEbur128"]),
    tests("OnsetAnalysisTests", ["OnsetAnalysis", "WorkoutExchange"]),
    tests("CueAudioTests", ["CueAudio", "AudioMixing", "WorkoutEngine", "WorkoutModel"]),
    tests(
      "SessionReportingTests",
      ["SessionReporting", "StrictJSON", "WorkoutFiles", "WorkoutEngine", "WorkoutModel"]),
    tests("HostSystemTests", ["HostSystem", "WorkoutEngine"]),
    tests("WorkoutFilesTests", ["WorkoutFiles", "StrictJSON", "WorkoutModel"], exclude: ["Cases"]),
    tests(
      "WorkoutExchangeTests",
      ["WorkoutExchange", "XMLReading", "StrictJSON", "WorkoutFiles", "WorkoutModel"]),
    tests("SharedLinksTests", ["SharedLinks", "StrictJSON", "WorkoutFiles", "WorkoutModel"]),
    tests("SoundFilesTests", ["SoundFiles", "AudioMixing"]),
    tests("SpeechTests", ["Speech", "HostSystem", "CueAudio", "AudioMixing"]),
    tests("AudioOutputTests", ["AudioOutput", "AudioMixing", "CueAudio", "HostSystem"]),
    tests("SnapcastTests", ["Snapcast", "StrictJSON"]),
    tests(
      "SessionHistoryTests",
      [
        "SessionHistory", "SessionReporting", "SharedLinks", "StrictJSON", "WorkoutEngine", "WorkoutFiles",
        "WorkoutModel",
      ]),
    tests(
      "LivePlaybackTests",
      [
        "LivePlayback", "LiveSearch", "DriftSimulation", "HostSystem", "AudioOutput", "CueAudio", "AudioMixing",
        "SessionControl", "SessionReporting", "StrictJSON", "WorkoutEngine", "WorkoutModel",
      ]),
    tests(
      "SessionControlTests", ["SessionControl", "SessionReporting", "StrictJSON", "WorkoutEngine", "WorkoutModel"]),
    tests(
      "ControlSocketTests",
      ["ControlSocket", "SessionControl", "SessionReporting", "HostSystem", "WorkoutEngine", "WorkoutModel"]),
    tests(
      "DesktopBusTests",
      ["DesktopBus", "HostSystem", "SessionControl", "SessionReporting", "WorkoutEngine", "WorkoutModel"]),
    tests("CommandSupportTests", ["CommandSupport", "HostSystem"]),
    tests("LiveRunsTests", ["HostSystem", "LiveRuns", "StrictJSON"]),
    tests("HomeAutomationTests", ["HomeAutomation", "HostSystem", "LiveRuns", "StrictJSON"]),
    tests(
      "DisplayServerTests",
      ["DisplayServer", "LiveRuns", "PageFiles", "StrictJSON"] + serving(["Hummingbird", "HTTPTypes"])),
    tests(
      "DriftSimulationTests", ["DriftSimulation", "EngineReference", "WorkoutFiles", "WorkoutEngine", "WorkoutModel"]),
    tests(
      "DriftFilesTests",
      [
        "DriftFiles", "DriftSimulation", "CommandSupport", "SessionControl", "SessionReporting", "StrictJSON",
        "WorkoutFiles", "WorkoutEngine", "WorkoutModel",
      ]),
    tests(
      "CommandTests",
      [
        "SessionReporting", "OnsetAnalysis", "WorkoutExchange", "AudioMixing", "SoundFiles", "StrictJSON",
        "WorkoutFiles", "WorkoutModel", "SessionHistory", "SharedLinks",
      ],
      exclude: ["Golden"]),
    tests(
      "CuebellTests",
      ["Cuebell", "CuebellAudio", "CuebellTesting", "DriftSimulation", "WorkoutEngine", "WorkoutModel"]),
    tests("ArchitectureTests", []),
  ]
)

// Parts alone, which need no C library and no package but the toolchain: with CORE=1 the engine and its tests, for
// `make core`; with CORE=web the engine of pages and what it is compared with, for `make web-test`.
let core = ["StrictJSON", "WorkoutModel", "WorkoutEngine"]
let pages = ["WorkoutFiles", "SessionReporting", "SessionControl", "DriftSimulation", "DriftFiles", "WebEngine"]
if let part = Context.environment["CORE"] {
  package.products = []
  package.dependencies = []
  package.traits = []
  if part == "web" { package.targets.append(tests("WebEngineTests", (core + pages).map { .init(stringLiteral: $0) })) }
  let kept =
    core + ["TestSupport", "EngineReference"] + (part == "web" ? pages + ["WebEngineTests"] : core.map { "\($0)Tests" })
  package.targets.removeAll { !kept.contains($0.name) }
}
