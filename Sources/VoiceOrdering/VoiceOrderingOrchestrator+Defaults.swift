internal import OrderParsing
public import Ordering
public import Speech

extension VoiceOrderingOrchestrator {
    /// Creates an orchestrator for one guest with the default parser, endpointing and confidence gate.
    ///
    /// ```swift
    /// let menu = try MenuLoader.builtIn()
    /// let recogniser = try VoskVoiceService(bundled: ModelCatalogue.defaultModel, menu: menu)
    /// let guest = try VoiceOrderingOrchestrator(menu: menu, service: recogniser)
    /// let order = try await guest.takeOrder(from: RecordedAudio.open(path: "guest.wav"))
    /// for line in order.lines { print(line.quantity, line.name, line.options, line.total.minorUnits) }
    /// ```
    ///
    /// - Throws: `ConfirmationError` for a menu in a language whose yes and no are not known.
    public init(menu: Menu, service: any VoiceService) throws {
        let parser = try OrderParsingPipeline(menu: menu)
        let clock = ContinuousClock(), origin = clock.now
        try self.init(menu: menu, service: service, vocabulary: nil, parser: parser) { clock.now - origin }
    }
}
