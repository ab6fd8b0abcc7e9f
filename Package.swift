// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)]
let tests = "Tests/CaffeineEngineTests"

// `CAFFEINE_FAULT=LOST_WAKEUP swift build` plants a mistake: see `PlantedFault`.
let fault = Context.environment["CAFFEINE_FAULT"].map {
  SwiftSetting.define("CAFFEINE_FAULT_\($0)")
}

let package = Package(
  name: "CaffeineEngine",
  // Apple's platforms are meant to build (engine and Tracking) and are untested.
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "CaffeineEngine", targets: ["CaffeineEngine"]),
    .library(name: "CaffeineFoundation", targets: ["CaffeineFoundation"]),
    .library(name: "CaffeineExecutor", targets: ["CaffeineExecutor"]),
    .library(name: "CaffeineC", type: .static, targets: ["CCaffeineAPI"]),
    .library(name: "Caffeine", type: .static, targets: ["CCaffeineAPI"]),
    .executable(name: "caffeine-sim", targets: ["caffeine-sim"]),
  ],
  targets: [
    .systemLibrary(name: "CCaffeine", path: "include"),
    .target(
      name: "CaffeineEngine",
      exclude: ["Executor", "Foundation"],
      swiftSettings: settings + (fault.map { [$0] } ?? [])),
    .target(
      name: "CaffeineExecutor",
      path: "Sources/CaffeineEngine/Executor",
      swiftSettings: settings),
    .target(
      name: "CaffeineFoundation",
      dependencies: ["CaffeineEngine"],
      path: "Sources/CaffeineEngine/Foundation",
      swiftSettings: settings),
    .target(
      name: "CCaffeineAPI",
      dependencies: ["CaffeineEngine", "CaffeineExecutor", "CCaffeine"],
      swiftSettings: settings),
    .executableTarget(
      name: "caffeine-sim",
      dependencies: ["CaffeineEngine", "CaffeineExecutor", "CaffeineFoundation"],
      swiftSettings: settings),
    .executableTarget(
      name: "executor-probe",
      dependencies: ["CaffeineExecutor"],
      path: "\(tests)/Executor/Probe",
      swiftSettings: settings),
    .testTarget(
      name: "CaffeineEngineTests",
      dependencies: [
        "CaffeineEngine", "CaffeineExecutor", "CaffeineFoundation", "CCaffeine", "CCaffeineAPI",
        "caffeine-sim", "executor-probe",
      ],
      exclude: ["CInterface", "Executor/Probe", "Tools"],
      resources: [.copy("Reference")],
      swiftSettings: settings),
  ]
)
