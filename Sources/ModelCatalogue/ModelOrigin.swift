internal import Foundation

/// Origin of a model's folder, which determines how to restore it.
public enum ModelOrigin: Equatable, Sendable {
    /// A folder named or created by the user.
    case own
    /// A bundled model in a folder `models`.
    case bundled
    /// An official model outside a store, which a download does not replace.
    case official(name: String)
    /// A model of a store; `again` tells where else it is available.
    case installed(name: String, again: Again)

    /// Where an installed model is available again.
    public enum Again: Equatable, Sendable {
        /// It replaces a bundled model.
        case bundled
        /// It can be downloaded.
        case fetch
        /// It was downloaded through a catalogue of the user.
        case fetchByOwnCatalogue
        case nowhere
    }

    /// The command that restores a damaged model; `nil` when there is none.
    func command(_ directory: String) -> String? {
        switch self {
        case .own: nil
        case .bundled: BundledModels.checkout(of: [BundledModels.parent(directory)])
        case .official(let name), .installed(let name, .fetch): "brews models fetch \(name)"
        case .installed: "brews models install FILE"
        }
    }

    /// Advice for the sentence about a damaged model.
    func mend(_ directory: String) -> String {
        switch self {
        case .own: "get its files again from where they came, then check with: brews models verify \(directory)"
        case .bundled:
            BundledModels.mend(of: [BundledModels.parent(directory)]) + ", then check with: brews models verify"
        case .official(let name): "remove that folder and get the model with: brews models fetch \(name)"
        case .installed(let name, let again):
            switch again {
            case .bundled:
                "install it again with: brews models install FILE, or remove that folder, and the '\(name)' that "
                    + "came with Brews is used"
            case .fetch: "install it again with: brews models install FILE, or: brews models fetch \(name)"
            case .fetchByOwnCatalogue:
                "install it again with: brews models install FILE, or: brews models fetch \(name) --catalogue FILE"
            case .nowhere: "install it again with: brews models install FILE"
            }
        }
    }
}

/// Restoration of the bundled models.
enum BundledModels {
    /// The command that restores them; `nil` when no folder is in a checkout.
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

    /// - Parameter folders: folders of the models, or those searched.
    static func mend(of folders: [String]) -> String {
        checkout(of: folders).map { "restore it with: \($0)" }
            ?? "copy the folder models again from the release or the checkout that Brews came from"
    }
}
