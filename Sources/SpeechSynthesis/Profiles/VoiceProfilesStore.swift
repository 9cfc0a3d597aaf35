internal import Foundation
internal import PlatformSupport

/// Voice profiles by name in a JSON file. Each save replaces the file atomically, so a power cut leaves the old file or
/// the new one.
///
/// ```swift
/// let store = VoiceProfilesStore(path: "voices.json")
/// try store.save(TTSVoiceProfile(voice: "en-gb", rate: 150), as: "counter")
/// let voice = try EspeakSynthesizer(settings: store.profile("counter"))
/// ```
public struct VoiceProfilesStore: Sendable {
    private struct File: Codable {
        var profiles: [String: TTSVoiceProfile] = [:]
    }

    /// Most profiles of one file.
    public static let mostProfiles = 100
    private let path: String

    /// - Parameter path: the JSON file; it and its folder are created by the first `save`.
    public init(path: String) { self.path = path }

    /// All profiles by name; empty when the file does not exist.
    ///
    /// - Throws: `VoiceProfileError.unreadable`, also for a value outside its range.
    public func profiles() throws(VoiceProfileError) -> [String: TTSVoiceProfile] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(file: path, reason: "no permission")
        }
        do {
            let profiles = try JSONDecoder().decode(File.self, from: data).profiles
            for profile in profiles.values { try profile.validate() }
            return profiles
        } catch let error as VoiceProfileError {
            throw .unreadable(file: path, reason: error.description)
        } catch {
            throw .unreadable(
                file: path,
                reason: "expected {\"profiles\": {\"NAME\": {\"voice\": …, \"rate\": …, \"pitch\": …, \"volume\": …}}}")
        }
    }

    /// The profile of a name.
    ///
    /// - Throws: `VoiceProfileError.unknown`, `.unreadable`.
    public func profile(_ name: String) throws(VoiceProfileError) -> TTSVoiceProfile {
        let profiles = try profiles()
        guard let profile = profiles[name] else { throw .unknown(name: name, known: profiles.keys.sorted()) }
        return profile
    }

    /// Stores a profile, replacing one of the same name.
    ///
    /// - Parameter name: 1…80 characters.
    /// - Throws: `VoiceProfileError`; the file is unchanged then.
    public func save(_ profile: TTSVoiceProfile, as name: String) throws(VoiceProfileError) {
        var file = File(profiles: try profiles())
        file.profiles[name] = profile
        guard 1...80 ~= name.count, file.profiles.count <= Self.mostProfiles else {
            throw .limit("a profile's name has 1 to 80 characters, and there are at most \(Self.mostProfiles)")
        }
        try profile.validate()
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try replace(with: encoder.encode(file))
        } catch {
            let reason = (error as? OutputFileError)?.reason ?? error.localizedDescription
            throw .unwritable(file: path, reason: reason)
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
