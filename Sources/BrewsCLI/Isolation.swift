public import EngineHost
internal import Foundation
public import PlatformSupport
public import Speech

/// Engines in child processes: the same binary, started again with the hidden command `engine-host`.
extension Setup {
    /// The option that asks for it.
    static let isolatedOption = OptionSpec(
        "isolated", "run engines in a process of their own, which may die without harm")

    /// What a child serves.
    public enum IsolatedPart: String, CaseIterable, Sendable {
        case recognition, speech
    }

    /// The recognition engine: in this process, or in a child with `--isolated`.
    public func recognition() throws -> any VoiceService { isIsolated ? try isolatedRecognition() : try engine() }

    /// The speech synthesiser: in this process, or in a child with `--isolated`.
    public func speech(for language: String? = nil) throws -> any SpeechSynthesizer {
        try speech(for: language, isIsolated: isIsolated)
    }

    /// The speech synthesiser, in a child or in this process.
    ///
    /// - Parameter abort: ends the waiting for a child.
    func speech(for language: String?, isIsolated: Bool, abort: AbortFlag? = nil) throws -> any SpeechSynthesizer {
        let voice = voiceName(for: language)
        // Piper's program is a child process already.
        guard isIsolated, !voice.hasPrefix(Self.piperPrefix) else { return try synthesizer(for: language) }
        let command = childCommand(.speech, options: ["--voice=\(voice)"])
        return try IsolatedSynthesizer(
            command: command, log: { [console] line in console.detail("speech: \(line)") }, abort: abort)
    }

    /// The recognition engine in a child.
    ///
    /// - Parameter abort: ends the waiting for it.
    public func isolatedRecognition(settings: EngineHostSettings = EngineHostSettings(), abort: AbortFlag? = nil) throws
        -> IsolatedVoiceService
    {
        try requireMenuFile()
        return try IsolatedVoiceService(
            command: childCommand(.recognition), settings: settings,
            log: { [console] line in console.detail("recognition: \(line)") }, abort: abort)
    }

    /// How this binary is started as a child with the settings of this run.
    func childCommand(_ part: IsolatedPart, options: [String] = []) -> ChildProcess.Command {
        Self.childCommand(part, options: childOptions + options)
    }

    /// How this binary is started as a child.
    static func childCommand(_ part: IsolatedPart, options: [String]) -> ChildProcess.Command {
        // A crash ends the child at once instead of printing a back trace for seconds first.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, new in new
        }
        return ChildProcess.Command(
            executable: "/proc/self/exe", arguments: [EngineHostCommand.name, "--serve", part.rawValue] + options,
            environment: environment)
    }
}
