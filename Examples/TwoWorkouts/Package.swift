// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "two-workouts",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "cuebell", path: "../..")],
  targets: [
    .target(name: "SharedRooms", dependencies: [.product(name: "CuebellAudio", package: "cuebell")]),
    .executableTarget(name: "rooms", dependencies: ["SharedRooms"]),
    .testTarget(name: "SharedRoomsTests", dependencies: ["SharedRooms"]),
  ]
)
