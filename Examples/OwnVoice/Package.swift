// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "own-voice",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "cuebell", path: "../..")],
  targets: [
    .target(name: "TonalVoice", dependencies: [.product(name: "CuebellAudio", package: "cuebell")]),
    .executableTarget(name: "ownvoice", dependencies: ["TonalVoice"]),
    .testTarget(name: "TonalVoiceTests", dependencies: ["TonalVoice"]),
  ]
)
