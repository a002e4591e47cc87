// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embedding",
  dependencies: [.package(name: "cuebell", path: "../..")],
  targets: [
    .target(
      name: "PrintedSession",
      dependencies: ["WorkoutModel", "WorkoutFiles", "WorkoutEngine"].map { .product(name: $0, package: "cuebell") }),
    .executableTarget(name: "embedding", dependencies: ["PrintedSession"]),
    .testTarget(name: "PrintedSessionTests", dependencies: ["PrintedSession"]),
  ]
)
