/// Why a model is not handed to its engine, or not installed. `description` is a sentence that names the model and the mending command.
public enum ModelError: Error, Equatable, Sendable, CustomStringConvertible {
    case missing(name: String, searched: [String])
    case notBundled(name: String, address: String)
    case damaged(directory: String, problems: [String])
    /// Something offered for installation is not what it should be; nothing was changed.
    case refused(what: String, reason: String)
    /// A key file is none.
    case key(path: String, reason: String)
    /// The folder of models does not take a change; what was installed is still there.
    case storeFailed(action: String, path: String, reason: String)

    public var description: String {
        switch self {
        case .missing(let name, let searched):
            "the model '\(name)' is not installed (looked in \(searched.joined(separator: ", "))); restore it with: git checkout -- models"
        case .notBundled(let name, let address):
            "the model '\(name)' is not bundled; get it from \(address) with: brews models fetch \(name), or name a folder of yours with --model"
        case .damaged(let directory, let problems):
            "the model in \(directory) is damaged: \(Self.list(problems)); \(Self.mend(directory)), then check with: brews models verify"
        case .refused(let what, let reason): "\(what) is refused: \(reason)"
        case .key(let path, let reason): "the key \(path) cannot be used: \(reason); make a pair with: brews models key -o NAME"
        case .storeFailed(let action, let path, let reason):
            "cannot \(action) \(path): \(reason); see df -h and ls -ld, or choose another folder with --into, then run the command again"
        }
    }

    /// A person reads the first few problems; a model with thousands has one cause.
    private static func list(_ problems: [String]) -> String {
        problems.prefix(8).joined(separator: "; ") + (problems.count > 8 ? "; and \(problems.count - 8) more" : "")
    }

    /// A store's folders are `name@number`; whatever else there is came with the program.
    private static func mend(_ directory: String) -> String {
        let folder = directory.split(separator: "/").last ?? ""
        guard let at = folder.firstIndex(of: "@") else { return "restore it with: git checkout -- models" }
        return "install it again with: brews models install FILE, or brews models fetch \(folder[..<at])"
    }
}
