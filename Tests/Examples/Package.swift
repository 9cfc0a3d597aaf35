// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// An outside package that embeds Brews: by path, or by version from the Git address in `BREWS_URL`.
let brews: Package.Dependency =
    if let address = Context.environment["BREWS_URL"] {
        .package(url: address, from: Version(stringLiteral: Context.environment["BREWS_VERSION"] ?? "0.1.0"))
    } else {
        .package(name: "Brews", path: "../..")
    }
let identity = Context.environment["BREWS_URL"].map { URL(fileURLWithPath: $0).lastPathComponent } ?? "Brews"

func example(_ name: String, _ products: [String]) -> Target {
    .executableTarget(name: name, dependencies: products.map { .product(name: $0, package: identity) })
}

let package = Package(
    name: "Examples",
    dependencies: [brews],
    targets: [
        example("Order", ["VoiceOrdering"]),
        example("TextToCart", ["Feedback", "OrderParsing", "OrderSession", "Ordering"]),
        example("Transcribe", ["AudioFiles", "ModelCatalogue", "Speech", "SpeechAssembly", "VoskEngine"]),
        example("Listen", ["AudioFiles", "ModelCatalogue", "Speech", "SpeechAssembly", "VoiceActivity", "WakeWord"]),
        example("OwnEngine", ["Speech", "VoiceServiceContract"]),
        example("Speak", ["AudioFiles", "Speech", "SpeechSynthesis"]),
        example("Converse", ["VoiceKit"]),
    ]
)
