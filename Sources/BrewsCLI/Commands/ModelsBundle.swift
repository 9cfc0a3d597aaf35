internal import Foundation
internal import ModelCatalogue

/// `brews models key`, `bundle` and `install`: models for kiosks without a network.
struct ModelsBundle {
    let catalogue: ModelCatalogue
    let setup: Setup
    /// Self-test of a model before it is used; `nil` with `--no-self-test`.
    let trial: ModelTrial?

    private struct KeyOutput: Encodable {
        let secret: String
        let `public`: String
        let fingerprint: String
    }

    func makeKey(_ path: String) throws -> Int32 {
        let key = try BundleSigningKey()
        try key.write(to: path)
        if setup.json {
            try setup.console.json(
                KeyOutput(secret: path + ".key", public: path + ".pub", fingerprint: key.publicKey.fingerprint))
        } else {
            setup.console.line("\(path).key: signs bundles; keep it in the office")
            setup.console.line(
                "\(path).pub: copy it to each kiosk as \(BundlePublicKey.standardPath); fingerprint "
                    + "\(key.publicKey.fingerprint)"
            )
        }
        return 0
    }

    private struct BundleOutput: Encodable {
        struct Model: Encodable {
            let name: String
            let version: String
            let files: Int
        }

        let file: String
        let number: Int
        let bytes: Int
        let key: String
        let models: [Model]

        init(_ file: String, _ manifest: BundleManifest, key: String) {
            self.file = file
            number = manifest.number
            bytes = manifest.bytes
            self.key = key
            models = manifest.models.map { Model(name: $0.name, version: $0.version, files: $0.files.count) }
        }
    }

    func bundle(_ names: [String], key path: String, to file: String, number: Int?) throws -> Int32 {
        let key = try BundleSigningKey(path: path)
        let models = try names.map { try catalogue.locate($0).verify() }
        setup.console.progress("writing \(file) …")
        let manifest = try ModelBundle.write(models, number: number ?? WallClock.number, key: key, to: file)
        setup.console.progress("written", isLast: true)
        let output = BundleOutput(file, manifest, key: key.publicKey.fingerprint)
        if setup.json {
            try setup.console.json(output)
        } else {
            let list = output.models.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
            setup.console.line(
                "\(file): bundle \(output.number) with \(list), \(output.bytes) bytes, signed by the key \(output.key)")
            setup.console.line("on the kiosk: brews models install \(URL(fileURLWithPath: file).lastPathComponent)")
        }
        return 0
    }

    private struct InstallOutput: Encodable {
        let name: String
        let version: String
        let directory: String
        let files: Int
        let bytes: Int
        let bundle: Int
        let key: String
        /// Why the bundle counts as older, when that was allowed.
        let override: String?
    }

    func install(_ file: String, key path: String, into folder: String, allowOlder: Bool) throws -> Int32 {
        guard path != BundlePublicKey.standardPath || FileManager.default.fileExists(atPath: path) else {
            throw CLIError.input("\(path) is not there: copy the office's public key to it, or name it with --key FILE")
        }
        let key = try BundlePublicKey(path: path)
        setup.console.progress("verifying \(file) …")
        let bundle = try ModelBundle(path: file, key: key)
        let result = try ModelStore(folder: folder).install(
            bundle, versions: version, allowOlder: allowOlder, time: WallClock.time
        ) { try trial?.require($0) }
        setup.console.progress("installed", isLast: true)
        if let reason = result.override {
            setup.console.note("brews: note: installed although \(reason); this was written down")
        }
        for model in result.models {
            let manifest = model.manifest
            if setup.json {
                try setup.console.json(
                    InstallOutput(
                        name: manifest.name, version: manifest.version, directory: model.directory,
                        files: manifest.files.count, bytes: manifest.bytes,
                        bundle: bundle.manifest.number, key: bundle.key, override: result.override))
            } else {
                setup.console.line(
                    "\(manifest.name): \(setup.console.styled("installed", .green)), version \(manifest.version), "
                        + "\(manifest.files.count.counted("file")), \(manifest.bytes) bytes, in \(model.directory)"
                )
            }
        }
        setup.console.noteIfUnsearched(folder, catalogue)
        return 0
    }
}

extension ModelsBundle {
    /// The version of the model in use; `nil` when there is none or it cannot be read.
    private func version(_ name: String) -> String? {
        guard let directory = try? catalogue.locate(name), let manifest = try? directory.readManifest() else {
            return nil
        }
        return manifest.version
    }
}

/// The machine's wall clock, for numbers and notes that people read; no decision depends on it.
private enum WallClock {
    static var time: String { ISO8601DateFormatter().string(from: Date()) }

    /// Date and time to the minute, UTC: 202611211230.
    static var number: Int { Int(time.filter(\.isNumber).prefix(12)) ?? 1 }
}
