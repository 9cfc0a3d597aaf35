internal import AudioFiles
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing
internal import VoiceActivity
internal import VoiceKit
internal import VoiceOrdering
internal import VoiceServiceContract

/// One listening of a live voice: what ends it, and what comes out of it.
@Suite(.timeLimit(.minutes(10)))
struct LiveListeningTests {
    @Test("a name is heard, silence after it ends the listening, and the recording begins and ends with the speech")
    func name() async throws {
        let stand = try VoiceStand(SampleInput(try Guest.sentence()), SentenceEngine())
        let heard = try await stand.voice.listen(record: true, context: .name(allowed: ["Alice", "Bob"]))
        #expect(heard.transcript == "my name is alice" && heard.name == "Alice" && heard.confidence == 1)
        #expect(heard.ending == .inactivity && heard.words.count == 4)
        let recording = try #require(heard.recording)
        // The words lie from 0.4 to 1.6 s; 0.15 s before and 0.25 s after them are kept.
        #expect(abs(recording.span.start.seconds - 0.25) < 0.11 && abs(recording.span.end.seconds - 1.85) < 0.01)
        #expect(try WaveFile.readSpeech(from: recording.url.path).count == recording.span.length.samples)
        #expect(stand.files.count == 1)
        await stand.voice.close()
        #expect(stand.files.isEmpty)
        await #expect(throws: VoiceKitError.closed) { try await stand.voice.listen() }
    }

    @Test("silence ends with the time-out, to the sample, and has no words and no recording")
    func timeout() async throws {
        let stand = try VoiceStand(
            SampleInput(Guest.silence(20)), SentenceEngine(span: .init(start: .zero, end: .zero)))
        let quiet = try VoiceStand(SampleInput(Guest.silence(20)), ScriptedVoiceService(script: []))
        let heard = try await quiet.voice.listen(timeout: .seconds(3), record: true)
        #expect(heard.ending == .timeout && heard.length == .seconds(3))
        #expect(heard.transcript.isEmpty && heard.recording == nil && heard.match == .none && quiet.files.isEmpty)
        #expect(try await stand.voice.listen(timeout: .milliseconds(500)).length == .milliseconds(500))
    }

    @Test("the end of a recording ends the listening, with its last word")
    func endOfInput() async throws {
        let samples = try Guest.quiet + SpokenOrder.threeMuffins.speech()
        let stand = try VoiceStand(SampleInput(samples), SentenceEngine())
        let heard = try await stand.voice.listen(context: .freeform)
        #expect(heard.ending == .endOfInput && heard.transcript == "my name is alice" && heard.match == .none)
    }

    @Test("a noise without words is waited out for twice the inactivity")
    func noise() async throws {
        let stand = try VoiceStand(SampleInput(try Guest.sentence(thenSilent: 10)), ScriptedVoiceService(script: []))
        let worded = try VoiceStand(SampleInput(try Guest.sentence(thenSilent: 10)), SentenceEngine())
        let noise = try await stand.voice.listen(timeout: .seconds(60), inactivity: .seconds(1))
        let words = try await worded.voice.listen(timeout: .seconds(60), inactivity: .seconds(1))
        #expect(noise.ending == .inactivity && words.ending == .inactivity)
        #expect(abs((noise.length - words.length).seconds - 1) < 0.11, "\(noise.length) \(words.length)")
    }

    @Test("push-to-talk ends when the button is released")
    func released() async throws {
        let microphone = ScriptedMicrophone()
        let stand = try VoiceStand(microphone, SentenceEngine())
        async let result = stand.voice.beginTalking(context: .name(allowed: ["Alice"]))
        await microphone.drained()
        microphone.hear(try Guest.sentence(thenSilent: 0.1))
        await microphone.drained()
        await stand.voice.endTalking()
        microphone.hear(Guest.silence(0.02))
        let heard = try await result
        #expect(heard.ending == .released && heard.name == "Alice")
    }

    @Test("push-to-talk ends with 2.5 s of silence, also when nobody says anything")
    func silentTalk() async throws {
        let stand = try VoiceStand(SampleInput(Guest.silence(10)), ScriptedVoiceService(script: []))
        let heard = try await stand.voice.beginTalking()
        #expect(heard.ending == .inactivity && heard.length == .seconds(2.5))
    }

    @Test("what a microphone captured before the listening is not heard")
    func backlog() async throws {
        let microphone = ScriptedMicrophone()
        let stand = try VoiceStand(microphone, SentenceEngine())
        microphone.hear(Guest.silence(5))
        async let result = stand.voice.listen(timeout: .seconds(1))
        await microphone.drained()
        microphone.hear(Guest.silence(1.5))
        #expect(try await result.length == .seconds(1))
        #expect(microphone.status.counters.droppedSamples >= SampleCount(seconds: 5).samples)
    }

    @Test("a recording goes to the caller's path; one that cannot be written is an error with the path")
    func path() async throws {
        let stand = try VoiceStand(SampleInput(try Guest.sentence() + Guest.sentence()), SentenceEngine())
        let path = stand.folder.path("mine.wav")
        let heard = try await stand.voice.listen(record: .file(path: path))
        #expect(heard.recording?.url.path == path)
        await stand.voice.stopSpeaking()
        let again = try await #require(throws: VoiceKitError.self) {
            try await stand.voice.listen(record: .file(path: "/proc/none/mine.wav"))
        }
        guard case .recording(path: "/proc/none/mine.wav", _) = again else {
            Issue.record("\(again)")
            return
        }
        await stand.voice.close()
        #expect(FileManager.default.fileExists(atPath: path), "the caller's file stays")
    }

    @Test("without a request for a recording no file is made", arguments: [RecordingTarget.none, false])
    func unrecorded(_ target: RecordingTarget) async throws {
        let stand = try VoiceStand(SampleInput(try Guest.sentence()), SentenceEngine())
        let heard = try await stand.voice.listen(record: target)
        #expect(heard.recording == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: stand.folder.url.path).isEmpty)
    }

    @Test("recordings of a process that was killed are removed at the next start, those of one that lives are not")
    func leftOver() async throws {
        let first = try VoiceStand(SampleInput(try Guest.sentence()), SentenceEngine())
        let heard = try await first.voice.listen(record: true)
        let kept = try #require(heard.recording?.url.path)
        let left = first.folder.path("brews-voice-Killed")
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(fileURLWithPath: left + "/heard-1.wav"))
        var settings = LiveVoiceSettings()
        settings.recordingFolder = first.folder.url.path
        _ = try LiveVoiceIO(
            input: SampleInput([]), output: first.output, recognizer: SentenceEngine(), synthesizer: BuzzVoice(),
            settings: settings)
        #expect(!FileManager.default.fileExists(atPath: left) && FileManager.default.fileExists(atPath: kept))
    }

    @Test("a request out of its range is an error that names the range")
    func ranges() async throws {
        let stand = try VoiceStand(SampleInput([]), SentenceEngine())
        await #expect(throws: VoiceKitError.badSetting(name: "timeout", range: "0.5 to 120 s")) {
            try await stand.voice.listen(timeout: .seconds(121))
        }
        await #expect(throws: VoiceKitError.badSetting(name: "inactivity", range: "0.2 to 30 s")) {
            try await stand.voice.listen(inactivity: .zero)
        }
    }

    @Test("transcript, level and status are streams of every listening")
    func streams() async throws {
        let stand = try VoiceStand(SampleInput(try Guest.sentence()), SentenceEngine())
        let texts = await stand.voice.transcriptUpdates(), levels = await stand.voice.levelUpdates(),
            statuses = await stand.voice.statusUpdates(), speaking = await stand.voice.speakingUpdates()
        let heard = try await stand.voice.listen(inactivity: .seconds(0.5))
        await stand.voice.speak("Thank you.")
        await stand.voice.close()
        let updates = await texts.reduce(into: []) { $0.append($1) }
        #expect(updates.first == TranscriptUpdate(text: "my", isVolatile: true))
        #expect(updates.last == TranscriptUpdate(text: "my name is alice", isVolatile: false))
        let readings = await levels.reduce(into: []) { $0.append($1) }
        // The newest second: one reading each 50 ms.
        #expect(readings.count == 20)
        #expect(zip(readings, readings.dropFirst()).allSatisfy { ($1.at - $0.at).samples == 800 })
        #expect(readings.last.map { heard.length.seconds - $0.at.seconds < 0.06 } == true)
        let phases = await statuses.reduce(into: []) { $0.append($1.phase) }
        #expect(phases == [.idle, .listening, .idle, .speaking, .idle, .idle, .closed] || phases.last == .closed)
        #expect(phases.contains(.listening) && phases.contains(.speaking))
        #expect(await speaking.reduce(into: []) { $0.append($1) } == [true, false])
    }
}
