internal import EngineHost
internal import Foundation
internal import ModelCatalogue
internal import PlatformSupport
internal import SpeechSynthesis

/// Whether a model works on this machine: its engine loads it in a process of its own, which may die of it, and hears
/// the model's recording.
struct ModelTrial {
    enum Outcome: Equatable {
        case passed
        /// Nobody here can try it; the reason.
        case untried(String)
    }

    static let skipOption = OptionSpec(
        "no-self-test",
        "fetch, install: take models that no engine here has loaded, as for a machine with more memory than this one")

    let setup: Setup

    /// Time an engine has to load a model: a large one comes from a slow card in minutes.
    private static let settings = EngineHostSettings(loadDeadline: .seconds(300), mostLoadLosses: 1)

    /// What is done with each model before it is used. Blocks, for seconds with a large one.
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
                    "it does not work here: \(Self.sentence(error)); nothing was changed; to take it all the same, add --no-self-test"
            )
        }
    }

    /// Lets a model's engine load it and hear its self-test.
    ///
    /// - Throws: why it does not work, as the engine or its host tells it.
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
        return .passed
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

    /// Why it does not work, without the advice for models that are in use.
    static func sentence(_ error: any Error) -> String {
        CLIError.from(error).message.split(separator: ";").first.map(String.init) ?? ""
    }
}

/// Names under which the loader finds the engines' libraries.
enum EngineLibraries {
    static let vosk = ["libvosk.so", "/usr/local/lib/libvosk.so"]
    static let whisper = ["libwhisper.so.1", "libwhisper.so"]
}
