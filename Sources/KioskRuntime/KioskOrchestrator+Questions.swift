internal import Ordering
internal import Speech
internal import VoiceOrdering

/// Questions to the notebook. The recogniser of orders knows only the menu's words, so a recogniser of free speech
/// reads a question's audio again, where the kiosk has one.
extension KioskOrchestrator {
    /// Longest audio that is read again; the end of a longer utterance counts.
    private static let longestQuestion = SampleCount(seconds: 10)
    /// Audio before the first detected speech, and after the last word.
    private static let margin = SampleCount(seconds: 0.3)

    /// Keeps the audio of the utterance that was just closed, and forgets what was before its end.
    func keepQuestion(from start: SamplePosition, to end: SamplePosition) {
        guard let turnAudio else { return }
        let earliest = max(0, end.samples - Self.longestQuestion.samples)
        let start = SamplePosition(max(start.samples - Self.margin.samples, earliest))
        questionAudio = turnAudio.samples(in: SpeechSpan(start: start, end: end + Self.margin))
        turnAudio.discard(before: end)
    }

    /// Asks the notebook; the machine does not wait longer than `KioskTimes.notes`.
    func askNotes(_ number: Int) {
        guard let notes = parts.notes, let text = machine.noteQuestion else { return }
        let (audio, isNoted) = (machine.isNoteQuestionSpoken ? takeQuestionAudio() : nil, machine.isNoteQuestionNoted)
        Task {
            let words = await freeWords(in: audio) ?? text
            let reply =
                isNoted ? await notes.reply(to: words) : await notes.answer(to: words).map { .answer($0) } ?? .nothing
            handle(.noteReply(question: number, reply))
        }
    }

    /// Answers a question of which the recogniser of orders made nothing. Other speech, such as guests talking to one
    /// another, has no reply and is not noted; talk in the background is not even read.
    func answerUnread() {
        guard let notes = parts.notes, let audio = takeQuestionAudio(), machine.canAnswerUnread, isNear(audio) else {
            return
        }
        let session = status.session
        Task {
            guard let words = await freeWords(in: audio), let answer = await notes.answer(to: words),
                // The next guest asked nothing (fault G12).
                status.session == session
            else { return }
            handle(.asked(words, answer: answer))
        }
    }

    /// Whether audio is loud enough above the background to be a guest's.
    private func isNear(_ audio: AudioFrame) -> Bool {
        let ratio = turn?.signalToNoise(of: SpeechSpan(start: audio.start, end: audio.end))
        return ratio ?? .infinity >= voiceInput?.confidenceGate.unprompted.signalToNoise ?? .infinity
    }

    /// The notebook's answer to an utterance that sounds like a question, although the recogniser of orders found an
    /// order or a question to the menu in it: "what is the wifi password" is "what is the white" to it. `nil` for other
    /// utterances, which are not delayed, and after `KioskTimes.notes`.
    func noteAnswer(before said: KioskEvent.Said) async -> (words: String, answer: String)? {
        guard let notes = parts.notes, voiceInput?.freeSpeech != nil, machine.canAnswerUnread, questionAudio != nil,
            await notes.isQuestion(said.text)
        else { return nil }
        // Kept, because the notebook may be asked about the same audio.
        let (audio, session) = (questionAudio, status.session), (clock, limit) = (parts.clock, machine.times.notes)
        let found = await withTaskGroup(of: (words: String, answer: String)?.self) { group in
            group.addTask {
                guard let words = await self.freeWords(in: audio), await notes.isQuestion(words),
                    let answer = await notes.answer(to: words)
                else { return nil }
                return (words, answer)
            }
            group.addTask {
                try? await clock.sleep(limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        return machine.canAnswerUnread && status.session == session ? found : nil
    }

    private func takeQuestionAudio() -> AudioFrame? {
        defer { questionAudio = nil }
        return questionAudio
    }

    /// The words of free speech in audio; `nil` where none are heard.
    private func freeWords(in audio: AudioFrame?) async -> String? {
        guard let audio, let freeSpeech = voiceInput?.freeSpeech else { return nil }
        do {
            let words = try await freeSpeech.recognize(audio, vocabulary: nil)
            status.freeReadings += 1
            let text = words.map(\.text).joined(separator: " ")
            if parts.logsWords, !text.isEmpty { parts.log("read again: \(text)") }
            return words.isEmpty ? nil : text
        } catch is CancellationError {
            return nil
        } catch {
            parts.log("a question was not read again: \(error)")
            return nil
        }
    }
}
