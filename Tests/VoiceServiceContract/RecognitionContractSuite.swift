public import Speech

/// Checks of the recognition contract for any engine, independent of the test framework. Each check returns the
/// promises that were broken, as sentences.
///
/// ```swift
/// let suite = RecognitionContractSuite(recording: samples, text: "two lattes please") { input in
///     try await MyEngine().startListening(to: input, vocabulary: nil)
/// }
/// #expect(await suite.violations() == [])
/// ```
public struct RecognitionContractSuite: Sendable {
    /// One check of the suite.
    public enum Check: String, CaseIterable, Sendable {
        /// Spans ascend, stable words stay, and nothing volatile is left.
        case laws
        /// The laws hold however the audio is cut into frames.
        case frameSizes
        /// Words become stable before their utterance ends.
        case earlyStability
        /// A frame marked as an utterance's end closes the utterance.
        case markedEnd
        /// The last word of a recording without trailing silence is recognised.
        case tail
        /// Silence and a quiet room give no words.
        case silence
        /// An error of the input is thrown.
        case failure
        /// Cancelling ends the recognition of endless audio.
        case cancellation
    }

    /// Starts a recognition of an input by the engine under test.
    public typealias Engine = @Sendable (_ input: any AudioInput) async throws -> VoiceResults

    private let recording: [Int16]
    private let text: String?
    private let engine: Engine

    /// - Parameters:
    ///   - recording: one spoken utterance of 1 to 10 s with at most 1 s of silence around it; 16 kHz, mono.
    ///   - text: the words in it, lower case, with single spaces; `nil` for an engine that need not hear them exactly.
    ///   - engine: starts a recognition; called once or more for each check.
    public init(recording: [Int16], text: String?, engine: @escaping Engine) {
        self.recording = recording
        self.text = text
        self.engine = engine
    }

    /// Runs checks one after another. An error thrown by the engine counts as a violation.
    ///
    /// - Returns: the broken promises, each preceded by its check's name.
    public func violations(of checks: [Check] = Check.allCases) async -> [String] {
        var found: [String] = []
        for check in checks {
            do { found += try await violations(of: check).map { "\(check.rawValue): \($0)" } } catch {
                found.append("\(check.rawValue): the engine throws \(error)")
            }
        }
        return found
    }

    private func violations(of check: Check) async throws -> [String] {
        switch check {
        case .laws: try await laws()
        case .frameSizes:
            try await frameSizes(160) + frameSizes(777) + frameSizes(16_000) + frameSizes(1_000_000)
        case .earlyStability: try await earlyStability()
        case .markedEnd:
            try await markedEnd(frameSamples: 160, isEmpty: false) + markedEnd(frameSamples: 1_600, isEmpty: true)
        case .tail: try await tail()
        case .silence: try await silence()
        case .failure: await failure()
        case .cancellation: try await cancellation()
        }
    }

    private func listen(to samples: [Int16], frameSamples: Int = 1_600) async throws -> RecognitionContract {
        try await RecognitionContract(engine(SampleInput(samples, frameSamples: frameSamples)))
    }

    private func misheard(_ contract: RecognitionContract, times: Int = 1) -> [String] {
        guard let text else { return [] }
        let expected = Array(repeating: text, count: times).joined(separator: " ")
        return contract.text == expected ? [] : ["heard '\(contract.text)' instead of '\(expected)'"]
    }

    /// Spans ascend, stable words stay, nothing volatile is left, and the words are right.
    public func laws() async throws -> [String] {
        let contract = try await listen(to: recording + Quiet.silence(seconds: 1))
        return contract.violations + misheard(contract)
    }

    /// The laws hold with frames of a size.
    ///
    /// - Parameter samples: samples of each frame, 1 or more.
    public func frameSizes(_ samples: Int) async throws -> [String] {
        let contract = try await listen(to: recording, frameSamples: samples)
        let isSilent = text != nil && contract.stableWords.isEmpty
        return contract.violations + (isSilent ? ["no words with frames of \(samples) samples"] : [])
    }

    /// At least three words become stable before their utterance ends, in 7 s of speech without a pause.
    public func earlyStability() async throws -> [String] {
        // A word that an engine is not sure of delays the words behind it by some three seconds.
        let loud = Quiet.loud(recording)
        guard !loud.isEmpty else { return ["the recording is silent"] }
        let speech = Array(repeatElement(loud, count: 7 * SampleRate.speech / loud.count).joined())
        let contract = try await listen(to: speech + Quiet.silence(seconds: 1))
        let early = contract.earlyStableWords
        return early >= 3 ? [] : ["\(early) early words of \(contract.stableWords.count)"]
    }

    /// A frame marked as the end of an utterance closes it at once, with words or without them.
    ///
    /// - Parameters:
    ///   - frameSamples: samples of each frame.
    ///   - isEmpty: whether an empty frame carries the mark.
    public func markedEnd(frameSamples: Int, isEmpty: Bool) async throws -> [String] {
        let mark = SamplePosition(recording.count), silent = SamplePosition(recording.count + SampleRate.speech / 2)
        let pause = Quiet.silence(seconds: 1)
        let input = SampleInput(
            recording + pause + recording + pause, frameSamples: frameSamples, utteranceEnds: [mark, silent],
            hasEmptyEnds: isEmpty)
        var contract = RecognitionContract(), ends: [SamplePosition] = []
        for try await result in try await engine(input) {
            contract.take(result)
            if result.utteranceEnd == .endpoint { ends.append(result.span.end) }
        }
        contract.finish()
        var found = contract.violations + misheard(contract, times: 2)
        for (index, wanted) in [mark, silent].enumerated() {
            guard index < ends.count else {
                found.append("the utterance marked at \(wanted.samples) was not closed")
                continue
            }
            guard ends[index] >= wanted, (ends[index] - wanted).samples < frameSamples else {
                found.append("marked at \(wanted.samples), closed at \(ends[index].samples)")
                continue
            }
        }
        guard text != nil else { return found }
        // Times count from the first sample of the input; libvosk lets the first word of an utterance begin in the
        // silence before it.
        let second = contract.stableWords.dropFirst(contract.stableWords.count / 2).first
        if let second, second.span.start >= silent, second.span.end.samples > recording.count + pause.count {
            return found
        }
        return found + ["the second utterance's words are timed too early"]
    }

    /// The last word of a recording without trailing silence is recognised, and the last result closes the input.
    public func tail() async throws -> [String] {
        let lastLoud = recording.lastIndex { abs(Int($0)) > Quiet.loudness } ?? recording.count - 1
        let contract = try await listen(to: Array(recording[...lastLoud]))
        let last = text?.split(separator: " ").last.map(String.init)
        let isLost = last != nil && contract.stableWords.last?.text != last
        return contract.violations + (isLost ? ["the last word is lost: heard '\(contract.text)'"] : [])
    }

    /// Silence, a quiet room and no audio at all give no words.
    public func silence() async throws -> [String] {
        var found: [String] = []
        for quiet in [Quiet.silence(seconds: 10), Quiet.roomNoise(seconds: 10), []] {
            let contract = try await listen(to: quiet)
            found += contract.violations
            if !contract.text.isEmpty { found.append("heard '\(contract.text)' in silence") }
        }
        return found
    }

    /// An error of the input is thrown and does not look like silence.
    public func failure() async -> [String] {
        do {
            let contract = try await RecognitionContract(engine(BreakingInput(frames: 3)))
            return ["a failing input ended as '\(contract.text)'"]
        } catch is BreakingInput.Broken {
            return []
        } catch {
            return ["instead of the input's error the engine throws \(error)"]
        }
    }

    /// Cancelling ends a recognition of endless audio within one frame.
    public func cancellation() async throws -> [String] {
        let input = EndlessSilence()
        let results = try await engine(input)
        let listening = Task { for try await _ in results {} }
        while await input.frames < 5 { await Task.yield() }
        listening.cancel()
        // The stream either finishes or throws that it was cancelled.
        _ = await listening.result
        let frames = await input.frames
        // Time for dozens of frames, if the engine still pulled them.
        try await Task.sleep(for: .milliseconds(200))
        return await input.frames <= frames + 1 ? [] : ["the engine goes on reading after it was cancelled"]
    }
}

/// Audio without speech, for tests of recognisers.
public enum Quiet {
    /// Samples beyond this magnitude count as sound.
    static let loudness = 500

    /// Digital silence.
    public static func silence(seconds: Double) -> [Int16] {
        [Int16](repeating: 0, count: SampleCount(seconds: seconds).samples)
    }

    /// White noise at −73 dBFS, as of a quiet room; the same samples on every call.
    public static func roomNoise(seconds: Double) -> [Int16] {
        var state: UInt64 = 7
        return (0..<SampleCount(seconds: seconds).samples).map { _ in
            // Linear congruential generator (Knuth, MMIX).
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(Int(state >> 33) % 25 - 12)
        }
    }

    /// The samples from the first loud one to the last.
    static func loud(_ samples: [Int16]) -> [Int16] {
        let isLoud: (Int16) -> Bool = { abs(Int($0)) > loudness }
        guard let first = samples.firstIndex(where: isLoud), let last = samples.lastIndex(where: isLoud) else {
            return []
        }
        return Array(samples[first...last])
    }
}
