// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]

let package = Package(
  name: "CaffeineEngine",
  platforms: [.macOS(.v26), .iOS(.v26), .watchOS(.v26)],
  products: [
    .library(name: "CaffeineEngine", targets: ["CaffeineEngine"]),
    .library(name: "CaffeineC", type: .static, targets: ["CCaffeineAPI"]),
  ],
  targets: [
    .systemLibrary(name: "CCaffeine", path: "include"),
    .target(
      name: "CaffeineEngine",
      exclude: ["Executor", "Foundation"],
      swiftSettings: strict),
    .target(
      name: "CCaffeineAPI",
      dependencies: ["CaffeineEngine", "CCaffeine"],
      swiftSettings: strict),
  ]
)
