public import Moonshine
public import Speech

/// A keyword spotter for phrases given as text, with the bundled acoustic model and without training.
///
/// ```
/// let network = try AcousticNetwork(modelBytes)
/// let phrase = try WakePhrase(text: "hey brews", phones: "HH EY | B R UW Z")
/// let spotter = try WakeWordSpotter(network: network, transformer: nil, phrases: [phrase])
/// for try await detection in spotter.detections(in: microphone) { print(detection.span.start.seconds) }
/// ```
///
/// Keyword spotting with a filler model (Rose, Paul 1990, "A Hidden Markov Model Based Keyword Recognition System"),
/// verified by a word loop, on the network that also recognises the orders. The network runs only while there may be
/// speech.
public struct WakeWordSpotter: WakeWordDetector {
    /// An error in creating a spotter.
    public enum Failure: Error, Equatable, Sendable {
        /// A built-in table of phones or words does not match the model's phones.
        case noBigram, noWords
    }

    /// The default wake phrase.
    public static let defaultPhrase = "hey brews"

    /// The first of the phrases.
    public var phrase: String { phrases.first?.text ?? "" }

    private let network: AcousticNetwork
    private let bank: FilterBank
    private let bigram: PhoneBigram
    private let phrases: [WakePhrase]
    private let verifiers: [PhraseVerifier]
    private let textVerifiers: [TextVerifier]
    private let settings: SpottingSettings

    /// Creates a spotter.
    ///
    /// - Parameters:
    ///   - network: the acoustic model; several spotters may share it.
    ///   - transformer: verifies matches; several spotters may share it. Without it there are more false alarms at the
    ///     same threshold.
    ///   - phrases: one or more.
    ///   - settings: threshold and limits.
    /// - Throws: `SpottingSettings.Invalid`, `Failure`.
    public init(
        network: AcousticNetwork, transformer: MoonshineModel?, phrases: [WakePhrase],
        settings: SpottingSettings = SpottingSettings()
    ) throws {
        guard let bigram = PhoneBigram.english else { throw Failure.noBigram }
        guard let words = CommonWords.english else { throw Failure.noWords }
        self.network = network
        self.bigram = bigram
        self.phrases = phrases
        self.settings = try settings.validated()
        verifiers = phrases.map { PhraseVerifier($0, words: words, maxPhoneFrames: settings.maxPhoneFrames) }
        textVerifiers =
            transformer.map { transformer in
                let noise = transformer.encoderStates(of: TextVerifier.noise[...])
                return phrases.map { TextVerifier($0, transformer: transformer, noise: noise) }
            } ?? []
        bank = FilterBank()
    }

    /// Returns a session for samples that begin at `origin`.
    public func session(from origin: SamplePosition = .zero) -> SpottingSession {
        SpottingSession(
            network: network, bank: bank, bigram: bigram, phrases: phrases, verifiers: verifiers,
            textVerifiers: textVerifiers, settings: settings,
            origin: origin)
    }

    /// Detects the phrases in `input`; see `WakeWordDetector`.
    public func detections(in input: any AudioInput) -> WakeWordDetections {
        let reader = DetectionReader(input: input, session: session())
        return WakeWordDetections { try await reader.next() }
    }
}

/// Pulls frames until a phrase is detected, for one stream.
private actor DetectionReader {
    private enum Phase {
        case listening, drained
    }

    private let input: any AudioInput
    private var session: SpottingSession
    private var pending: [WakeWordDetection] = []
    private var phase = Phase.listening

    init(input: any AudioInput, session: SpottingSession) {
        self.input = input
        self.session = session
    }

    func next() async throws -> WakeWordDetection? {
        while true {
            try Task.checkCancellation()
            if !pending.isEmpty { return pending.removeFirst() }
            guard phase == .listening else { return nil }
            if let frame = try await input.nextFrame() {
                pending += session.process(frame.samples)
            } else {
                phase = .drained
                pending += session.finish()
            }
        }
    }
}
