internal import Feedback
internal import Foundation
internal import Speech
internal import SpeechSynthesis
internal import Testing
internal import VoiceActivity
internal import VoiceKit
internal import VoiceOrdering

/// The voice of tests and previews.
@Suite(.timeLimit(.minutes(10)))
struct ScriptedVoiceIOTests {
    @Test("the five lines of the toolkit run over a script, and its time is a person's")
    func fiveLines() async throws {
        let voice = ScriptedVoiceIO(["my name is alice"])
        try await voice.ensureReady()
        await voice.speak("Say your name after the beep.")
        let heard = try await voice.listen(
            timeout: .seconds(8), inactivity: .seconds(2), record: true, context: .name(allowed: ["Alice", "Bob"]))
        #expect(heard.transcript == "my name is alice" && heard.name == "Alice" && heard.ending == .inactivity)
        let path = try #require(heard.recording?.url.path)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(await voice.spoken == ["Say your name after the beep."])
        // Six words, four words, and two seconds of silence.
        #expect(await voice.elapsed == .seconds(6))
        await voice.close()
        #expect(!FileManager.default.fileExists(atPath: path))
        await #expect(throws: VoiceKitError.closed) { try await voice.listen() }
    }

    @Test("who begins after the time-out is heard by a later listening; silence and the script's end are time-outs")
    func timeouts() async throws {
        let voice = ScriptedVoiceIO(VoiceScript([.init("yes", after: .seconds(10)), .init("")]))
        let first = try await voice.listen(timeout: .seconds(8)), second = try await voice.listen(timeout: .seconds(8))
        #expect(first.ending == .timeout && first.transcript.isEmpty && second.transcript == "yes")
        let third = try await voice.listen(), fourth = try await voice.listen()
        #expect(third.ending == .timeout && fourth.ending == .timeout)
        #expect(await voice.remaining == 0)
        // Words after the time-out are cut off.
        let long = ScriptedVoiceIO(["one two three four five"])
        let cut = try await long.listen(timeout: .seconds(1), context: .number)
        #expect(cut.transcript == "one two" && cut.ending == .timeout && cut.number == .digits("12"))
    }

    @Test("a low confidence is not sure; push-to-talk is released after the words")
    func confidence() async throws {
        let voice = ScriptedVoiceIO(VoiceScript([.init("bob", confidence: 0.2), .init("stop")]))
        #expect(try await voice.listen(context: .name(allowed: ["Bob"])).match == .unsure(["Bob"]))
        let talk = try await voice.beginTalking(context: .command(phrases: ["Stop!", "Go on."]))
        #expect(talk.command == "Stop!" && talk.ending == .released)
    }

    @Test("transcripts and levels come as they do live")
    func streams() async throws {
        let voice = ScriptedVoiceIO(["forty two"])
        let texts = await voice.transcriptUpdates(), levels = await voice.levelUpdates()
        _ = try await voice.listen(inactivity: .seconds(0.2), context: .number)
        await voice.close()
        #expect(await texts.reduce(into: []) { $0.append($1.text) } == ["forty", "forty two", "forty two"])
        let readings = await levels.reduce(into: []) { $0.append($1) }
        #expect(readings.count == 20 && (readings.first?.rms ?? 0) > -40 && readings.last.map { $0.rms < -25 } == true)
    }

    @Test("a script is a JSON list of texts and objects, also in base64")
    func json() async throws {
        let list = #"["Alice", {"text": "forty two", "after": 1.5, "confidence": 0.4}, {"text": ""}]"#
        let script = try VoiceScript(base64: Data(list.utf8).base64EncodedString() + "\n")
        #expect(
            script.lines == [
                .init("Alice"), .init("forty two", after: .seconds(1.5), confidence: 0.4), .init(""),
            ])
    }

    @Test(
        "what is no script is an error",
        arguments: ["", "%%%", "e30=", "WzFd", "W3siYWZ0ZXIiOiAxfV0=", "bnVsbA=="])
    func badScripts(_ base64: String) {
        let error = #expect(throws: VoiceKitError.self) { try VoiceScript(base64: base64) }
        if case .badScript? = error {} else { Issue.record("\(base64): \(String(describing: error))") }
    }

    @Test("queues are noted element by element, with the time that they take")
    func queue() async throws {
        let voice = ScriptedVoiceIO([String]())
        await voice.prepareClip(AudioClip(samples: [0, 0], sampleRate: 8_000), named: "ding")
        let queue = try await voice.queue("One two. [pause:500] [sfx:ding]")
        #expect(await voice.play(queue, overlapping: false) == .spoken)
        #expect(await voice.played.count == 3)
        #expect(await voice.elapsed == .milliseconds(1_300) + .microseconds(250))
        _ = try await voice.startPreparedClip("ding")
        #expect(await voice.played.count == 4)
    }

    @Test("queues that play together take the time of the longest, and a profile within its ranges speaks")
    func together() async throws {
        let voice = ScriptedVoiceIO([])
        var short = VoiceQueue(), long = VoiceQueue()
        try short.enqueueSpeak("One two.")
        try long.enqueuePause(milliseconds: 1_500)
        #expect(await voice.play(together: [short, long, short], overlapping: false) == .spoken)
        #expect(await voice.elapsed == .milliseconds(1_500))
        #expect(try await voice.speak("Hello.", as: TTSVoiceProfile(voice: "en-gb")) == .spoken)
        #expect(await voice.played.last == .speakAs("Hello.", voice: "en-gb"))
        #expect(await voice.spoken == ["One two.", "One two.", "Hello."])
        await #expect(throws: VoiceKitError.self) {
            try await voice.speak("Hello.", as: TTSVoiceProfile(volume: 300))
        }
    }
}
