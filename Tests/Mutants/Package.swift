// swift-tools-version: 6.2
import PackageDescription

// The engine, its simulator and a judge, and nothing else: what `mutants.sh` builds from a copy of Sources into which
// all defects are woven.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-O"]),
]

func library(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(folder)", resources: resources, swiftSettings: settings)
}

let package = Package(
  name: "mutants",
  targets: [
    library("StrictJSON", in: "Core/StrictJSON"),
    library(
      "WorkoutModel", in: "Core/WorkoutModel", ["StrictJSON"], resources: [.embedInCode("Languages/Texts")]),
    library("WorkoutEngine", in: "Core/WorkoutEngine", ["StrictJSON", "WorkoutModel"]),
    library(
      "SessionReporting", in: "Reporting/SessionReporting", ["StrictJSON", "WorkoutModel", "WorkoutEngine"]),
    library("WorkoutFiles", in: "Adapters/WorkoutFiles", ["StrictJSON", "WorkoutModel"]),
    library(
      "DriftSimulation", in: "Simulation/DriftSimulation", ["WorkoutModel", "WorkoutEngine", "SessionReporting"]),
    library("EngineReference", in: "EngineReference", ["WorkoutModel", "WorkoutEngine"]),
    // The scenario files alone: the reports need more modules.
    library(
      "DriftFiles", in: "Simulation/DriftFiles/Scenarios",
      ["StrictJSON", "WorkoutModel", "WorkoutEngine", "WorkoutFiles", "DriftSimulation"]),
    .executableTarget(
      name: "judge",
      dependencies: [
        "WorkoutModel", "WorkoutFiles", "WorkoutEngine", "EngineReference", "DriftSimulation", "DriftFiles",
      ],
      swiftSettings: settings),
  ]
)
