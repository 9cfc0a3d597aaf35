internal import OrderSession
internal import Ordering
internal import VoiceOrdering

/// Questions that the menu does not answer, and that the owner's notes may.
extension KioskMachine {
    /// A reply that waits for the notebook.
    struct NoteQuestion: Equatable, Sendable {
        /// Number of the question, so that a late answer to an earlier one is ignored.
        let number: Int
        /// The reply without the notebook.
        let prompts: [Prompt]
        let isTouch: Bool
        /// Whether it is noted for the staff where no note answers it.
        let isNoted: Bool
        /// When the reply is given without the notebook.
        let until: Duration
    }

    /// What the guest asked; `nil` when no question waits for the notebook.
    public var noteQuestion: String? { guest?.asking == nil ? nil : lastText }

    /// Whether the question is noted for the staff where no note answers it.
    var isNoteQuestionNoted: Bool { guest?.asking?.isNoted == true }

    /// Whether the question was spoken, not typed.
    var isNoteQuestionSpoken: Bool { guest?.asking?.isTouch == false }

    /// Whether an answer to speech without words of an order would be given now. During a read-back, speech counts as
    /// an answer to it.
    var canAnswerUnread: Bool {
        guard phase == .ordering, let guest, speakingSince == nil else { return false }
        return guest.isListening && guest.asking == nil && !guest.dialogue.isConfirming
    }

    /// Takes the step of an utterance, or asks the notebook where the menu has no answer.
    mutating func takeUtterance(_ step: GuestDialogue.Step, isTouch: Bool) -> [KioskDecision] {
        guard answersNotes, case .reply(let prompts) = step, prompts.areWithoutAnswer else {
            return take(step, isTouch: isTouch)
        }
        noteQuestions += 1
        let question = NoteQuestion(
            number: noteQuestions, prompts: prompts, isTouch: isTouch, isNoted: !prompts.areAboutMissing,
            until: clock + times.notes)
        guest?.asking = question
        return hushed() + [keepCart(), .askNotes(question: noteQuestions)]
    }

    /// Replies with the notebook's answer, or as without it.
    mutating func noteReply(_ number: Int, _ reply: NoteReply) -> [KioskDecision] {
        guard phase == .ordering, let asking = guest?.asking, asking.number == number else { return [] }
        let prompts: [Prompt] =
            switch reply {
            case .answer(let text): asking.prompts.replacingMissingAnswer(with: .note(text))
            case .noted: asking.prompts.replacingMissingAnswer(with: .noted)
            case .nothing: asking.prompts
            }
        if case .answer = reply { activity() }
        return self.reply(prompts, isTouch: asking.isTouch)
    }

    /// Answers a question of which the recogniser of orders made nothing, and repeats an open question of the kiosk.
    mutating func answerUnread(_ question: String, _ answer: String) -> [KioskDecision] {
        guard canAnswerUnread else { return [] }
        activity()
        lastText = question
        count("utterances")
        return reply([.note(answer)] + (guest?.dialogue.openQuestion ?? []), isTouch: false)
    }

    /// Replies without the notebook, whose answer is late.
    mutating func replyWithoutNotes() -> [KioskDecision] {
        guard let asking = guest?.asking else { return [] }
        return reply(asking.prompts, isTouch: asking.isTouch)
    }
}

extension [Prompt] {
    /// Whether the reply says only that a question or an utterance has no answer.
    fileprivate var areWithoutAnswer: Bool {
        self == [.notUnderstood] || contains(.answer(.other)) || areAboutMissing
    }

    /// Whether the reply says only that the menu has no such thing, which may be misheard words of a question.
    fileprivate var areAboutMissing: Bool {
        guard count == 1, case .answer(.missing) = self[0] else { return false }
        return true
    }

    /// The reply with another prompt in place of what says that there is no answer.
    fileprivate func replacingMissingAnswer(with prompt: Prompt) -> [Prompt] {
        map { $0 == .notUnderstood || $0 == .answer(.other) || [$0].areAboutMissing ? prompt : $0 }
    }
}
