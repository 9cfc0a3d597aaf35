public import Foundation

/// Folders of the checkout that tests read from.
public enum Repository {
    /// The package's root, found from this file's place in it.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Whether tests run at full scale (`scripts/check --full`, `BREWS_FULL_SCALE=1`), which takes hours, not minutes.
    public static let isFullScale = ProcessInfo.processInfo.environment["BREWS_FULL_SCALE"] != nil

    /// Rounds of a random test: as many as reach every branch, or as many as the fault list asks for at full scale.
    public static func rounds(_ everyDay: Int, full: Int) -> Int { isFullScale ? full : everyDay }

    /// How often a test repeats: the number in an environment variable, or what every day can afford.
    public static func count(_ variable: String, standard: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? standard
    }

    /// The folder that holds the bundled models.
    public static let models = root.appendingPathComponent("models")

    /// Recorded speech for measuring, beside the checkout or in `BREWS_EVAL_DIR`; `nil` when it is not there.
    public static let recordings: URL? = {
        let folder =
            ProcessInfo.processInfo.environment["BREWS_EVAL_DIR"].map { URL(fileURLWithPath: $0) }
            ?? root.deletingLastPathComponent().appendingPathComponent("shared/eval")
        return FileManager.default.fileExists(atPath: folder.appendingPathComponent("coffee-orders/labels.json").path)
            ? folder : nil
    }()
}

/// A new folder that is removed when the test lets go of it.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("brews-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// A small generator with a given start, so that random tests can be repeated (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
