// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "cuebell",
  targets: [
    room("WorkoutModel"), room("WorkoutEngine", ["WorkoutModel"]), room("SessionReporting", ["WorkoutModel", "WorkoutEngine"]), tests("WorkoutEngineTests", ["WorkoutEngine", "WorkoutModel"]), tests("WorkoutModelTests", ["WorkoutModel"]),
  ]
)
