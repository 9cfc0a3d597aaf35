extension ModelStore {
    /// Installs a bundle, all of its models or none.
    ///
    /// - Parameters:
    ///   - bundle: verified when it was opened.
    ///   - versions: the version in use of a model that this store did not install, such as a bundled one; `nil` when there is none.
    ///   - allowOlder: installs also what is older, and writes that down.
    ///   - time: wall clock, ISO 8601, for that note.
    /// - Returns: the models, and why the bundle counts as older where that was allowed.
    /// - Throws: `ModelError.refused` for an older bundle or one that is not what its manifest says, `.storeFailed` when the disk does not take it.
    public func install(_ bundle: ModelBundle, versions: (String) -> String?, allowOlder: Bool, time: String) throws -> (models: [VerifiedModel], override: String?) {
        var reason: String?
        let models = try install(
            bundle.candidates,
            change: { state, made in
                for (model, verified) in zip(bundle.manifest.models, made) where model.version != verified.manifest.version {
                    throw ModelError.refused(
                        what: "the bundle \(bundle.path)", reason: "'\(model.name)' is version \(verified.manifest.version) and not \(model.version)")
                }
                state.bundle = StoreState.Bundle(number: bundle.manifest.number, sha256: bundle.sha256, key: bundle.key)
                if let reason {
                    state.overrides = (state.overrides + [StoreState.Override(number: bundle.manifest.number, reason: reason, time: time)]).suffix(
                        StoreState.mostOverrides)
                }
            },
            check: { state in
                reason = age(bundle, state, versions)
                if let reason, !allowOlder {
                    throw ModelError.refused(
                        what: "the bundle \(bundle.path)", reason: "\(reason); get a newer one, or go back on purpose with --allow-older, which is written down")
                }
            })
        return (models, reason)
    }

    /// Why a bundle would be a step back; `nil` when it is none.
    private func age(_ bundle: ModelBundle, _ state: StoreState, _ versions: (String) -> String?) -> String? {
        let manifest = bundle.manifest
        if let newest = state.bundle {
            if manifest.number < newest.number { return "its number \(manifest.number) is older than \(newest.number), which was installed" }
            if manifest.number == newest.number && bundle.sha256 != newest.sha256 { return "another bundle with its number \(manifest.number) was installed" }
        }
        for model in manifest.models {
            guard let current = state.models[model.name]?.version ?? versions(model.name) else { continue }
            if ModelVersion.isOlder(model.version, than: current) { return "its '\(model.name)' is version \(model.version), older than \(current), which is installed" }
        }
        return nil
    }
}
