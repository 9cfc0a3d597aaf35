internal import AudioFiles
internal import BrewsCLI
internal import Foundation
internal import Speech

/// Recordings of orders with the words that must be understood: a folder of WAV files and its `labels.json`,
/// `{"clip.wav": {"slot": "words"}}`.
struct OrderCorpus {
    struct Clip {
        let name: String
        let samples: [Int16]
        /// Slot to the exact words said.
        let slots: [String: String]
    }

    let folder: String
    let clips: [Clip]

    /// Reads every labelled clip into memory.
    ///
    /// - Parameter limit: most clips, taken evenly over the corpus; `nil` for all.
    /// - Throws: `CLIError.input` or `.audio` naming the file.
    init(folder: String, limit: Int?) async throws {
        guard let data = FileManager.default.contents(atPath: folder + "/labels.json"),
            let labels = try? JSONDecoder().decode([String: [String: String]].self, from: data)
        else {
            throw CLIError.input("\(folder)/labels.json cannot be read; it maps each WAV file to its slots")
        }
        var names = labels.keys.sorted()
        if let limit, limit < names.count { names = (0..<limit).map { names[$0 * names.count / limit] } }
        var clips: [Clip] = []
        for name in names {
            clips.append(
                Clip(name: name, samples: try await Self.samples(folder + "/" + name), slots: labels[name] ?? [:]))
        }
        self.folder = folder
        self.clips = clips
    }

    /// All samples of a recording at 16 kHz.
    static func samples(_ path: String) async throws -> [Int16] {
        do {
            let recording = try RecordedAudio.open(path: path)
            var samples: [Int16] = []
            while let frame = try await recording.nextFrame() { samples += frame.samples }
            return samples
        } catch let error as AudioFileError {
            throw CLIError.audio(file: path, error)
        }
    }
}

/// Samples in memory as input.
actor ClipInput: AudioInput {
    private let samples: [Int16]
    /// The end of what was handed over.
    private(set) var position = SamplePosition.zero

    init(_ samples: [Int16]) { self.samples = samples }

    func nextFrame() -> AudioFrame? {
        guard position.samples < samples.count else { return nil }
        let end = min(position.samples + SampleRate.speech / 10, samples.count)
        let frame = AudioFrame(start: position, samples: Array(samples[position.samples..<end]))
        position = frame.end
        return frame
    }
}
