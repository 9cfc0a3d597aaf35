/// When an utterance is taken as said. The defaults are for a guest who stands at a kiosk and sees the items appear.
public struct CompletionSettings: Equatable, Sendable {
    /// Silence that ends what is neither a complete item nor plainly unfinished; 0.3…10 s. Guests who think aloud pause
    /// about a second.
    public var silenceThreshold: Duration = .seconds(1.5)
    /// How long the text must not change for one count of stability; 0.1…5 s. Recognisers revise their last word within
    /// 0.3 s.
    public var stabilityInterval: Duration = .seconds(0.4)
    /// Counts of stability before a text is stable; 1…10. More is for engines that revise late.
    public var requiredStabilityCount = 1
    /// Most time of one turn from its first word on; 3…60 s. Nobody orders longer in one breath, and noise must not
    /// hold the kiosk (fault C9).
    public var hardTimeout: Duration = .seconds(15)
    /// Silence that ends a complete item once its text is stable; 0.1…10 s, at most `silenceThreshold`. As short as the
    /// stability itself, because what a guest adds afterwards goes to the same line.
    public var completeItemSilence: Duration = .seconds(0.4)
    /// Silence that ends a sentence which wants more ("a large latte with"); 0.3…30 s, at least `silenceThreshold`. The
    /// guest reads the menu meanwhile.
    public var unfinishedSilence: Duration = .seconds(3)
    /// How long the text must not change to end the utterance although speech is detected; 1…60 s. Then it is noise or
    /// other people that are detected; an unfinished sentence waits for the hard time-out.
    public var noiseTimeout: Duration = .seconds(4)

    public init() {}

    /// Checks every field against its range.
    ///
    /// - Throws: `TranscriptionError.settingOutOfRange` for the first that is outside.
    func validate() throws(TranscriptionError) {
        let durations: [(name: String, value: Duration, range: ClosedRange<Double>)] = [
            ("silenceThreshold", silenceThreshold, 0.3...10), ("stabilityInterval", stabilityInterval, 0.1...5),
            ("hardTimeout", hardTimeout, 3...60),
            ("completeItemSilence", completeItemSilence, 0.1...10), ("unfinishedSilence", unfinishedSilence, 0.3...30),
            ("noiseTimeout", noiseTimeout, 1...60),
        ]
        for (name, value, range) in durations
        where !(.seconds(range.lowerBound) ... .seconds(range.upperBound)).contains(value) {
            throw .settingOutOfRange(name: name, range: "\(range.lowerBound)…\(range.upperBound) s")
        }
        guard (1...10).contains(requiredStabilityCount) else {
            throw .settingOutOfRange(name: "requiredStabilityCount", range: "1…10")
        }
        guard completeItemSilence <= silenceThreshold else {
            throw .settingOutOfRange(name: "completeItemSilence", range: "at most silenceThreshold")
        }
        guard unfinishedSilence >= silenceThreshold else {
            throw .settingOutOfRange(name: "unfinishedSilence", range: "at least silenceThreshold")
        }
    }
}
