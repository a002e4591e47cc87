// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The command carries the Swift library in itself: it runs where no Swift is installed, starts in half the time and
/// takes 5 MB less. What the static Foundation leans on has to be named; nobody looks up symbols in the command.
let standalone: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib", "-lCoreFoundation"] + ["ICU", "CShims", "Collections"].map { "-l_Foundation\($0)" }
      + ["-Xlinker", "--no-export-dynamic"])
]

/// SQLite, through GRDB.
let database = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = [database, .product(name: "GRDBSQLite", package: "GRDB.swift")]

/// Rounding is a call into the library of mathematics. A module that imports no C has it linked by nobody, so whoever
/// links only library products would miss it.
let mathematics = [LinkerSetting.linkedLibrary("m", .when(platforms: [.linux]))]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: mathematics)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "cuebell",
  products: [
    .executable(name: "cuebell", targets: ["cuebell"]),
    .library(name: "WorkoutModel", targets: ["WorkoutModel"]),
    .library(name: "WorkoutFiles", targets: ["WorkoutFiles"]),
    .library(name: "WorkoutEngine", targets: ["WorkoutEngine"]),
    .library(name: "DriftSimulation", targets: ["DriftSimulation"]),
    .library(name: "AudioMixing", targets: ["AudioMixing"]),
    .library(name: "CueAudio", targets: ["CueAudio"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // The core: no C library, no clock, no file, no device.
    room("WorkoutModel"),
    room("WorkoutEngine", ["WorkoutModel"]),
    room("DriftSimulation", ["WorkoutModel", "WorkoutEngine"]),
    room("SpokenWords", ["WorkoutModel"]),
    room("AudioMixing"),
    room("SessionReporting", ["WorkoutModel", "WorkoutEngine"]),
    room("TerminalDrawing", ["WorkoutModel", "WorkoutEngine", "SessionReporting"]),
    room("CueAudio", ["WorkoutModel", "WorkoutEngine", "SpokenWords", "AudioMixing"]),

    // The edge: files, speech, devices and the host.
    room("WorkoutFiles", ["WorkoutModel"]),
    room("ScenarioFiles", ["WorkoutModel", "WorkoutEngine", "WorkoutFiles", "DriftSimulation"]),
    room("DriftReporting", ["WorkoutModel", "WorkoutEngine", "SessionReporting", "DriftSimulation", "ScenarioFiles"]),
    room("EspeakSpeech", ["AudioMixing", "CEspeak"]),
    room("HostThreads"),
    room("PhraseFiles", ["AudioMixing", "CueAudio", "HostThreads"]),
    room("ALSAOutput", ["AudioMixing", "HostThreads", "CALSA"]),
    room("SoundFiles", ["AudioMixing", "HostThreads", "CSndfile"]),
    room("LiveHost", ["WorkoutModel", "WorkoutEngine", "AudioMixing", "CueAudio", "HostThreads"]),
    room("HostCheckup", ["LiveHost", "HostThreads"]),
    room(
      "SessionHistory",
      ["WorkoutModel", "WorkoutEngine", "SessionReporting", "TerminalDrawing", "HostThreads"] + sqlite),
    .executableTarget(
      name: "cuebell",
      dependencies: [
        "WorkoutModel", "WorkoutFiles", "WorkoutEngine", "SpokenWords", "AudioMixing", "CueAudio", "SessionReporting",
        "TerminalDrawing", "EspeakSpeech", "PhraseFiles", "ALSAOutput", "SoundFiles", "HostThreads", "LiveHost",
        "HostCheckup", "SessionHistory", "DriftSimulation", "ScenarioFiles", "DriftReporting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict, linkerSettings: standalone),

    // The C libraries, found through pkg-config.
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CEspeak", pkgConfig: "espeak-ng", providers: [.apt(["libespeak-ng-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

    // The judge of our measure of loudness.
    .systemLibrary(
      name: "CEbur128", path: "Tests/CEbur128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    tests("WorkoutModelTests", ["WorkoutModel"]),
    tests("WorkoutFilesTests", ["WorkoutFiles", "WorkoutModel"], exclude: ["Cases"]),
    tests("WorkoutEngineTests", ["WorkoutEngine", "WorkoutModel"], exclude: ["Golden"]),
    tests("DriftSimulationTests", ["DriftSimulation", "WorkoutFiles", "WorkoutEngine", "WorkoutModel"]),
    tests(
      "ScenarioFilesTests", ["ScenarioFiles", "DriftSimulation", "WorkoutFiles", "WorkoutEngine", "WorkoutModel"]),
    tests(
      "DriftReportingTests",
      ["DriftReporting", "DriftSimulation", "SessionReporting", "WorkoutEngine", "WorkoutModel"]),
    tests("SpokenWordsTests", ["SpokenWords", "WorkoutModel"]),
    tests("SessionReportingTests", ["SessionReporting", "WorkoutEngine", "WorkoutModel"]),
    tests("AudioMixingTests", ["AudioMixing", "CEbur128"]),
    tests("CueAudioTests", ["CueAudio", "AudioMixing", "WorkoutEngine", "WorkoutModel"]),
    tests("EspeakSpeechTests", ["EspeakSpeech", "AudioMixing"]),
    tests("PhraseFilesTests", ["PhraseFiles", "CueAudio", "AudioMixing"]),
    tests("ALSAOutputTests", ["ALSAOutput", "AudioMixing"]),
    tests("SoundFilesTests", ["SoundFiles", "AudioMixing"]),
    tests("TerminalDrawingTests", ["TerminalDrawing", "SessionReporting", "WorkoutEngine", "WorkoutModel"]),
    tests("HostThreadsTests", ["HostThreads"]),
    tests("LiveHostTests", ["LiveHost", "HostThreads", "CueAudio", "AudioMixing", "WorkoutEngine", "WorkoutModel"]),
    tests("HostCheckupTests", ["HostCheckup"]),
    tests(
      "SessionHistoryTests", ["SessionHistory", "TerminalDrawing", "WorkoutEngine", "WorkoutModel", database],
      exclude: ["Versions"]),
    tests(
      "CommandTests",
      ["TerminalDrawing", "AudioMixing", "SoundFiles", "WorkoutFiles", "WorkoutModel", database],
      exclude: ["Golden"]),
    tests("HouseTests", []),
  ]
)
