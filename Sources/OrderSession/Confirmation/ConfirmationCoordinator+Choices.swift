internal import Ordering

/// The choices after two read-backs without a clear answer: a yes still counts, an unclear answer refers to the staff.
extension ConfirmationCoordinator {
    /// Processes an utterance while the choices are offered. An unclear one refers to the staff once.
    mutating func processLateResponse(
        _ text: String, confidence: Double, _ question: ConfirmationQuestion, at time: Duration
    ) -> ConfirmationResult {
        var question = question
        guard acceptsAnswer(at: time), SpokenWords(transcript: text).map({ !$0.words.isEmpty }) ?? true else {
            return .unclear
        }
        let isSure = confidence >= settings.leastConfidence
        let result = detector.detect(text)
        switch result {
        case .confirmed where isSure && isHeard(question):
            (phase, choiceWait) = (.placing, nil)
            return result
        case .confirmed where isSure:
            question.isBeingRead = true
            message = choices(question)
        case .rejected where isSure:
            (phase, choiceWait) = (.rejected, nil)
            return result
        case .modified:
            phase = .changing
            return result
        case .confirmed, .rejected, .unclear:
            guard !question.isReferredToStaff else { return .unclear }
            question.isReferredToStaff = true
            message = messages.staff
        }
        awaitChoice(question, at: time)
        return .unclear
    }

    /// Waits for a touch or a clear answer. The wait began with the choices: changes and unclear answers do not prolong
    /// it, so that talk beside the kiosk cannot keep it waiting (fault D9).
    mutating func awaitChoice(_ question: ConfirmationQuestion, at time: Duration) {
        if choiceWait == nil { choiceWait = ChoiceWait(since: time, isSaid: false) }
        phase = .waitingForTouch(question, since: choiceWait?.since ?? time)
    }

    /// Records that the guest has heard the whole order.
    mutating func markHeard(_ question: ConfirmationQuestion) {
        let subject = ConfirmationSubject(question.orders, total: question.total)
        if let known = asked.firstIndex(where: { $0.subject == subject }) { asked[known].isHeard = true }
    }

    /// The choices, with the order where the guest has not heard it.
    func choices(_ question: ConfirmationQuestion) -> [Prompt] {
        question.isBeingRead ? messages.choices(question.orders, total: question.total) : messages.choices
    }

    func isHeard(_ question: ConfirmationQuestion) -> Bool {
        let subject = ConfirmationSubject(question.orders, total: question.total)
        return asked.contains { $0.subject == subject && $0.isHeard }
    }
}
