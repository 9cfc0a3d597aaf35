internal import Resampling

/// Why a recording cannot be read or written. `description` completes a sentence that begins with the file's name.
public enum AudioFileError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(reason: String)
    case empty
    case notWave(hint: String?)
    case missingChunk(String)
    case damagedHeader(String)
    case compressed(codec: String)
    case unsupported(String)
    case noSamples
    case truncated(expectedBytes: Int, foundBytes: Int)
    case notFinite(sample: Int)
    case resampling(reason: String)
    case unwritable(reason: String)

    /// The problem in words, for use after the file's name.
    public var description: String {
        switch self {
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .empty: "is empty"
        case .notWave(let hint):
            "is not a WAV file" + (hint.map { " (\($0))" } ?? "") + "; record or convert to WAV first"
        case .missingChunk(let id): "is a WAV file without its '\(id)' chunk: the header is cut off or damaged"
        case .damagedHeader(let what): "has a damaged WAV header: \(what)"
        case .compressed(let codec): "holds compressed audio (\(codec)); convert it to PCM first"
        case .unsupported(let what): "holds \(what), which is not supported; use PCM of 8, 16, 24 or 32 bits or float"
        case .noSamples: "holds a header but no audio"
        case .truncated(let expected, let found): "is truncated: \(found) of \(expected) bytes of audio are there"
        case .notFinite(let sample): "holds a value that is not a number at sample \(sample)"
        case .resampling(let reason): "cannot be converted to 16 kHz: \(reason)"
        case .unwritable(let reason): "cannot be written: \(reason)"
        }
    }
}

extension AudioFileError {
    init(_ error: ResamplingError) { self = .resampling(reason: error.reason) }

    /// Runs work on a resampler and converts its errors.
    static func converting<Result>(_ work: () throws(ResamplingError) -> Result) throws(AudioFileError) -> Result {
        do { return try work() } catch { throw AudioFileError(error) }
    }
}
