internal import Foundation

extension ModelCatalogue {
    /// The catalogue over the standard search path of the running program, and last the `models` folder of the checkout
    /// that this module was compiled in. A package that depends on Brews finds the bundled models there.
    ///
    /// - Throws: when the built-in catalogue cannot be decoded.
    public static func ofThisProgram() throws -> ModelCatalogue {
        let executable = Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
        let standard = standardSearchPath(
            executable: executable, environment: ProcessInfo.processInfo.environment)
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("models").path
        return try ModelCatalogue(searchPath: standard.contains(checkout) ? standard : standard + [checkout])
    }
}

extension VerifiedModel {
    /// Finds a model by name or path in `ModelCatalogue.ofThisProgram()` and compares every file with its manifest.
    ///
    /// ```swift
    /// let model = try VerifiedModel(bundled: ModelCatalogue.defaultModel)
    /// ```
    ///
    /// - Throws: `ModelError` for a model that is missing or damaged.
    public init(bundled nameOrPath: String) throws {
        self = try ModelCatalogue.ofThisProgram().locate(nameOrPath).verify()
    }
}
