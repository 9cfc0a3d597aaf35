internal import ALSAAudio
public import AudioFiles
public import Catalogue
public import EngineHost
internal import Feedback
internal import Foundation
internal import KioskWeb
public import ModelCatalogue
internal import MoonshineEngine
public import Notebook
internal import OrderSession
public import Ordering
public import SQLiteOrderStore
internal import SpeechAssembly
internal import SpeechSynthesis
internal import SpeexEcho
internal import VoiceKit
public import VoskEngine
internal import WakeWord
internal import WhisperEngine

/// A failure with a sentence for people and an exit code for scripts.
public enum CLIError: Error, Sendable {
    /// The command line is wrong: exit 2.
    case usage(String)
    /// A recording cannot be used or written: exit 3.
    case audio(file: String, AudioFileError)
    /// A menu cannot be used: exit 3.
    case menu(file: String, MenuInvalid)
    /// Another input cannot be used: exit 3.
    case input(String)
    /// A model is missing or damaged: exit 4; refused for installation: exit 3; the disk is full: exit 6.
    case model(ModelError)
    /// A model cannot be downloaded: exit 4; the disk is full: exit 6.
    case download(DownloadError)
    /// A downloaded archive is refused: exit 3.
    case archive(ZipError)
    /// The recognition engine cannot be used: exit 4.
    case engine(VoskError)
    /// An engine in a child process cannot be used: the exit code of the engine's own error, or 4.
    case isolation(EngineHostError)
    /// A library or its data cannot be used: exit 4.
    case library(String)
    /// A sound card failed in a command that needs it: exit 5.
    case device(String)
    /// The order store failed: exit 6; it refused what Brews gave it: exit 70.
    case store(StoreError)
    /// The notebook failed: exit 6; it refused what a person gave it: exit 3.
    case notebook(NotebookError)
    /// A catalogue failed: exit 6; it is none, or a list cannot be imported: exit 3.
    case catalogue(CatalogueError)
    /// Standard output cannot be written: exit 6.
    case output(reason: String)
    /// A defect of Brews: exit 70.
    case bug(String)

    /// Exit code by the contract in `Commands.md`.
    public var exitCode: Int32 {
        switch self {
        case .usage: 2
        case .audio, .menu, .input, .archive: 3
        case .model(let error): Self.exitCode(error)
        case .download(let error): if case .file = error { 6 } else { 4 }
        case .library: 4
        case .engine(let error): if case .decodingFailed = error { 70 } else { 4 }
        case .isolation(let error):
            switch error {
            case .engine(let failure): failure.code
            case .cannotStart, .lostTooOften: 4
            case .tooManyTasks, .tooLarge, .invalidSetting: 70
            }
        case .device: 5
        case .store(let error): Self.exitCode(error)
        case .notebook(let error): error.isRefusal ? 3 : 6
        case .catalogue(let error):
            switch error {
            case .nothingToImport, .notACatalogue, .missing: 3
            case .full, .readOnly, .inputOutput, .damaged, .busy, .newer, .importing, .file, .failed: 6
            }
        case .output: 6
        case .bug: 70
        }
    }

    private static func exitCode(_ error: StoreError) -> Int32 {
        switch error {
        case .unknownOrder: 3
        case .implausible, .differentOrder, .closed: 70
        case .full, .readOnly, .inputOutput, .damaged, .busy, .inUse, .missing, .notAStore, .newer, .fileSystem, .file,
            .setting, .clockNotSet, .clockJumped, .failed:
            6
        }
    }

    private static func exitCode(_ error: ModelError) -> Int32 {
        switch error {
        case .missing, .unknown, .notBundled, .damaged: 4
        case .refused, .key: 3
        case .storeFailed: 6
        }
    }

    /// The sentence for a person, without the program's name.
    public var message: String {
        switch self {
        case .usage(let text), .input(let text), .library(let text), .device(let text): text
        case .audio(let file, let error): "\(file == "-" ? "standard input" : file) \(error)"
        case .menu(let file, let invalid): invalid.findings.map { "\(file):\($0)" }.joined(separator: "\n")
        case .model(let error): error.description
        case .download(let error): error.description
        case .archive(let error): error.description
        case .engine(let error): Self.sentence(error)
        case .isolation(let error): Self.sentence(error)
        case .store(let error): error.description
        case .notebook(let error): error.description
        case .catalogue(let error): error.description
        case .output(let reason): "standard output cannot be written: \(reason)"
        case .bug(let text): "this is a bug in Brews: \(text)"
        }
    }

    /// Converts any error; the only place that turns errors into sentences.
    public static func from(_ error: any Error, file: String = "") -> CLIError {
        switch error {
        case let error as CLIError: error
        case let error as AudioFileError: .audio(file: file, error)
        case let error as ModelError: .model(error)
        case let error as DownloadError: .download(error)
        case let error as ZipError: .archive(error)
        case let error as StoreError: .store(error)
        case let error as NotebookError: .notebook(error)
        case let error as CatalogueError: .catalogue(error)
        case let error as VoskError: .engine(error)
        case let error as EngineHostError: .isolation(error)
        case let error as WhisperError: whisper(error)
        case let error as MoonshineError: moonshine(error)
        case let error as MenuInvalid: .menu(file: file, error)
        case KioskWebError.portUnavailable(let port, _, let reason):
            .usage(
                "port \(port) of 127.0.0.1 cannot be used (\(reason)); another kiosk may have it: choose another "
                    + "with --port"
            )
        case KioskWebError.badSetting(let sentence): .usage(sentence)
        case let error as EchoError: .library("the echo canceller does not work: \(error)")
        case let error as KioskWebError: .library("the page cannot be served: \(error.reason)")
        case ALSAError.unstableName(let name):
            .usage(
                "'\(name)' names a card by its number, which changes when cards are plugged in another order; brews "
                    + "doctor lists the names that stay"
            )
        case let error as ALSAError: .device("the sound card cannot be used: \(error.reason); see: brews doctor")
        case EchoError.settingOutOfRange(let name, let range):
            .usage("the echo control's \(name) must lie within \(range)")
        case let error as EchoError: .bug("\(error)")
        case EspeakError.unavailable: .library("espeak-ng or its data is not installed; install it with: scripts/setup")
        case EspeakError.unknownVoice(let voice):
            .usage("there is no voice '\(voice)'; list them with: brews say --list-voices")
        case EspeakError.invalidSetting(let text): .usage(text)
        case EspeakError.failed(let function, let code): .bug("\(function) failed with code \(code)")
        case let error as PiperError: piper(error)
        case let error as VoiceProfileError: profile(error)
        case let error as SpeechAssemblyError: assembly(error)
        case let error as WakePhrase.Invalid: .usage(error.description)
        case let error as SpottingSettings.Invalid: .usage(error.description)
        case let error as FeedbackError: feedback(error)
        case let error as VoiceKitError: voice(error)
        case ConfirmationError.unknownLocale(let tag):
            .input("the menu's store.locale is '\(tag)', a language without a yes and a no")
        default: .bug("\(error)")
        }
    }

    private static func profile(_ error: VoiceProfileError) -> CLIError {
        switch error {
        case .unknown(let name, known: []):
            .usage("\(error); make one with: brews say --save-profile \(name) …")
        case .badSetting, .unknown, .limit: .usage(error.description)
        case .unreadable, .unwritable: .input(error.description)
        }
    }

    private static func assembly(_ error: SpeechAssemblyError) -> CLIError {
        switch error {
        case .otherEngine(let model, let engine, wanted: "whisper"):
            .usage(
                "the model \(model) is for the engine \(engine); leave out --engine whisper, or name another with "
                    + "--model"
            )
        case .otherEngine(let model, let engine, _):
            .usage(
                "the model \(model) is for the engine \(engine); "
                    + "\(EngineChoice(rawValue: engine).map { "add --engine \($0.rawValue), or " } ?? "")name "
                    + "another with --model"
            )
        case .fileMissing(let model, _, file: "am/final.mdl"):
            .library("the model \(model) has no am/final.mdl; the wake word needs one, such as brews-en")
        case .fileMissing: .library("\(error); check it with: brews models verify")
        case .fileDamaged: .library(error.description)
        }
    }

    private static func piper(_ error: PiperError) -> CLIError {
        switch error {
        case .notInstalled:
            .library(
                "there is no program piper on the search path; install Piper, or choose a voice of espeak-ng: brews "
                    + "say --list-voices"
            )
        case .badVoice(let file, let reason):
            .library("the voice \(file) cannot be used: \(reason); list the voices with: brews say --list-voices")
        case .invalidSetting(let text): .usage(text)
        case .cannotStart(let reason): .library("piper cannot be started (\(reason))")
        case .failed(let words): .library("piper failed: \(words); choose a voice of espeak-ng with: --voice en-us")
        case .timedOut(let seconds):
            .library(
                "piper did not answer in \(Int(seconds.rounded(.up))) s and was ended; choose a voice of espeak-ng "
                    + "with: --voice en-us"
            )
        case .tooLong:
            .library("piper spoke without end and was stopped; choose a voice of espeak-ng with: --voice en-us")
        }
    }

    private static func voice(_ error: VoiceKitError) -> CLIError {
        switch error {
        case .microphone, .loudspeaker, .busy: .device(error.description)
        case .input, .unheard, .recording, .clip, .badScript: .input(error.description)
        case .engineMissing, .voice, .freeSpeechMissing, .recognizer, .recognizerTooSlow: .library(error.description)
        case .badSetting, .unknownClip: .usage(error.description)
        case .closed: .bug(error.description)
        }
    }

    private static func feedback(_ error: FeedbackError) -> CLIError {
        switch error {
        case .unknownLocale(let tag, let known):
            .usage("there are no sentences in the language '\(tag)'; there are: \(known.joined(separator: ", "))")
        case .unknownSound(let name, let known):
            .usage("there is no sound '\(name)'; there are: \(known.joined(separator: ", "))")
        case .badPause(let text, let longest): .usage("a pause is 1 to \(longest) milliseconds, not '\(text)'")
        case .queueFull(let limit): .usage("that is more than \(limit) sentences, sounds and pauses; say it in parts")
        case .badSetting(let name, let value, let range): .usage("\(name) is \(value); it must be \(range)")
        case .unknownVoice(let name): .usage("there is no voice '\(name)'; see those that are there: brews voices")
        case .tooSlow(let limit): .library("the voice took longer than \(limit) for a sentence; see: brews doctor")
        case .badLanguage(let reason), .badSounds(let reason): .bug(reason)
        }
    }

    private static func sentence(_ error: EngineHostError) -> String {
        switch error {
        case .engine(let failure): failure.text
        case .cannotStart(let reason):
            "the engine's process cannot be started (\(reason)); run without --isolated to see whether the engine works"
        case .lostTooOften(let reason): "\(reason), again and again; check the models with: brews models verify"
        case .tooManyTasks(let limit): "this is a bug in Brews: more than \(limit) recognitions at once"
        case .tooLarge(let bytes): "this is a bug in Brews: \(bytes) bytes do not fit a message to the engine"
        case .invalidSetting(let text): "this is a bug in Brews: \(text)"
        }
    }

    private static func sentence(_ error: VoskError) -> String {
        switch error {
        case .libraryMissing(let reason): "libvosk is not installed (\(reason)); install it with: scripts/setup"
        case .modelRefused(let directory):
            "libvosk cannot load the model in \(directory); check it with: brews models verify"
        case .sampleRateMismatch(let model, let required):
            "the model works at \(model) Hz and Brews at \(required) Hz; choose another with --model"
        case .graphUnreadable(let file, let reason):
            "the decoding graph for this menu could not be made from \(file): \(reason)"
        case .grammarNotSupported:
            "this model has its graph compiled in and takes no menu vocabulary; use --vocabulary model"
        case .selfTestFailed(let heard, let expected):
            "the model heard '\(heard)' instead of '\(expected)' in its self-test; check it with: brews models verify"
        case .recognizerRefused: "libvosk made no recogniser; check the model with: brews models verify"
        case .decodingFailed(let samples): "libvosk failed on a block of \(samples) samples"
        }
    }
}
