// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embedding",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "cuebell", path: "../..")],
  targets: [
    .target(name: "PrintedSession", dependencies: [.product(name: "Cuebell", package: "cuebell")]),
    .executableTarget(name: "embedding", dependencies: ["PrintedSession"]),
    .testTarget(name: "PrintedSessionTests", dependencies: ["PrintedSession"]),
  ]
)
