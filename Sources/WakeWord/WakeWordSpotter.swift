public import Speech

/// Listens for a phrase given as text, over the bundled acoustic model, with no training: the phrase's phones against
/// any speech, and where they fit against common words.
///
/// Keyword spotting with a filler model (Rose, Paul 1990, "A Hidden Markov Model Based Keyword Recognition System"), on
/// the network that also recognises the orders. The network runs only while somebody may be speaking.
public struct WakeWordSpotter: WakeWordDetector {
    /// Why a spotter cannot be made.
    public enum Failure: Error, Equatable, Sendable {
        /// The tables of phones and words that are built in do not fit the model's phones.
        case noBigram, noWords
    }

    /// What people say to a kiosk.
    public static let defaultPhrase = "hey brews"

    /// The phrase listened for; of several, the first.
    public var phrase: String { phrases.first?.text ?? "" }

    private let network: AcousticNetwork
    private let bank: FilterBank
    private let bigram: PhoneBigram
    private let phrases: [WakePhrase]
    private let verifiers: [PhraseVerifier]
    private let textVerifiers: [TextVerifier]
    private let settings: SpottingSettings

    /// - Parameters:
    ///   - network: the acoustic model; spotters may share one.
    ///   - transformer: what looks once more where a phrase was found; spotters may share one. Without it more is taken
    ///     for the phrase at the same threshold.
    ///   - phrases: what to listen for, one or more.
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
        verifiers = phrases.map { PhraseVerifier($0, words: words, longestPhone: settings.longestPhone) }
        textVerifiers =
            transformer.map { transformer in
                let noise = transformer.vectors(of: TextVerifier.noise[...])
                return phrases.map { TextVerifier($0, transformer: transformer, noise: noise) }
            } ?? []
        bank = FilterBank()
    }

    /// A search of its own for samples that begin at `origin`.
    public func session(from origin: SamplePosition = .zero) -> SpottingSession {
        SpottingSession(
            network: network, bank: bank, bigram: bigram, phrases: phrases, verifiers: verifiers,
            textVerifiers: textVerifiers, settings: settings,
            origin: origin)
    }

    public func detections(in input: any AudioInput) -> WakeWordDetections {
        let listener = Listener(input: input, session: session())
        return WakeWordDetections { try await listener.next() }
    }
}

/// Pulls frames until a phrase is heard, for one stream.
private actor Listener {
    private enum Phase {
        case listening, drained
    }

    private let input: any AudioInput
    private var session: SpottingSession
    private var waiting: [WakeWordDetection] = []
    private var phase = Phase.listening

    init(input: any AudioInput, session: SpottingSession) {
        self.input = input
        self.session = session
    }

    func next() async throws -> WakeWordDetection? {
        while true {
            try Task.checkCancellation()
            if !waiting.isEmpty { return waiting.removeFirst() }
            guard phase == .listening else { return nil }
            if let frame = try await input.nextFrame() {
                waiting += session.accept(frame.samples)
            } else {
                phase = .drained
                waiting += session.finish()
            }
        }
    }
}
