internal import Foundation
internal import ModelCatalogue

/// `brews models list` and `verify`.
struct ModelsListing {
    let catalogue: ModelCatalogue
    let setup: Setup

    private struct Listing: Encodable {
        let name: String
        let engine: String
        let language: String
        let licence: String
        let megabytes: Int
        let bundled: Bool
        let installed: Bool
        let address: String?
        let version: String?
        let directory: String?
        let sampleRate: Int?
        let runtimeGraph: Bool?
        let downloads: [ModelCatalogue.Download]?
        let note: String?
        /// What a recogniser listens for: `menu`, `phrases`, `free speech`; empty for voices.
        let hears: [String]
        /// `bundled`, `installed` or `fetchable`.
        let state: String
        /// How to restore a bundled model that is missing.
        private let restoration: String

        private enum CodingKeys: String, CodingKey {
            case name, engine, language, licence, megabytes, bundled, installed, address, version, directory,
                sampleRate, runtimeGraph, downloads, note, hears, state
        }

        init(_ entry: ModelCatalogue.Entry, _ directory: ModelDirectory?, restoration: String) {
            self.restoration = restoration
            name = entry.name
            engine = entry.engine
            language = entry.language
            licence = entry.licence
            megabytes = entry.megabytes
            bundled = entry.bundled
            installed = directory != nil
            address = entry.address
            self.directory = directory?.path
            let manifest = directory.flatMap { try? $0.readManifest() }
            version = manifest?.version ?? entry.version
            sampleRate = manifest?.sampleRate ?? entry.sampleRate
            runtimeGraph = manifest?.runtimeGraph ?? entry.runtimeGraph
            hears =
                ModelAbility(engine: engine, language: language, runtimeGraph: runtimeGraph ?? false).hears
            downloads = entry.downloads
            note = entry.note
            state = entry.bundled ? "bundled" : directory == nil ? "fetchable" : "installed"
        }

        /// An installed model that no catalogue lists.
        init(_ manifest: ModelManifest, _ directory: ModelDirectory) {
            restoration = ""
            name = manifest.name
            engine = manifest.engine
            language = manifest.language
            licence = manifest.licence
            megabytes = Int((Double(manifest.bytes) / 1e6).rounded())
            bundled = false
            installed = true
            address = nil
            version = manifest.version
            self.directory = directory.path
            sampleRate = manifest.sampleRate
            runtimeGraph = manifest.runtimeGraph
            hears = ModelAbility(manifest).hears
            downloads = nil
            note = nil
            state = "installed"
        }

        var place: String {
            if let directory { return directory }
            if bundled { return "missing; \(restoration)" }
            let isKnown = downloads?.allSatisfy { $0.sha256 != nil } == true
            return (address ?? "") + (isKnown ? "" : " (SHA-256 not public: the first fetch is trusted)")
        }
    }

    /// Prints every known model.
    func list() throws -> Int32 {
        let listed = Set(catalogue.entries.map(\.name))
        var rows = catalogue.entries.map { entry in
            Listing(entry, try? catalogue.locate(entry.name), restoration: catalogue.restoration)
        }
        for (name, directory) in try catalogue.installed() where !listed.contains(name) {
            if let manifest = try? directory.readManifest() { rows.append(Listing(manifest, directory)) }
        }
        if setup.json {
            for row in rows { try setup.console.json(row) }
            return 0
        }
        func line(_ cells: [String]) {
            setup.console.line(zip(cells, [32, 9, 8, 28, 9, 12, 11, 0]).map { $0.padded(to: $1) }.joined())
        }
        line(["model", "engine", "lang", "hears", "size", "licence", "state", "where"])
        for row in rows {
            let hears = row.hears.isEmpty ? "–" : row.hears.joined(separator: ", ")
            line([row.name, row.engine, row.language, hears, "\(row.megabytes) MB", row.licence, row.state, row.place])
        }
        for note in Set(rows.compactMap(\.note)).sorted() {
            setup.console.note(
                "brews: note: for \(rows.filter { $0.note == note }.map(\.name).joined(separator: ", ")): \(note)")
        }
        if rows.contains(where: { $0.state == "fetchable" }) {
            setup.console.note("brews: note: fetch one with: brews models fetch NAME")
        }
        return 0
    }

    private struct Verification: Encodable {
        let name: String
        let directory: String?
        let ok: Bool
        let files: Int
        let bytes: Int
        let version: String?
        let engine: String?
        let sampleRate: Int?
        let runtimeGraph: Bool?
        let licence: String?
        let problems: [String]
        /// `passed`, `none: …` for a model without a self-test that loads, or why the self-test was not run; `nil`
        /// when it was not requested.
        var selfTest: String?
    }

    /// Verifies the named models, or all that are installed, against their manifests.
    ///
    /// - Parameter trial: also runs their self-tests.
    func verify(_ names: [String], trial: ModelTrial?) throws -> Int32 {
        let all = names.isEmpty ? try catalogue.installed().map(\.name) : names
        var code: Int32 = 0
        for name in all.isEmpty ? [ModelCatalogue.defaultModel] : all {
            do {
                let directory = try catalogue.locate(name)
                let model = try directory.verify()
                try report(model, selfTest: trial.map { try passed($0, model, directory) })
            } catch let error as ModelError {
                if setup.json { try setup.console.json(failure(name, error)) }
                code = max(code, BrewsTool.fail(.model(error)))
            }
        }
        return code
    }

    /// - Returns: result of the self-test, or why it cannot be run here.
    /// - Throws: `ModelError.damaged` for a model that fails it.
    private func passed(_ trial: ModelTrial, _ model: VerifiedModel, _ directory: ModelDirectory) throws(ModelError)
        -> String
    {
        do {
            switch try trial.run(model) {
            case .passed: return "passed"
            case .loaded: return "none: the model loads"
            case .untried(let reason): return "not tried: \(reason)"
            }
        } catch {
            throw directory.damaged(["it fails its self-test: \(ModelTrial.sentence(error))"])
        }
    }

    private func report(_ model: VerifiedModel, selfTest: String?) throws {
        let manifest = model.manifest
        if setup.json {
            return try setup.console.json(
                Verification(
                    name: manifest.name, directory: model.directory, ok: true, files: manifest.files.count,
                    bytes: manifest.bytes, version: manifest.version,
                    engine: manifest.engine, sampleRate: manifest.sampleRate, runtimeGraph: manifest.runtimeGraph,
                    licence: manifest.licence, problems: [],
                    selfTest: selfTest))
        }
        setup.console.line(
            "\(manifest.name): \(setup.console.styled("ok", .green)), \(manifest.files.count.counted("file")), "
                + "\(manifest.bytes) bytes, "
                + "\(manifest.sampleRate) Hz, \(manifest.licence), in \(model.directory)"
                + (selfTest.map { "; self-test \($0)" } ?? ""))
        for file in manifest.files { setup.console.detail("  \(file.sha256)  \(file.path)  \(file.bytes)") }
    }

    private func failure(_ name: String, _ error: ModelError) -> Verification {
        let (directory, problems): (String?, [String]) =
            switch error {
            case .damaged(let directory, let problems, _): (directory, problems)
            case .missing, .unknown, .notBundled, .refused, .key, .storeFailed: (nil, [error.description])
            }
        return Verification(
            name: name, directory: directory, ok: false, files: 0, bytes: 0, version: nil, engine: nil, sampleRate: nil,
            runtimeGraph: nil, licence: nil,
            problems: problems)
    }
}
