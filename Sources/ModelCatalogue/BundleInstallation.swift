extension ModelStore {
    /// Installs all models of a bundle, or none.
    ///
    /// - Parameters:
    ///   - bundle: a verified bundle.
    ///   - versions: version of a model in use, such as a bundled one; `nil` for none.
    ///   - allowOlder: permits older bundles, and records that.
    ///   - time: wall-clock time for that record, ISO 8601.
    ///   - trial: tests each verified model before any is used.
    /// - Returns: the models, and why the bundle counts as older if that was allowed.
    /// - Throws: `ModelError.refused` for an older or invalid bundle, `.storeFailed` when the disk is full, and what
    ///   `trial` throws; nothing was changed then.
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
                    // A deliberate downgrade stays valid when the same bundle is installed again.
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
                            "\(reason); get a newer one, or go back on purpose with --allow-older, which is written "
                            + "down"
                    )
                }
            })
        return (models, reason)
    }

    /// Why a bundle is a downgrade; `nil` when it is not.
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
            // A model of a later program may be in use instead of the installed one.
            let there = [state.models[model.name]?.version, versions(model.name)].compactMap { $0 }
            guard let current = there.max(by: ModelVersion.isOlder) else { continue }
            if ModelVersion.isOlder(model.version, than: current) {
                return "its '\(model.name)' is version \(model.version), older than \(current), which is installed"
            }
        }
        return nil
    }
}
