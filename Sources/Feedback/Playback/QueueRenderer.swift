internal import Resampling
public import Speech

/// Renders voice queues as one clip, and mixes queues that play at the same time.
///
/// ```swift
/// let renderer = try QueueRenderer { text, _ in try await synthesizer.synthesize(text) }
/// let clip = try await renderer.clip(of: [prompt, music])
/// ```
public struct QueueRenderer: Sendable {
    /// Synthesises a text, with another voice where one is named.
    public typealias Synthesis = @Sendable (_ text: String, _ voice: String?) async throws -> SynthesizedSpeech

    /// Largest number of queues that are mixed.
    public static let maxChannels = 8
    /// Sample rate of queues without speech.
    private static let standardRate = 22_050

    private let synthesize: Synthesis
    private let earcons: EarconSynthesizer

    /// - Throws: `FeedbackError.badSounds`.
    public init(_ synthesize: @escaping Synthesis) throws {
        self.synthesize = synthesize
        earcons = try EarconSynthesizer()
    }

    /// The queues as one clip. All begin together; the clip ends with the longest. Where their sum exceeds full scale
    /// it is clipped, so that music under speech needs a gain below 0 dB.
    ///
    /// - Parameter channels: 1 to `maxChannels` queues.
    /// - Returns: a clip at the highest sample rate of the speech; 22,050 Hz without speech.
    /// - Throws: `FeedbackError.queueFull` for more queues; the synthesis's error.
    public func clip(of channels: [VoiceQueue]) async throws -> AudioClip {
        guard channels.count <= Self.maxChannels else { throw FeedbackError.queueFull(limit: Self.maxChannels) }
        var spoken: [[Int: SynthesizedSpeech]] = []
        for queue in channels { spoken.append(try await speech(in: queue)) }
        let rate = spoken.flatMap { $0.values.map(\.sampleRate) }.max() ?? Self.standardRate
        var mix: [Int32] = []
        for (queue, speech) in zip(channels, spoken) {
            let samples = try samples(of: queue, speech, rate)
            if samples.count > mix.count { mix += [Int32](repeating: 0, count: samples.count - mix.count) }
            for index in samples.indices { mix[index] += Int32(samples[index]) }
        }
        return AudioClip(samples: mix.map { Int16(clamping: $0) }, sampleRate: rate)
    }

    private func speech(in queue: VoiceQueue) async throws -> [Int: SynthesizedSpeech] {
        var spoken: [Int: SynthesizedSpeech] = [:]
        for (index, element) in queue.elements.enumerated() {
            if let (text, voice) = element.speech { spoken[index] = try await synthesize(text, voice) }
        }
        return spoken
    }

    private func samples(of queue: VoiceQueue, _ spoken: [Int: SynthesizedSpeech], _ rate: Int) throws -> [Int16] {
        var samples: [Int16] = []
        for (index, element) in queue.elements.enumerated() {
            switch element {
            case .speak, .speakAs:
                guard let speech = spoken[index] else { continue }
                samples += try Resampler.convert(speech.samples, from: speech.sampleRate, to: rate)
            case .sound(let sound): samples += try earcons.samples(of: sound, sampleRate: rate)
            case .clip(let clip): samples += try Resampler.convert(clip.amplified, from: clip.sampleRate, to: rate)
            case .pause(let milliseconds): samples += [Int16](repeating: 0, count: rate * milliseconds / 1_000)
            }
        }
        return samples
    }
}
