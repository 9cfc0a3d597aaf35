internal import Foundation
internal import ModelCatalogue

/// The model catalogue and its checksums.
enum ModelsCommand: Command {
    static let name = "models"
    static let spec = CommandSpec(
        name: "brews models", summary: "Lists acoustic models, or verifies installed ones byte by byte.", operands: "list | verify [NAME|DIR…]",
        examples: [
            ("brews models list", "bundled and official models, with address and licence"),
            ("brews models verify", "compare every file of the default model with its manifest; exit 4 when it is damaged"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let catalogue = try setup.catalogue()
        switch arguments.operands.first {
        case "list" where arguments.operands.count == 1:
            try list(catalogue, setup)
            return 0
        case "verify":
            let names = arguments.operands.dropFirst()
            return try verify(names.isEmpty ? [arguments.value("model") ?? ModelCatalogue.defaultModel] : Array(names), catalogue, setup)
        default:
            throw CLIError.usage("brews models takes list or verify; see: brews models --help")
        }
    }

    private struct Listing: Encodable {
        let name: String
        let engine: String
        let language: String
        let licence: String
        let megabytes: Int
        let bundled: Bool
        let installed: Bool
        let address: String?
    }

    private static func list(_ catalogue: ModelCatalogue, _ setup: Setup) throws {
        if !setup.json {
            setup.console.line("model".padded(to: 32) + "engine".padded(to: 8) + "lang".padded(to: 8) + "size".padded(to: 9) + "licence".padded(to: 12) + "where")
        }
        for entry in catalogue.entries {
            let directory = try? catalogue.locate(entry.name)
            if setup.json {
                try setup.console.json(
                    Listing(
                        name: entry.name, engine: entry.engine, language: entry.language, licence: entry.licence, megabytes: entry.megabytes,
                        bundled: entry.bundled, installed: directory != nil, address: entry.address))
            } else {
                let place = directory.map { ($0.path, "installed") } ?? (entry.address ?? "", "not bundled")
                setup.console.line(
                    entry.name.padded(to: 32) + entry.engine.padded(to: 8) + entry.language.padded(to: 8)
                        + "\(entry.megabytes) MB".padded(to: 9) + entry.licence.padded(to: 12) + "\(place.1): \(place.0)")
            }
        }
    }

    private struct Verification: Encodable {
        let name: String
        let directory: String?
        let ok: Bool
        let files: Int
        let bytes: Int
        let sampleRate: Int?
        let runtimeGraph: Bool?
        let licence: String?
        let problems: [String]
    }

    private static func verify(_ names: [String], _ catalogue: ModelCatalogue, _ setup: Setup) throws -> Int32 {
        var code: Int32 = 0
        for name in names {
            do {
                let model = try catalogue.locate(name).verify()
                let manifest = model.manifest
                if setup.json {
                    try setup.console.json(
                        Verification(
                            name: manifest.name, directory: model.directory, ok: true, files: manifest.files.count, bytes: manifest.bytes,
                            sampleRate: manifest.sampleRate, runtimeGraph: manifest.runtimeGraph, licence: manifest.licence, problems: []))
                } else {
                    setup.console.line(
                        "\(manifest.name): \(setup.console.styled("ok", .green)), \(manifest.files.count) files, \(manifest.bytes) bytes, "
                            + "\(manifest.sampleRate) Hz, \(manifest.licence), in \(model.directory)")
                    for file in manifest.files { setup.console.detail("  \(file.sha256)  \(file.path)  \(file.bytes)") }
                }
            } catch let error as ModelError {
                code = 4
                if setup.json { try setup.console.json(failure(name, error)) }
                _ = BrewsTool.fail(.model(error))
            }
        }
        return code
    }

    private static func failure(_ name: String, _ error: ModelError) -> Verification {
        let (directory, problems): (String?, [String]) =
            switch error {
            case .damaged(let directory, let problems): (directory, problems)
            case .missing, .notBundled: (nil, [error.description])
            }
        return Verification(name: name, directory: directory, ok: false, files: 0, bytes: 0, sampleRate: nil, runtimeGraph: nil, licence: nil, problems: problems)
    }
}
