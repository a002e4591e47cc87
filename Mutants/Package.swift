// swift-tools-version: 6.2
import PackageDescription

// The engine, its simulator and a judge, and nothing else: what `mutants.sh` builds once for each wrong engine, from a
// copy of Sources.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-O"]),
]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "mutants",
  targets: [
    room("WorkoutModel"),
    room("WorkoutFiles", ["WorkoutModel"]),
    room("WorkoutEngine", ["WorkoutModel"]),
    room("DriftSimulation", ["WorkoutModel", "WorkoutEngine"]),
    room("ScenarioFiles", ["WorkoutModel", "WorkoutEngine", "WorkoutFiles", "DriftSimulation"]),
    .executableTarget(
      name: "judge",
      dependencies: ["WorkoutModel", "WorkoutFiles", "WorkoutEngine", "DriftSimulation", "ScenarioFiles"],
      swiftSettings: settings),
  ]
)
