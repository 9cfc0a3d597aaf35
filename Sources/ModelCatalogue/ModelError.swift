/// Why a model is not handed to its engine, or not installed. `description` is a sentence that names the model and the
/// mending command.
public enum ModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A model that comes with Brews is not there.
    case missing(name: String, searched: [String])
    /// Neither the catalogue nor a folder has a model of this name or path.
    case unknown(name: String, searched: [String])
    case notBundled(name: String, address: String)
    case damaged(directory: String, problems: [String], origin: ModelOrigin = .own)
    /// Something offered for installation is not what it should be; nothing was changed.
    case refused(what: String, reason: String)
    /// A key file is none.
    case key(path: String, reason: String)
    /// The folder of models does not take a change; what was installed is still there.
    case storeFailed(action: String, path: String, reason: String)

    public var description: String {
        switch self {
        case .missing(let name, let searched):
            "the model '\(name)' comes with Brews and is not there (looked in \(searched.joined(separator: ", "))); \(BundledModels.mend(of: searched))"
        case .unknown(let name, let searched):
            "there is no model '\(name)' (looked in \(searched.joined(separator: ", "))); list those that there are with: brews models list"
        case .notBundled(let name, let address):
            "the model '\(name)' is not bundled; get it from \(address) with: brews models fetch \(name), or name a folder of yours with --model"
        case .damaged(let directory, let problems, let origin):
            "the model in \(directory) is damaged: \(Self.list(problems)); \(origin.mend(directory))"
        case .refused(let what, let reason): "\(what) is refused: \(reason)"
        case .key(let path, let reason):
            "the key \(path) cannot be used: \(reason); make a pair with: brews models key -o NAME"
        case .storeFailed(let action, let path, let reason):
            "cannot \(action) \(path): \(reason); see df -h and ls -ld, or choose another folder with --into, then run the command again"
        }
    }

    /// The command that mends it; `nil` where no single command does.
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

    /// A person reads the first few problems; a model with thousands has one cause.
    private static func list(_ problems: [String]) -> String {
        problems.prefix(8).joined(separator: "; ") + (problems.count > 8 ? "; and \(problems.count - 8) more" : "")
    }
}
