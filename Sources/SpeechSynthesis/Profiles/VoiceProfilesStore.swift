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
        var hidden: Set<String>?
    }

    /// Most profiles of one file.
    public static let mostProfiles = 100
    private static let mostHidden = 500
    private let path: String

    /// - Parameter path: the JSON file; it and its folder are created by the first `save`.
    public init(path: String) { self.path = path }

    /// All profiles by name; empty when the file does not exist.
    ///
    /// - Throws: `VoiceProfileError.unreadable`, also for a value outside its range.
    public func profiles() throws(VoiceProfileError) -> [String: TTSVoiceProfile] { try file().profiles }

    /// Names of the voices that were hidden from lists; empty when the file does not exist.
    ///
    /// - Throws: `VoiceProfileError.unreadable`.
    public func hiddenVoices() throws(VoiceProfileError) -> Set<String> { try file().hidden ?? [] }

    private func file() throws(VoiceProfileError) -> File {
        guard FileManager.default.fileExists(atPath: path) else { return File() }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(file: path, reason: "no permission")
        }
        do {
            let file = try JSONDecoder().decode(File.self, from: data)
            for profile in file.profiles.values { try profile.validate() }
            return file
        } catch let error as VoiceProfileError {
            throw .unreadable(file: path, reason: error.description)
        } catch {
            throw .unreadable(
                file: path,
                reason: #"expected {"profiles": {"NAME": {"voice": …, "rate": …, "pitch": …, "volume": …}}}"#)
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
        var file = try file()
        file.profiles[name] = profile
        guard 1...80 ~= name.count, file.profiles.count <= Self.mostProfiles else {
            throw .limit("a profile's name has 1 to 80 characters, and there are at most \(Self.mostProfiles)")
        }
        try profile.validate()
        try write(file)
    }

    /// Removes a profile; has no effect when there is none of this name.
    ///
    /// - Throws: `VoiceProfileError`; the file is unchanged then.
    public func remove(_ name: String) throws(VoiceProfileError) {
        var file = try file()
        guard file.profiles.removeValue(forKey: name) != nil else { return }
        try write(file)
    }

    /// Hides a voice from lists, or shows it again.
    ///
    /// - Throws: `VoiceProfileError`; the file is unchanged then.
    public func setHidden(_ isHidden: Bool, voice: String) throws(VoiceProfileError) {
        var file = try file(), hidden = file.hidden ?? []
        if isHidden { hidden.insert(voice) } else { hidden.remove(voice) }
        guard hidden.count <= Self.mostHidden else { throw .limit("at most \(Self.mostHidden) voices can be hidden") }
        file.hidden = hidden.isEmpty ? nil : hidden
        try write(file)
    }

    /// Renames an unreadable file to a name that ends in `.damaged`, replacing an earlier one, so that new profiles can
    /// be saved.
    ///
    /// - Returns: its new path; `nil` when the file is readable or does not exist.
    public func moveDamagedAside() -> String? {
        do {
            _ = try file()
            return nil
        } catch {
            return rename(path, path + ".damaged") == 0 ? path + ".damaged" : nil
        }
    }

    private func write(_ file: File) throws(VoiceProfileError) {
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
