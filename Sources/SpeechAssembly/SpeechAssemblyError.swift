/// Why a verified model cannot become a recogniser, a wake-word detector or a voice.
public enum SpeechAssemblyError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The model is for another engine than the one it was given to.
    case otherEngine(model: String, engine: String, wanted: String)
    /// The model lacks a file that the component needs; `file` is a path or a kind of file (`*.bin`).
    case fileMissing(model: String, directory: String, file: String)
    /// A file of the model is not in the format that the component reads.
    case fileDamaged(path: String, reason: String)

    /// The problem in words, with a remedy where there is one.
    public var description: String {
        switch self {
        case .otherEngine(let model, let engine, let wanted):
            "the model \(model) is for the engine \(engine), not for \(wanted)"
        case .fileMissing(let model, let directory, let file): "the model \(model) in \(directory) has no \(file)"
        case .fileDamaged(let path, let reason): "\(path): \(reason)"
        }
    }
}
