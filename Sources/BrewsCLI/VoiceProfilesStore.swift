public import Feedback
internal import Foundation
internal import PlatformSupport

/// Voice profiles in a JSON file that is replaced whole: after a power cut there is the old file or the new one.
public struct VoiceProfilesStore: Sendable {
    private struct File: Codable {
        var profiles: [String: TTSVoiceProfile] = [:]
    }

    public static let mostProfiles = 100
    private let path: String

    public init(path: String) { self.path = path }

    /// All profiles by name; none where there is no file yet.
    ///
    /// - Throws: `CLIError.input` for a file that cannot be read or holds a value outside its range.
    public func profiles() throws(CLIError) -> [String: TTSVoiceProfile] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .input("the voice profiles \(path) cannot be read: no permission")
        }
        do {
            let profiles = try JSONDecoder().decode(File.self, from: data).profiles
            for profile in profiles.values { try profile.validate() }
            return profiles
        } catch FeedbackError.badSetting(let name, let value, let range) {
            throw .input("\(path): \(name) is \(value); it must be \(range)")
        } catch {
            throw .input(
                "\(path): these are no voice profiles: {\"profiles\": {\"NAME\": {\"voice\": …, \"rate\": …, \"pitch\": …, \"volume\": …}}}"
            )
        }
    }

    /// - Throws: `CLIError.usage` naming the profiles there are when this is none.
    public func profile(_ name: String) throws(CLIError) -> TTSVoiceProfile {
        let profiles = try profiles()
        guard let profile = profiles[name] else {
            let known =
                profiles.isEmpty
                ? "there are none yet; make one with: brews say --save-profile \(name) …"
                : "there are: \(profiles.keys.sorted().joined(separator: ", "))"
            throw .usage("there is no voice profile '\(name)'; \(known)")
        }
        return profile
    }

    /// Keeps a profile, in place of one of the same name.
    ///
    /// - Throws: `CLIError.input` when the file cannot be read or written; then the old one is untouched.
    public func save(_ profile: TTSVoiceProfile, as name: String) throws(CLIError) {
        var file = File(profiles: try profiles())
        file.profiles[name] = profile
        guard 1...80 ~= name.count, file.profiles.count <= Self.mostProfiles else {
            throw .usage("a profile's name has 1 to 80 characters, and there are at most \(Self.mostProfiles)")
        }
        do { try profile.validate() } catch { throw CLIError.from(error) }
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try replace(with: encoder.encode(file))
        } catch {
            let reason = (error as? OutputFileError)?.reason ?? error.localizedDescription
            throw .input("the voice profiles \(path) cannot be written: \(reason)")
        }
    }

    private func replace(with data: Data) throws {
        let folder = (path as NSString).deletingLastPathComponent
        if !folder.isEmpty {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try OutputFile.write(Array(data), to: path, mode: 0o600)
    }
}
