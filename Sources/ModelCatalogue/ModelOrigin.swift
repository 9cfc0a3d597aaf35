internal import Foundation

/// Where a model's folder came from, which says how it comes back when it is damaged.
public enum ModelOrigin: Equatable, Sendable {
    /// A folder that the person named or put there.
    case own
    /// It came with Brews, in a folder `models`.
    case bundled
    /// An official model in a plain folder, which a fetch does not replace.
    case official(name: String)
    /// A folder of a store; `again` says from where else than a bundle it can be had.
    case installed(name: String, again: Again)

    public enum Again: Equatable, Sendable {
        /// It hides the one that came with Brews.
        case bundled
        /// The catalogue has it.
        case fetch
        /// It was fetched by a catalogue of the person's own.
        case fetchByOwnCatalogue
        case nowhere
    }

    /// The command that mends a damaged model by itself; `nil` where there is none.
    func command(_ directory: String) -> String? {
        switch self {
        case .own: nil
        case .bundled: BundledModels.checkout(of: [BundledModels.parent(directory)])
        case .official(let name), .installed(let name, .fetch): "brews models fetch \(name)"
        case .installed: "brews models install FILE"
        }
    }

    /// What to do, for the sentence about a damaged model.
    func mend(_ directory: String) -> String {
        switch self {
        case .own: "get its files again from where they came, then check with: brews models verify \(directory)"
        case .bundled:
            BundledModels.mend(of: [BundledModels.parent(directory)]) + ", then check with: brews models verify"
        case .official(let name): "remove that folder and get the model with: brews models fetch \(name)"
        case .installed(let name, let again):
            switch again {
            case .bundled:
                "install it again with: brews models install FILE, or remove that folder, and the '\(name)' that came with Brews is used"
            case .fetch: "install it again with: brews models install FILE, or: brews models fetch \(name)"
            case .fetchByOwnCatalogue:
                "install it again with: brews models install FILE, or: brews models fetch \(name) --catalogue FILE"
            case .nowhere: "install it again with: brews models install FILE"
            }
        }
    }
}

/// How the models that came with Brews come back.
enum BundledModels {
    /// The command that restores them; `nil` where none of the folders is that of a checkout.
    static func checkout(of folders: [String]) -> String? {
        for folder in folders where folder.hasSuffix("/models") {
            let root = parent(folder)
            // Another repository may have a folder of that name, and in a worktree `.git` is a file.
            guard
                [".git", "Sources/ModelCatalogue/catalogue.json"].allSatisfy({
                    FileManager.default.fileExists(atPath: root + "/" + $0)
                })
            else { continue }
            let isPlain = root.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
            return "git -C \(isPlain ? root : "'" + root.replacing("'", with: #"'\''"#) + "'") checkout -- models"
        }
        return nil
    }

    static func parent(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    }

    /// - Parameter folders: where they lie, or were looked for.
    static func mend(of folders: [String]) -> String {
        checkout(of: folders).map { "restore it with: \($0)" }
            ?? "copy the folder models again from the release or the checkout that Brews came from"
    }
}
