// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app-model",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "cuebell", path: "../..")],
  targets: [
    .target(name: "TimerModel", dependencies: [.product(name: "Cuebell", package: "cuebell")]),
    .executableTarget(name: "timer", dependencies: ["TimerModel"]),
    .testTarget(
      name: "TimerModelTests",
      dependencies: ["TimerModel", .product(name: "CuebellTesting", package: "cuebell")]),
  ]
)
