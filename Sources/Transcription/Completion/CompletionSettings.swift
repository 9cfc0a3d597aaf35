/// Durations that decide when an utterance is complete. The defaults suit a guest at a kiosk who sees the items appear.
public struct CompletionSettings: Equatable, Sendable {
    /// Silence that ends an utterance which is neither a complete item nor unfinished; 0.3…10 s. Default 1.5 s: guests
    /// pause about a second while they think.
    public var silenceThreshold: Duration = .seconds(1.5)
    /// Time without a change of the text per count of stability; 0.1…5 s. Default 0.4 s: recognisers revise their last
    /// word within 0.3 s.
    public var stabilityInterval: Duration = .seconds(0.4)
    /// Counts of stability before a text is stable; 1…10. Default 1; more for recognisers that revise late.
    public var requiredStabilityCount = 1
    /// Longest duration of a turn from its first word; 3…60 s. Default 15 s: no order takes longer, and noise must not
    /// keep a turn open (fault C9).
    public var hardTimeout: Duration = .seconds(15)
    /// Silence that ends a complete item with stable text; 0.1…10 s, at most `silenceThreshold`. Default 0.4 s, the
    /// stability interval: words added afterwards change the same line.
    public var completeItemSilence: Duration = .seconds(0.4)
    /// Silence that ends an unfinished sentence ("a large latte with"); 0.3…30 s, at least `silenceThreshold`. Default
    /// 3 s: the guest is reading the menu.
    public var unfinishedSilence: Duration = .seconds(3)
    /// Time without a change of the text that ends an utterance while speech is detected; 1…60 s. Default 4 s: the
    /// detected speech is then noise or other people. An unfinished sentence waits for `hardTimeout`.
    public var noiseTimeout: Duration = .seconds(4)

    /// The default settings.
    public init() {}

    /// Checks every field against its range.
    ///
    /// - Throws: `TranscriptionError.settingOutOfRange` for the first field that is out of range.
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
