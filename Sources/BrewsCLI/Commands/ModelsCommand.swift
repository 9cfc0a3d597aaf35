internal import Foundation
internal import ModelCatalogue

/// `brews models`: lists, verifies, downloads, bundles and installs models.
enum ModelsCommand: Command {
    static let name = "models"
    static let spec = CommandSpec(
        name: "brews models", summary: "Lists, verifies, fetches, bundles and installs models.",
        operands: "list | verify [NAME|DIR…] | fetch NAME… | key | bundle NAME|DIR… | install FILE",
        options: [
            OptionSpec(
                "into", value: "DIR",
                "fetch, install: folder of models to change (default: BREWS_MODELS, or the first one found that may "
                    + "be written)"
            ),
            OptionSpec("catalogue", value: "FILE", "more models to fetch, as in Sources/ModelCatalogue/catalogue.json"),
            OptionSpec("output", value: "FILE", "key: name of the pair; bundle: the bundle to write; also -o"),
            OptionSpec(
                "key", value: "FILE",
                "bundle: the secret key; install: the public one (default: \(BundlePublicKey.standardPath))"),
            OptionSpec(
                "number", value: "N",
                "bundle: its number, higher than that of any bundle before (default: date and time, UTC)"),
            OptionSpec(
                "allow-older", "install: take a bundle that is older than what is installed; written down in the folder"
            ),
            ModelTrial.skipOption,
            OptionSpec(
                "self-test",
                "verify: each model is also loaded by its engine, in a process of its own, and hears its recording"),
        ],
        examples: [
            ("brews models list", "bundled, installed and official models, with size, licence and address"),
            (
                "brews models verify",
                "compare every file of every installed model with its manifest; exit 4 when one is damaged"
            ),
            ("brews models verify --self-test", "and see each work"),
            (
                "brews models fetch vosk-model-small-en-us-0.15",
                "download, check and install an official model; run it again to go on after a break"
            ),
            (
                "brews models key -o cafe",
                "in the office, once: make cafe.key, which stays there, and cafe.pub for the kiosks"
            ),
            (
                "brews models bundle vosk-model-small-en-us-0.15 --key cafe.key -o /media/stick/models.brews",
                "one signed file for a USB stick"
            ),
            (
                "brews models install /media/stick/models.brews --key cafe.pub",
                "on a kiosk without network: all models of the stick or none"
            ),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard let action = arguments.operands.first else { throw usage }
        let names = Array(arguments.operands.dropFirst())
        let catalogue = try catalogue(arguments, setup)
        let trial = arguments.has("no-self-test") ? nil : ModelTrial(setup: setup)
        let bundle = ModelsBundle(catalogue: catalogue, setup: setup, trial: trial)
        switch (action, names.count) {
        case ("list", 0): return try ModelsListing(catalogue: catalogue, setup: setup).list()
        case ("verify", _):
            let named = names.isEmpty ? arguments.value("model").map { [$0] } ?? [] : names
            return try ModelsListing(catalogue: catalogue, setup: setup).verify(
                named, trial: arguments.has("self-test") ? ModelTrial(setup: setup) : nil)
        case ("fetch", 1...):
            return try await ModelsFetch(
                catalogue: catalogue, setup: setup, store: try store(arguments, catalogue), trial: trial
            ).fetch(names)
        case ("key", 0): return try bundle.makeKey(try required("output", "-o NAME", arguments))
        case ("bundle", 1...):
            return try bundle.bundle(
                names, key: try required("key", "--key FILE", arguments),
                to: try required("output", "-o FILE", arguments),
                number: try arguments.integer("number", in: 1...Int.max))
        case ("install", 1):
            return try bundle.install(
                names[0], key: arguments.value("key") ?? BundlePublicKey.standardPath,
                into: try store(arguments, catalogue), allowOlder: arguments.has("allow-older"))
        default: throw usage
        }
    }

    private static let usage = CLIError.usage(
        "brews models takes list, verify, fetch NAME, key, bundle NAME or install FILE; see: brews models --help")

    private static func required(_ option: String, _ form: String, _ arguments: Arguments) throws(CLIError) -> String {
        guard let value = arguments.value(option) else {
            throw .usage("brews models \(arguments.operands.first ?? "") needs \(form); see: brews models --help")
        }
        return value
    }

    private static func catalogue(_ arguments: Arguments, _ setup: Setup) throws -> ModelCatalogue {
        let catalogue = try setup.catalogue()
        guard let file = arguments.value("catalogue") else { return catalogue }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CLIError.input("the catalogue \(file) cannot be read: there is no such file, or no permission")
        }
        return try catalogue.adding([UInt8](data), from: file)
    }

    /// The folder to change: the one named, created if it is missing, or the first writable one of the search path.
    private static func store(_ arguments: Arguments, _ catalogue: ModelCatalogue) throws(CLIError) -> String {
        guard let folder = arguments.value("into") ?? Console.ownModels ?? catalogue.store else {
            throw .input(
                "no folder of models may be written here; name one with --into DIR, and later set BREWS_MODELS to it")
        }
        guard !FileManager.default.fileExists(atPath: folder) else { return folder }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // Readable by the service user, like all that is installed.
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        } catch {
            throw .model(.storeFailed(action: "make the folder", path: folder, reason: error.localizedDescription))
        }
        return folder
    }
}

extension Console {
    /// The folder of models from `BREWS_MODELS`.
    static var ownModels: String? {
        ProcessInfo.processInfo.environment["BREWS_MODELS"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Warns about a folder outside the search path, where installed models are not found.
    func noteIfUnsearched(_ folder: String, _ catalogue: ModelCatalogue) {
        let path = URL(fileURLWithPath: folder).standardizedFileURL.path
        if !(catalogue.searchPath + [Self.ownModels].compactMap { $0 }).contains(where: {
            URL(fileURLWithPath: $0).standardizedFileURL.path == path
        }) {
            note("brews: note: models are not looked for in \(folder); set BREWS_MODELS=\(folder)")
        }
    }
}
