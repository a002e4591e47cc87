// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who builds Cuebell needs what measures it.
let package = Package(
  name: "cuebell-benchmarks",
  dependencies: [
    .package(name: "cuebell", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "PartsBenchmarks",
      dependencies: [
        .product(name: "CuebellAudio", package: "cuebell"),
        .product(name: "CuebellSimulation", package: "cuebell"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      // The plugin looks for benchmarks in a folder of this name only.
      path: "Benchmarks/PartsBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ]
)
