internal import Ordering

/// The one dictation of a page's session. Owned by the session, which gets the events back with their run.
struct Listener: Sendable {
    private let service: any DictationService
    private var task: Task<Void, Never>?
    /// The dictation under way; `id` is `nil` until the kiosk has given one.
    private var current: (run: Int, id: Int?, isStopped: Bool)?

    init(_ service: any DictationService) { self.service = service }

    /// Begins a dictation in place of the present one.
    ///
    /// - Parameters:
    ///   - began: told the number that the kiosk gave, for `given`.
    ///   - report: told each event.
    mutating func listen(
        run: Int, _ request: DictationRequest, began: @escaping @Sendable (_ id: Int) async -> Void,
        report: @escaping @Sendable (DictationEvent) async -> Void
    ) {
        task?.cancel()
        current = (run, nil, false)
        task = Task { [service] in
            let dictation = await service.dictate(request)
            await began(dictation.id)
            for await event in dictation.events { await report(event) }
        }
    }

    /// The kiosk has given a number. A dictation that was stopped before is stopped now.
    mutating func given(_ id: Int, run: Int) {
        guard current?.run == run else { return }
        current?.id = id
        if current?.isStopped == true { stop(run: run) }
    }

    /// Ends a dictation; its words are reported.
    mutating func stop(run: Int) {
        guard current?.run == run else { return }
        current?.isStopped = true
        guard let id = current?.id else { return }
        Task { [service] in await service.stopDictation(id) }
    }

    /// Ends the present dictation; nothing more is reported.
    mutating func cancel() {
        task?.cancel()
        task = nil
        current = nil
    }
}
