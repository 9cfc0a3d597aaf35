internal import Catalogue
internal import Foundation
internal import Ordering
internal import QRCodes
internal import Speech
internal import VoiceSearch

/// An action of the page `/search`. As JSON: `{"startVoiceSearch":{}}`, `{"search":{"query":"emma"}}`.
enum SearchAction: Equatable, Codable, Sendable {
    /// Somebody pressed the microphone button.
    case startVoiceSearch
    /// Somebody pressed "stop".
    case stopListening
    /// Somebody gave up.
    case cancelVoiceSearch
    /// Somebody typed; at most 200 characters.
    case search(query: String)
    /// Somebody took a picture, of which this is a part.
    case picture(part: PicturePart)
    /// Somebody pressed the button of a result.
    case add(item: Int)
    /// Somebody pressed "search again".
    case reset
    /// The reading list is shown, or hidden.
    case showList(isShown: Bool)
    /// An entry of the reading list is removed.
    case remove(entry: Int)
    /// Somebody touched the page.
    case stillHere
    /// The guest has left; the next one has another list.
    case leave
}

/// The search of one open page: carries out what `VoiceSearchMachine` decides.
actor SearchSession: PageSession {
    private let parts: SearchParts
    private let turn: PictureTurn
    private var machine = VoiceSearchMachine(gates: .page)
    private var feed = PageFeed<SearchPageState>()
    private var listener: Listener?
    private var list: String
    private var entries: [ReadingListEntry] = []
    private var isListShown = false
    private var isAddingRefused = false
    private var code: SearchPageState.Code?
    private var watch: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    private var upload = PictureUpload()
    private var microphone: DeviceState
    /// The picture to read, until that begins.
    private var picture: MediaFile?

    init(_ parts: SearchParts, _ turn: PictureTurn, list: String) {
        self.parts = parts
        self.turn = turn
        self.list = list
        listener = parts.dictation.map { Listener($0) }
        microphone = parts.dictation == nil ? .absent : .lost
    }

    /// Reads the list, and follows the microphone.
    func begin() async {
        await readList()
        if let dictation = parts.dictation {
            watch = Task { [weak self] in
                for await gates in await dictation.dictationGates() { await self?.take(gates) }
            }
        }
        show()
    }

    func updates() -> AsyncStream<PageUpdate> { feed.updates }

    func close() {
        listener?.cancel()
        watch?.cancel()
        timer?.cancel()
        feed.finish()
    }

    func perform(_ json: [UInt8]) async -> KioskActionResult? {
        guard let action = try? JSONDecoder().decode(SearchAction.self, from: Data(json)) else { return nil }
        isAddingRefused = false
        switch action {
        case .startVoiceSearch: handle(.startVoiceSearch)
        case .stopListening: handle(.stopListening)
        case .cancelVoiceSearch: handle(.cancelVoiceSearch)
        case .search(let query):
            guard query.count <= VoiceSearchMachine.longestQuery else { return nil }
            handle(.search(query))
        case .picture(let part):
            switch upload.take(part) {
            case .incomplete: break
            case .refused: return .refused("It is no picture, or too large.")
            case .complete(let file):
                picture = file
                handle(.picture)
            }
        case .add(let item): handle(.add(item: item))
        case .reset: handle(.reset)
        case .stillHere: handle(.touched)
        case .showList(let isShown):
            isListShown = isShown
            drawCode()
        case .remove(let index):
            guard entries.indices.contains(index) else { break }
            try? await parts.lists?.remove(entries[index], fromList: list)
            await readList()
        case .leave:
            list = parts.newList()
            (entries, isListShown, code) = ([], false, nil)
            handle(.reset)
        }
        show()
        return .done
    }

    private func take(_ open: DictationGates) {
        microphone = open.microphoneState
        var gates: VoiceSearchMachine.Gates = .page
        if open.contains(.microphone) { gates.insert(.microphone) }
        if open.contains(.recognizer) { gates.insert(.recognizer) }
        if open.contains(.free) { gates.insert(.free) }
        handle(.gates(gates))
    }

    // MARK: The machine

    private func handle(_ event: VoiceSearchMachine.Event) {
        for action in machine.handle(event, at: parts.clock.now()) { carryOut(action) }
        timer?.cancel()
        timer = machine.nextDeadline.map { deadline in
            Task { [weak self, clock = parts.clock] in
                guard (try? await clock.sleep(max(.zero, deadline - clock.now()))) != nil else { return }
                await self?.handle(.tick)
            }
        }
        show()
    }

    private func carryOut(_ action: VoiceSearchMachine.Action) {
        switch action {
        case .listen(let run): listen(run)
        case .stop(let run): listener?.stop(run: run)
        case .cancel: listener?.cancel()
        case .read(let run): read(run)
        case .search(let query, let run):
            Task { [parts] in
                do {
                    handle(.found(try await parts.catalogue.search(query), run: run))
                } catch {
                    handle(.searchFailed(.search, run: run))
                }
            }
        case .add(let id): add(id)
        }
    }

    private func read(_ run: Int) {
        guard let picture, let reader = parts.pictures else { return handle(.readingFailed(.pictures, run: run)) }
        self.picture = nil
        guard turn.take(at: parts.clock.now()) else { return handle(.readingFailed(.pictureBusy, run: run)) }
        Task { [turn, clock = parts.clock] in
            let words = try? await reader.read(picture)
            turn.give(at: clock.now())
            handle(words.map { .read($0, run: run) } ?? .readingFailed(.pictures, run: run))
        }
    }

    private func listen(_ run: Int) {
        Task { [parts] in
            let request = await DictationRequest(
                phrases: parts.catalogue.phrases(), leadIns: parts.catalogue.leadIns())
            // The search may have been cancelled meanwhile.
            guard machine.isListening else { return handle(.heard("", run: run)) }
            listener?.listen(run: run, request) { [weak self] id in
                await self?.given(id, run)
            } report: { [weak self] event in
                await self?.heard(event, run)
            }
        }
    }

    private func given(_ id: Int, _ run: Int) { listener?.given(id, run: run) }

    private func heard(_ event: DictationEvent, _ run: Int) {
        switch event {
        case .began, .speech: break
        case .level(let level): feed.show(level: level)
        case .partial(let text): handle(.partial(text, run: run))
        case .ended(let ending):
            guard let problem = VoiceSearchMachine.Problem(ending.reason) else {
                return handle(.heard(ending.words, run: run))
            }
            handle(.listeningFailed(problem, run: run))
        }
    }

    // MARK: Adding

    private func add(_ id: Int) {
        guard case .results(_, let hits, _) = machine.state, let item = hits.first(where: { $0.item.id == id })?.item
        else { return }
        Task {
            let isAdded = item.isAvailable ? await item.kind == .menu ? order(item) : keep(item) : false
            isAddingRefused = !isAdded
            handle(isAdded ? .added(item: id) : .addingFailed(item: id))
        }
    }

    private func order(_ item: CatalogueItem) async -> Bool {
        guard await parts.kiosk.perform(.startSilently) == .done else { return false }
        return await parts.kiosk.perform(.add(itemId: item.identifier, quantity: 1, options: [])) == .done
    }

    private func keep(_ item: CatalogueItem) async -> Bool {
        guard let lists = parts.lists else { return false }
        let entry = ReadingListEntry(
            title: item.title, by: item.creators.joined(separator: ", "), identifier: item.identifier,
            place: item.place)
        do { try await lists.add(entry, toList: list, at: parts.wall()) } catch { return false }
        await readList()
        return true
    }

    // MARK: The page

    private func readList() async {
        entries = (try? await parts.lists?.entries(ofList: list)) ?? entries
        drawCode()
    }

    private func drawCode() {
        guard isListShown, !entries.isEmpty else {
            code = nil
            return
        }
        code = QRCode(SearchPageState.text(heading: parts.heading, entries)).map {
            SearchPageState.Code(size: $0.size + 2 * QRCode.margin, path: $0.path)
        }
    }

    private func show() {
        feed.show(
            SearchPageState(
                machine, hasVoice: listener != nil, microphone: microphone, hasPictures: parts.pictures != nil,
                list: list, entries: entries,
                code: code,
                isAddingRefused: isAddingRefused, price: parts.price))
    }
}

extension VoiceSearchMachine.Problem {
    /// Why nobody was listened to; `nil` for a dictation that was complete.
    init?(_ reason: DictationEnding.Reason) {
        switch reason {
        case .silence, .stopped, .longest: return nil
        case .microphone: self = .microphone
        case .recognizer: self = .recognizer
        case .guest, .staff, .busy: self = .busy
        }
    }
}
