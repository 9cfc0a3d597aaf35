internal import Resampling
public import Speech

/// Synthesised speech as recogniser input at 16 kHz, for self-tests.
public actor SynthesizedInput: AudioInput {
    private static let frameSamples = SampleRate.speech / 10

    private let samples: [Int16]
    private var position = SamplePosition.zero

    /// - Throws: `AudioFileError.resampling`.
    public init(_ speech: SynthesizedSpeech) throws(AudioFileError) {
        samples = try AudioFileError.converting { () throws(ResamplingError) in
            try Resampler.convert(speech.samples, from: speech.sampleRate, to: SampleRate.speech)
        }
    }

    /// The next frame; `nil` after the last one. The last frame may be shorter.
    public func nextFrame() -> AudioFrame? {
        guard position.samples < samples.count else { return nil }
        let end = min(position.samples + Self.frameSamples, samples.count)
        let frame = AudioFrame(start: position, samples: Array(samples[position.samples..<end]))
        position = frame.end
        return frame
    }
}
