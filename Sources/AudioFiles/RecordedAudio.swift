internal import PlatformSupport
internal import Resampling
public import Speech

/// A WAV file, or audio on standard input, as 16 kHz mono frames of 100 ms.
///
/// ```swift
/// let recording = try RecordedAudio.open(path: "guest.wav")
/// while let frame = try await recording.nextFrame() { print(frame.samples.count) }
/// ```
///
/// Reads in blocks, so memory does not grow with the length of the recording.
public actor RecordedAudio: AudioInput {
    private static let frameSamples = SampleRate.speech / 10

    private enum Phase {
        case reading, drained
    }

    private let source: ByteSource
    private let worker = SerialWorker(label: "audio-file")
    private let expectedBytes: Int?
    private var foundBytes = 0
    private var decoder: SampleDecoder
    private let resampler: Resampler?
    private var phase = Phase.reading
    private var unread: [UInt8]
    private var samples: [Int16] = []
    private var position = SamplePosition.zero

    private init(source: ByteSource, format: WaveFormat, expectedBytes: Int?, unread: [UInt8]) throws(AudioFileError) {
        self.source = source
        self.expectedBytes = expectedBytes
        self.unread = unread
        decoder = SampleDecoder(format: format)
        resampler = try AudioFileError.converting { () throws(ResamplingError) in
            format.sampleRate == SampleRate.speech ? nil : try Resampler(from: format.sampleRate, to: SampleRate.speech)
        }
    }

    /// Opens a WAV file and checks its header and length.
    ///
    /// - Throws: `AudioFileError`. A file shorter than its header announces is refused before its first frame.
    public static func open(path: String) throws(AudioFileError) -> RecordedAudio {
        let source = try ByteSource(path: path)
        let magic = try source.read(12)
        let header = try WaveHeader(magic: magic, from: source)
        let bytes = header.dataBytes ?? source.size.map { $0 - header.byteCount }
        if let bytes, bytes < header.format.bytesPerFrame { throw .noSamples }
        if let size = source.size, let expected = header.dataBytes, expected > size - header.byteCount {
            throw .truncated(expectedBytes: expected, foundBytes: size - header.byteCount)
        }
        return try RecordedAudio(source: source, format: header.format, expectedBytes: header.dataBytes, unread: [])
    }

    /// Opens standard input: WAV if it begins with a RIFF header, else raw 16-bit little-endian mono.
    ///
    /// - Parameter rawRate: sample rate of raw audio in hertz, 1,000…768,000.
    /// - Throws: `AudioFileError`, also for other audio containers.
    public static func standardInput(rawRate: Int = SampleRate.speech) throws(AudioFileError) -> RecordedAudio {
        guard WaveFormat.sampleRates.contains(rawRate) else { throw .unsupported("raw audio at \(rawRate) Hz") }
        let source = ByteSource.standardInput
        let magic = try source.read(12)
        guard !magic.isEmpty else { throw .empty }
        if magic.starts(with: Array("RIFF".utf8)) {
            let header = try WaveHeader(magic: magic, from: source)
            if let expected = header.dataBytes, expected < header.format.bytesPerFrame { throw .noSamples }
            return try RecordedAudio(source: source, format: header.format, expectedBytes: header.dataBytes, unread: [])
        }
        if let kind = WaveHeader.knownKind(magic) { throw .notWave(hint: kind) }
        var format = WaveFormat.speech
        format.sampleRate = rawRate
        return try RecordedAudio(source: source, format: format, expectedBytes: nil, unread: magic)
    }

    /// The next frame; `nil` at the end of the recording. The last frame may be shorter.
    public func nextFrame() async throws -> AudioFrame? {
        while samples.count < Self.frameSamples, phase == .reading { try await readBlock() }
        guard !samples.isEmpty else { return nil }
        let frame = AudioFrame(start: position, samples: Array(samples.prefix(Self.frameSamples)))
        samples.removeFirst(frame.samples.count)
        position = frame.end
        return frame
    }

    private func readBlock() async throws {
        let frameBytes = decoder.format.bytesPerFrame
        let wanted = min(
            max(1, decoder.format.sampleRate / 10) * frameBytes, expectedBytes.map { $0 - foundBytes } ?? .max)
        let source = source
        let missing = max(0, wanted - unread.count)
        let fresh = missing > 0 ? try await worker.run { try source.read(missing) } : []
        let bytes = unread + fresh
        unread = []
        foundBytes += bytes.count
        let isLast = fresh.count < missing || foundBytes == expectedBytes
        if isLast {
            phase = .drained
            if let expectedBytes, foundBytes < expectedBytes {
                throw AudioFileError.truncated(expectedBytes: expectedBytes, foundBytes: foundBytes)
            }
            guard foundBytes >= frameBytes else { throw AudioFileError.noSamples }
        }
        let mono = try decoder.decode(bytes)
        samples += PCM16.samples(
            try AudioFileError.converting { () throws(ResamplingError) in
                try resampler?.process(mono, isLast: isLast) ?? mono
            })
    }
}
