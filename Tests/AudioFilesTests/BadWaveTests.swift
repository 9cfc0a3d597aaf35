internal import AudioFiles
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

/// Whatever is wrong with a file is an `AudioFileError` that says what: never a trap, never silence.
@Suite(.timeLimit(.minutes(10)))
struct BadWaveTests {
    @Test("what is no WAV file is refused by name", arguments: BadWave.containers)
    func containers(_ bad: BadWave) async { await #expect(throws: bad.error) { try await Decoded(bad.bytes) } }

    @Test("compressed audio is refused with its codec", arguments: BadWave.codecs)
    func codecs(_ bad: BadWave) async { await #expect(throws: bad.error) { try await Decoded(bad.bytes) } }

    @Test("impossible and unsupported formats are refused with their numbers", arguments: BadWave.formats)
    func formats(_ bad: BadWave) async { await #expect(throws: bad.error) { try await Decoded(bad.bytes) } }

    @Test("what is missing from a file is named", arguments: BadWave.structure)
    func structure(_ bad: BadWave) async { await #expect(throws: bad.error) { try await Decoded(bad.bytes) } }

    @Test("NaN and infinity are refused with their place, whatever stands around them", arguments: BadWave.numbers)
    func numbers(_ bad: BadWave) async { await #expect(throws: bad.error) { try await Decoded(bad.bytes) } }

    @Test("one channel's infinity is not lost in the other's opposite")
    func opposites() async {
        let wave = SampleLayout.float32.wave([0, 0, .infinity, -.infinity], channels: 2)
        await #expect(throws: AudioFileError.notFinite(sample: 1)) { try await Decoded(wave.bytes) }
    }

    @Test("a file cut anywhere in its header is refused, and the missing part is named", arguments: 1...43)
    func cutHeader(_ count: Int) async {
        var wave = WaveBytes()
        wave.audio = [1, 2, 3, 4]
        let expected: AudioFileError =
            switch count {
            case ..<4: .notWave(hint: nil)
            case ..<36: .missingChunk("fmt ")
            default: .missingChunk("data")
            }
        await #expect(throws: expected) { try await Decoded(Array(wave.bytes.prefix(count))) }
    }

    @Test(
        "a file cut anywhere in its audio is refused before its first frame",
        arguments: [44, 45, 46, 1_000, 3_243, 6_443])
    func cutAudio(_ count: Int) throws {
        var wave = WaveBytes()
        wave.audio = [UInt8](repeating: 1, count: 6_400)
        let folder = try TemporaryFolder()
        try Data(wave.bytes.prefix(count)).write(to: folder.url.appendingPathComponent("cut.wav"))
        #expect(throws: AudioFileError.truncated(expectedBytes: 6_400, foundBytes: count - 44)) {
            _ = try RecordedAudio.open(path: folder.path("cut.wav"))
        }
    }

    @Test("a file that is cut while it is read is an error, not an end")
    func cutWhileReading() async throws {
        let folder = try TemporaryFolder()
        try WaveFile.write([Int16](repeating: 5, count: 16_000), sampleRate: 16_000, to: folder.path("a.wav"))
        let audio = try RecordedAudio.open(path: folder.path("a.wav"))
        #expect(try await audio.nextFrame()?.samples.count == 1_600)
        let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("a.wav"))
        try file.truncate(atOffset: 10_000)
        try file.close()
        await #expect(throws: AudioFileError.truncated(expectedBytes: 32_000, foundBytes: 9_956)) {
            _ = try await Decoded(audio)
        }
    }

    @Test("a missing file, a folder and a closed file are told apart")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        #expect(throws: AudioFileError.unreadable(reason: "there is no such file")) {
            _ = try RecordedAudio.open(path: folder.path("nowhere.wav"))
        }
        #expect(throws: AudioFileError.unreadable(reason: "there is no such file")) {
            _ = try RecordedAudio.open(path: "")
        }
        #expect(throws: AudioFileError.unreadable(reason: "it is a folder")) {
            _ = try RecordedAudio.open(path: folder.url.path)
        }
        #expect(throws: AudioFileError.empty) { _ = try RecordedAudio.open(path: "/dev/null") }
        #expect(throws: AudioFileError.notWave(hint: nil)) { _ = try RecordedAudio.open(path: "/dev/zero") }
    }

    @Test("a file without read permission says so", .enabled(if: geteuid() != 0, "root may read everything"))
    func forbidden() throws {
        let folder = try TemporaryFolder()
        try WaveFile.write([1], sampleRate: 16_000, to: folder.path("a.wav"))
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("a.wav"))
        #expect(throws: AudioFileError.unreadable(reason: "permission denied")) {
            _ = try RecordedAudio.open(path: folder.path("a.wav"))
        }
    }

    @Test(
        "a recording of unknown length, as a pipe's writer leaves it, is read to the end of its file",
        arguments: [0x7FFF_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32], [1, 1_600, 4_801])
    func unknownLength(_ announced: UInt32, _ count: Int) async throws {
        for rate in [16_000, 48_000] {
            var wave = SampleLayout.signed16.wave([Double](repeating: 0.25, count: count), sampleRate: rate)
            wave.announcedBytes = announced
            let made = try await Decoded(wave.bytes).samples.count
            let expected = Double(count) * 16_000 / Double(rate), tolerance: Double = rate == 16_000 ? 0 : 2
            #expect(abs(Double(made) - expected) <= tolerance)
        }
    }

    @Test(
        "a recording whose writer never filled the sizes in is read to the end of its file",
        arguments: [0, 8, 36, 0x7FFF_FFFF, 0xFFFF_FFFF], [1, 1_600, 4_801])
    func unfinished(_ whole: Int, _ count: Int) async throws {
        var wave = SampleLayout.signed16.wave([Double](repeating: 0.25, count: count))
        wave.announcedBytes = 0
        var bytes = wave.bytes
        bytes.replaceSubrange(4..<8, with: little(whole, 4))
        #expect(try await Decoded(bytes).samples == [Int16](repeating: 8_192, count: count))
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: folder.url.appendingPathComponent("a.wav"))
        #expect(try WaveFile.readSpeech(from: folder.path("a.wav")).count == count)
        // Nothing behind the header is nothing to read, and is said before the first frame is asked for.
        try Data(bytes.prefix(44)).write(to: folder.url.appendingPathComponent("a.wav"))
        #expect(throws: AudioFileError.noSamples) { _ = try RecordedAudio.open(path: folder.path("a.wav")) }
    }

    @Test(
        "a named pipe is read while it is written, and one that is cut short is an error",
        arguments: [nil, 0, 6_400, 6_402] as [UInt32?])
    func pipe(_ announced: UInt32?) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        var wave = WaveBytes()
        wave.audio = [UInt8](repeating: 3, count: 6_400)
        wave.announcedBytes = announced ?? 0xFFFF_FFFF
        // A writer that leaves the audio's size at 0 has not filled in the whole's either.
        let bytes =
            announced == 0 ? Array(wave.bytes.prefix(4)) + little(36, 4) + Array(wave.bytes.dropFirst(8)) : wave.bytes
        // Opening a pipe waits for its other end, so each end has a thread of its own.
        Thread.detachNewThread {
            guard let end = FileHandle(forWritingAtPath: path) else { return }
            // Pieces that split the header and the samples.
            for start in stride(from: 0, to: bytes.count, by: 777) {
                try? end.write(contentsOf: bytes[start..<min(start + 777, bytes.count)])
            }
            try? end.close()
        }
        let opened = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Result { try RecordedAudio.open(path: path) }) }
        }
        if announced == 6_402 {
            await #expect(throws: AudioFileError.truncated(expectedBytes: 6_402, foundBytes: 6_400)) {
                _ = try await Decoded(opened.get())
            }
        } else {
            #expect(try await Decoded(opened.get()).samples == [Int16](repeating: 0x0303, count: 3_200))
        }
    }

    @Test(
        "every error is a sentence that goes on from the file's name",
        arguments: [
            (.unreadable(reason: "there is no such file"), "cannot be read: there is no such file"),
            (.empty, "is empty"),
            (.notWave(hint: nil), "is not a WAV file; record or convert to WAV first"),
            (.notWave(hint: "it is MP3"), "is not a WAV file (it is MP3); record or convert to WAV first"),
            (.missingChunk("data"), "is a WAV file without its 'data' chunk: the header is cut off or damaged"),
            (.damagedHeader("it claims 0 channels"), "has a damaged WAV header: it claims 0 channels"),
            (.compressed(codec: "A-law"), "holds compressed audio (A-law); convert it to PCM first"),
            (
                .unsupported("12-bit PCM"),
                "holds 12-bit PCM, which is not supported; use PCM of 8, 16, 24 or 32 bits or float"
            ),
            (.noSamples, "holds a header but no audio"),
            (.truncated(expectedBytes: 100, foundBytes: 7), "is truncated: 7 of 100 bytes of audio are there"),
            (.notFinite(sample: 5), "holds a value that is not a number at sample 5"),
            (.resampling(reason: "its sample rate is 1 Hz"), "cannot be converted to 16 kHz: its sample rate is 1 Hz"),
        ] as [(AudioFileError, String)])
    func sentences(_ error: AudioFileError, _ sentence: String) {
        #expect(error.description == sentence)
        #expect("\(error)" == sentence)
    }
}
