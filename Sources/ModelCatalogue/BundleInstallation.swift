extension ModelStore {
    /// Installs a bundle, all of its models or none.
    ///
    /// - Parameters:
    ///   - bundle: verified when it was opened.
    ///   - versions: the version in use of a model, such as a bundled one; `nil` when there is none.
    ///   - allowOlder: installs also what is older, and writes that down.
    ///   - time: wall clock, ISO 8601, for that note.
    ///   - trial: tries a model that is whole, before any is used.
    /// - Returns: the models, and why the bundle counts as older where that was allowed.
    /// - Throws: `ModelError.refused` for an older bundle or one that is not what its manifest says, `.storeFailed`
    ///   when the disk does not take it, and what `trial` throws; nothing was changed then.
    public func install(
        _ bundle: ModelBundle, versions: (String) -> String?, allowOlder: Bool, time: String,
        trial: (VerifiedModel) throws -> Void = { _ in }
    ) throws -> (models: [VerifiedModel], override: String?) {
        var reason: String?
        var before = StoreState()
        let models = try install(
            bundle.candidates, trial: trial,
            change: { state, made in
                for (model, verified) in zip(bundle.manifest.models, made)
                where model.version != verified.manifest.version {
                    throw ModelError.refused(
                        what: "the bundle \(bundle.path)",
                        reason: "'\(model.name)' is version \(verified.manifest.version) and not \(model.version)")
                }
                for manifest in made.map(\.manifest) {
                    // Whoever went back stays there when the same is installed again.
                    let others = [before.models[manifest.name]?.insteadOf, versions(manifest.name)].compactMap { $0 }
                    state.models[manifest.name]?.insteadOf = others.filter {
                        ModelVersion.isOlder(manifest.version, than: $0)
                    }.max(by: ModelVersion.isOlder)
                }
                state.bundle = StoreState.Bundle(number: bundle.manifest.number, sha256: bundle.sha256, key: bundle.key)
                if let reason {
                    state.overrides =
                        (state.overrides + [
                            StoreState.Override(number: bundle.manifest.number, reason: reason, time: time)
                        ]).suffix(
                            StoreState.mostOverrides)
                }
            },
            check: { state in
                before = state
                reason = age(bundle, state, versions)
                if let reason, !allowOlder {
                    throw ModelError.refused(
                        what: "the bundle \(bundle.path)",
                        reason:
                            "\(reason); get a newer one, or go back on purpose with --allow-older, which is written down"
                    )
                }
            })
        return (models, reason)
    }

    /// Why a bundle would be a step back; `nil` when it is none.
    private func age(_ bundle: ModelBundle, _ state: StoreState, _ versions: (String) -> String?) -> String? {
        let manifest = bundle.manifest
        if let newest = state.bundle {
            if manifest.number < newest.number {
                return "its number \(manifest.number) is older than \(newest.number), which was installed"
            }
            if manifest.number == newest.number && bundle.sha256 != newest.sha256 {
                return "another bundle with its number \(manifest.number) was installed"
            }
        }
        for model in manifest.models {
            // What came with a later program may be in use in place of what was installed.
            let there = [state.models[model.name]?.version, versions(model.name)].compactMap { $0 }
            guard let current = there.max(by: ModelVersion.isOlder) else { continue }
            if ModelVersion.isOlder(model.version, than: current) {
                return "its '\(model.name)' is version \(model.version), older than \(current), which is installed"
            }
        }
        return nil
    }
}
