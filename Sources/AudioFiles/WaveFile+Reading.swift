internal import Resampling
internal import Speech

extension WaveFile {
    /// Longest clip in seconds.
    private static let longestClip = SampleCount(seconds: 60)

    /// Reads a whole WAV file as 16 kHz mono. Blocks; meant for start-up.
    ///
    /// - Throws: `AudioFileError`, also for clips longer than 60 s.
    public static func readSpeech(from path: String) throws(AudioFileError) -> [Int16] {
        let source = try ByteSource(path: path)
        let header = try WaveHeader(magic: try source.read(12), from: source)
        let format = header.format
        let limit = longestClip.samples / SampleRate.speech * format.sampleRate * format.bytesPerFrame
        let bytes = try source.read(min(header.dataBytes ?? .max, limit + 1))
        guard bytes.count <= limit else { throw .unsupported("a clip of more than \(Int(longestClip.seconds)) s") }
        if let expected = header.dataBytes, bytes.count < expected {
            throw .truncated(expectedBytes: expected, foundBytes: bytes.count)
        }
        guard bytes.count >= format.bytesPerFrame else { throw .noSamples }
        var decoder = SampleDecoder(format: format)
        let mono = try decoder.decode(bytes)
        return PCM16.samples(
            try AudioFileError.converting { () throws(ResamplingError) in
                guard format.sampleRate != SampleRate.speech else { return mono }
                return try Resampler(from: format.sampleRate, to: SampleRate.speech).process(mono, isLast: true)
            })
    }
}
