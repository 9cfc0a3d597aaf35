public import EngineHost
internal import Foundation
public import PlatformSupport
public import Speech

/// Engines in child processes: the same binary, started again with the hidden command `engine-host`.
extension Setup {
    /// The option `--isolated`.
    static let isolatedOption = OptionSpec(
        "isolated", "run engines in a process of their own, which may die without harm")

    /// Engine that a child serves.
    public enum IsolatedPart: String, CaseIterable, Sendable {
        case recognition, speech
    }

    /// The recognition engine; in a child process with `--isolated`.
    public func recognition() throws -> any VoiceService { isIsolated ? try isolatedRecognition() : try engine() }

    /// The speech synthesiser; in a child process with `--isolated`.
    public func speech(for language: String? = nil) throws -> any SpeechSynthesizer {
        try speech(for: language, isIsolated: isIsolated)
    }

    /// The speech synthesiser in a child or in this process.
    ///
    /// - Parameter abort: ends the wait for a child.
    func speech(for language: String?, isIsolated: Bool, abort: AbortFlag? = nil) throws -> any SpeechSynthesizer {
        let voice = voiceName(for: language)
        // Piper already runs as a child process.
        guard isIsolated, !voice.hasPrefix(Self.piperPrefix) else { return try synthesizer(for: language) }
        let command = childCommand(.speech, options: ["--voice=\(voice)"])
        return try IsolatedSynthesizer(
            command: command, log: { [console] line in console.detail("speech: \(line)") }, abort: abort)
    }

    /// The recognition engine in a child.
    ///
    /// - Parameter abort: ends the wait for the child.
    public func isolatedRecognition(settings: EngineHostSettings = EngineHostSettings(), abort: AbortFlag? = nil) throws
        -> IsolatedVoiceService
    {
        try requireMenuFile()
        return try IsolatedVoiceService(
            command: childCommand(.recognition), settings: settings,
            log: { [console] line in console.detail("recognition: \(line)") }, abort: abort)
    }

    /// The command that starts this binary as a child with the settings of this run.
    func childCommand(_ part: IsolatedPart, options: [String] = []) -> ChildProcess.Command {
        Self.childCommand(part, options: childOptions + options)
    }

    /// The command that starts this binary as a child.
    static func childCommand(_ part: IsolatedPart, options: [String]) -> ChildProcess.Command {
        // A crash must end the child at once, without seconds of back trace.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, new in new
        }
        return ChildProcess.Command(
            executable: "/proc/self/exe", arguments: [EngineHostCommand.name, "--serve", part.rawValue] + options,
            environment: environment)
    }
}
