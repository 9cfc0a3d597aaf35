internal import EngineHost
internal import Foundation
internal import ModelCatalogue
internal import PlatformSupport
internal import SpeechSynthesis

/// Self-test of a model on this machine: its engine loads it in a child process, which may crash, and recognises the
/// model's recording.
struct ModelTrial {
    enum Outcome: Equatable {
        case passed
        /// The engine loads the model, which has no self-test.
        case loaded
        /// The self-test cannot be run here; the reason.
        case untried(String)
    }

    static let skipOption = OptionSpec(
        "no-self-test",
        "fetch, install: take models that no engine here has loaded, as for a machine with more memory than this one")

    let setup: Setup

    /// Limits of the child: a large model loads from a slow card in minutes.
    private static let settings = EngineHostSettings(loadDeadline: .seconds(300), mostLoadLosses: 1)

    /// Tests a model before it is used. Blocks for up to seconds.
    ///
    /// - Throws: `ModelError.refused` for a model that does not work.
    func require(_ model: VerifiedModel) throws {
        let name = model.manifest.name
        setup.console.progress("\(name): self-test …")
        do {
            if case .untried(let reason) = try run(model) {
                setup.console.note("brews: note: '\(name)' was not tried: \(reason)")
            }
        } catch {
            throw ModelError.refused(
                what: "the model '\(name)'",
                reason:
                    "it does not work here: \(Self.sentence(error)); nothing was changed; to take it all the same, "
                    + "add --no-self-test"
            )
        }
    }

    /// Loads a model with its engine and runs its self-test.
    ///
    /// - Throws: the error of the engine or its host.
    func run(_ model: VerifiedModel) throws -> Outcome {
        switch model.manifest.engine {
        case EngineChoice.vosk.rawValue: try listen(model, library: EngineLibraries.vosk)
        case EngineChoice.whisper.rawValue: try listen(model, library: EngineLibraries.whisper)
        case "piper": try speak(model)
        default: .untried("this version of Brews has no engine '\(model.manifest.engine)'")
        }
    }

    private func listen(_ model: VerifiedModel, library: [String]) throws -> Outcome {
        do { _ = try DynamicLibrary(library) } catch { return .untried("\(error.name) is not installed here") }
        let options = [
            "--model=\(model.directory)", "--engine=\(model.manifest.engine)",
            "--vocabulary=\(VocabularyChoice.model.rawValue)",
        ]
        _ = try IsolatedVoiceService(
            command: Setup.childCommand(.recognition, options: options), settings: Self.settings,
            log: { [console = setup.console] in console.detail($0) })
        return model.manifest.selfTest == nil ? .loaded : .passed
    }

    private func speak(_ model: VerifiedModel) throws -> Outcome {
        do {
            let voice = try setup.piper(in: model)
            try voice.selfTest()
            return .passed
        } catch PiperError.notInstalled {
            return .untried("the program piper is not installed here")
        }
    }

    /// The error's sentence without its advice, which is for models in use.
    static func sentence(_ error: any Error) -> String {
        CLIError.from(error).message.split(separator: ";").first.map(String.init) ?? ""
    }
}

/// Names under which the loader finds the engines' libraries.
enum EngineLibraries {
    static let vosk = ["libvosk.so", "/usr/local/lib/libvosk.so"]
    static let whisper = ["libwhisper.so.1", "libwhisper.so"]
}
