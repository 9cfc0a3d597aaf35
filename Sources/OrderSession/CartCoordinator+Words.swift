public import Ordering

/// What a few words mean by what was said and asked before them.
extension CartCoordinator {
    /// Words that take back what is asked about or was said last, and the order only where nothing is: in English, as
    /// the parsers' own.
    private static let takingBack = [["never", "mind"], ["nevermind"], ["forget", "it"]]
    /// What people say around a "cancel" that is no more than that.
    private static let hesitations: Set<String> = [
        "actually", "ah", "er", "hmm", "just", "no", "oh", "okay", "ok", "please", "so", "sorry", "thanks", "then",
        "uh", "um", "wait", "well",
    ]

    /// Does what an utterance asks for, by its words, too: "never mind" takes back what is asked about or was said
    /// last, and cancels the order where that is all of it, or is said again.
    ///
    /// - Returns: what to tell the guest, at least one prompt.
    public mutating func apply(_ result: OrderParseResult, said text: String) -> [Prompt] {
        guard result.acts.last == .say(.cancel),
            result.acts.dropLast().allSatisfy({ [.say(.confirm), .say(.decline), .say(.checkout)].contains($0) })
        else {
            return apply(result)
        }
        let words = SpokenWords(text).words
        let isTakenBack = !words.contains("cancel") && Self.takingBack.contains { words.contains($0) }
        let isBareCancel = words.filter { !Self.hesitations.contains($0) } == ["cancel"]
        if pendingClarification != nil, isTakenBack || isBareCancel { return dropQuestion() }
        guard isTakenBack, effect != .forgot, keepsWhatWasSaid else { return apply(result) }
        return apply(
            OrderParseResult(intent: .remove, acts: [.forget], confidence: result.confidence, source: result.source))
    }

    /// Whether anything is left to speak of when what was said last is taken back.
    private var keepsWhatWasSaid: Bool {
        if openQuestion == .confirm || effect == .asked { return true }
        guard effect == .changed else { return !lines.isEmpty }
        var earlier = self
        _ = earlier.takeBack()
        return !earlier.lines.isEmpty
    }

    /// Something was said and not understood at all: it changed nothing.
    public mutating func heardNothing() { effect = .other }
}

extension [OrderAct] {
    /// "Never mind, that's all": nothing but the guest's turn is over.
    var withoutWhatIsClosed: Self {
        guard last == .say(.checkout) || last == .say(.confirm), first == .forget else { return self }
        return filter { $0 != .forget }
    }
}
