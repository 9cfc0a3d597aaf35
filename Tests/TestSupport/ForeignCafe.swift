public import Foundation

/// Cafés whose guests do not order in English, as menu files.
public enum ForeignCafe: String, CaseIterable, Sendable {
    case korean, german

    /// The menu file.
    public var url: URL { Repository.root.appendingPathComponent("Tests/Menus/\(rawValue).json") }

    /// The menu file's bytes.
    public func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

    /// The official small Korean model of Vosk, which is not part of the project: a folder with its manifest in
    /// `BREWS_KOREAN_MODEL`, or `vosk-model-small-ko` in the models folder. `nil` when it is not there.
    public static let koreanModel: String? = {
        let path =
            ProcessInfo.processInfo.environment["BREWS_KOREAN_MODEL"]
            ?? Repository.models.appendingPathComponent("vosk-model-small-ko").path
        return FileManager.default.fileExists(atPath: path + "/graph/Gr.fst") ? path : nil
    }()
}
