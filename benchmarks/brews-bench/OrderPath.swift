internal import BrewsCLI
internal import KioskRuntime
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Transcription
internal import VoiceOrdering

/// The path from audio to an order with the settings of the options; the menu of the recorded orders where none is
/// named.
struct OrderPath {
    let setup: Setup
    let menu: Menu
    let engine: any VoiceService
    let vocabulary: RecognitionVocabulary?
    private let parser: OrderParsingPipeline

    init(_ arguments: Arguments) throws {
        setup = try Setup(arguments)
        menu = arguments.has("menu") ? try setup.menu() : try Setup.menu(file: try OrdersBenchmark.ownMenu())
        parser = try OrderParsingPipeline(menu: menu)
        engine = try setup.engine(for: menu)
        vocabulary = try setup.vocabulary(for: menu, heardBy: engine)
    }

    /// Processes a recording as one guest's session.
    ///
    /// - Parameter endpointing: settings of the endpointer; `nil` leaves the end of utterances to the recogniser.
    func takeOrder(from samples: [Int16], endpointing: CompletionSettings?) async throws -> OrderOutcome {
        let clock = ContinuousClock(), origin = clock.now
        let guest = try VoiceOrderingOrchestrator(
            menu: menu, service: engine, vocabulary: vocabulary, parser: parser, endpointing: endpointing,
            confidenceGate: setup.confidenceGate
        ) { clock.now - origin }
        return try await guest.takeOrder(from: ClipInput(samples))
    }
}
