/// Why a model cannot be used or installed. `description` is a sentence with the model's name and the command that
/// fixes it.
public enum ModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A bundled model is missing.
    case missing(name: String, searched: [String])
    /// No catalogue entry and no folder has this name or path.
    case unknown(name: String, searched: [String])
    case notBundled(name: String, address: String)
    case damaged(directory: String, problems: [String], origin: ModelOrigin = .own)
    /// Something offered for installation was refused; nothing was changed.
    case refused(what: String, reason: String)
    /// A file is not a key.
    case key(path: String, reason: String)
    /// The store cannot be changed; what was installed is unchanged.
    case storeFailed(action: String, path: String, reason: String)

    /// The problem in words, with a remedy where there is one.
    public var description: String {
        switch self {
        case .missing(let name, let searched):
            "the model '\(name)' comes with Brews and is not there (looked in \(searched.joined(separator: ", "))); "
                + "\(BundledModels.mend(of: searched))"
        case .unknown(let name, let searched):
            "there is no model '\(name)' (looked in \(searched.joined(separator: ", "))); list those that there are "
                + "with: brews models list"
        case .notBundled(let name, let address):
            "the model '\(name)' is not bundled; get it from \(address) with: brews models fetch \(name), or name a "
                + "folder of yours with --model"
        case .damaged(let directory, let problems, let origin):
            "the model in \(directory) is damaged: \(Self.list(problems)); \(origin.mend(directory))"
        case .refused(let what, let reason): "\(what) is refused: \(reason)"
        case .key(let path, let reason):
            "the key \(path) cannot be used: \(reason); make a pair with: brews models key -o NAME"
        case .storeFailed(let action, let path, let reason):
            "cannot \(action) \(path): \(reason); see df -h and ls -ld, or choose another folder with --into, then "
                + "run the command again"
        }
    }

    /// The command that fixes it; `nil` when there is no single one.
    public var mend: String? {
        switch self {
        case .missing(_, let searched): BundledModels.checkout(of: searched)
        case .unknown: "brews models list"
        case .notBundled(let name, _): "brews models fetch \(name)"
        case .damaged(let directory, _, let origin): origin.command(directory)
        case .key: "brews models key -o NAME"
        case .refused, .storeFailed: nil
        }
    }

    /// Number of problems in the message; many problems usually have one cause.
    private static func list(_ problems: [String]) -> String {
        problems.prefix(8).joined(separator: "; ") + (problems.count > 8 ? "; and \(problems.count - 8) more" : "")
    }
}
