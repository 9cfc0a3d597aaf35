internal import Catalogue
internal import Foundation
internal import Notebook
internal import Ordering
internal import QRCodes
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import Desks

/// A catalogue with one book and one item of the menu.
private struct TwoItems: CatalogueSearching {
    func search(_ query: String) async throws -> [CatalogueHit] {
        [
            CatalogueHit(item: CatalogueItem(id: 1, kind: .books, title: "Emma", creators: ["Jane Austen"]), score: 1),
            CatalogueHit(item: CatalogueItem(id: -1, kind: .menu, title: "Latte", identifier: "latte"), score: 0.5),
        ]
    }

    func leadIns() async -> [String] { ["do you have"] }

    func phrases() async -> [String] { ["emma"] }
}

/// Reads of a picture what its last byte says.
private struct ScriptedPictures: PictureReading {
    struct Failure: Error {}

    func read(_ picture: MediaFile) async throws -> String {
        switch picture.bytes.last {
        case 1: "emma"
        case 2: ""
        default: throw Failure()
        }
    }
}

/// The state of the page, as far as the tests look at it.
private struct Shown: Decodable {
    struct Result: Decodable {
        var id: Int
        var adding: String?
    }

    var state: String
    var transcript: String
    var query: String
    var problem: String?
    var canListen: Bool
    var results: [Result]
    var list: String
    var entries: [ReadingListEntry]
    var isAddingRefused: Bool
}

/// The search of one page: the machine's actions are carried out.
@Suite(.timeLimit(.minutes(10)))
struct SearchSessionTests {
    private static func parts(
        _ kiosk: ScriptedKiosk, _ dictation: ScriptedDictation?, _ lists: (any ReadingListStore)?,
        clock: ManualClock = ManualClock()
    ) -> SearchParts {
        SearchParts(
            catalogue: TwoItems(), dictation: dictation, pictures: ScriptedPictures(), kiosk: kiosk, lists: lists,
            clock: MonotonicClock(clock),
            wall: { WallTime(epochMilliseconds: 1, isTrusted: true) }, price: { _ in "" }, newList: { "0-1" },
            heading: "Brews")
    }

    private static func act(_ session: any PageSession, _ json: String) async -> KioskActionResult? {
        await session.perform(Array(json.utf8))
    }

    /// The next state that fits.
    private static func wait(
        _ updates: inout AsyncStream<PageUpdate>.Iterator, for wanted: (Shown) -> Bool
    ) async throws -> Shown? {
        while let update = await updates.next() {
            guard case .state(let json) = update else { continue }
            let shown = try JSONDecoder().decode(Shown.self, from: Data(json))
            if wanted(shown) { return shown }
        }
        return nil
    }

    @Test("Spoken words become results; a menu item goes to the order and a book to the kept list")
    func spoken() async throws {
        let kiosk = ScriptedKiosk(menu: try MenuLoader.builtIn()), dictation = ScriptedDictation()
        let lists = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let desk = SearchDesk(Self.parts(kiosk, dictation, lists))
        let session = await desk.open(kept: nil)
        var updates = await session.updates().makeAsyncIterator()
        #expect(try await Self.wait(&updates) { $0.canListen } != nil)
        #expect(await Self.act(session, #"{"startVoiceSearch":{}}"#) == .done)
        #expect(try await Self.wait(&updates) { $0.state == "listening" } != nil)
        await dictation.waits(forListening: true)
        dictation.say("emma")
        #expect(try await Self.wait(&updates) { $0.transcript == "emma" } != nil)
        dictation.end()
        let found = try await Self.wait(&updates) { $0.state == "results" }
        #expect(found?.query == "emma" && found?.results.map(\.id) == [1, -1])
        #expect(await Self.act(session, #"{"add":{"item":1}}"#) == .done)
        let kept = try await Self.wait(&updates) { $0.results.first?.adding == "done" }
        #expect(kept?.entries.map(\.title) == ["Emma"] && kept?.list == "0-1")
        #expect(await Self.act(session, #"{"add":{"item":-1}}"#) == .done)
        #expect(try await Self.wait(&updates) { $0.results.last?.adding == "done" } != nil)
        #expect(kiosk.actions == [.startSilently, .add(itemId: "latte", quantity: 1, options: [])])
        // A refusal is shown, and the button can be pressed again.
        #expect(await Self.act(session, #"{"search":{"query":"latte"}}"#) == .done)
        #expect(try await Self.wait(&updates) { $0.state == "results" } != nil)
        kiosk.refuse("closed")
        #expect(await Self.act(session, #"{"add":{"item":-1}}"#) == .done)
        let refused = try await Self.wait(&updates) { $0.isAddingRefused }
        #expect(refused?.results.last?.adding == nil)
        // Another page continues the list; the next guest has a new one.
        let other = await desk.open(kept: "0-1")
        var again = await other.updates().makeAsyncIterator()
        #expect(try await Self.wait(&again) { _ in true }?.entries.map(\.title) == ["Emma"])
        #expect(await Self.act(other, #"{"remove":{"entry":0}}"#) == .done)
        #expect(try await Self.wait(&again) { $0.entries.isEmpty } != nil)
        await session.close()
        await other.close()
    }

    @Test("Without a microphone, or with it in use, the page says so; the session's end cancels the dictation")
    func gates() async throws {
        let kiosk = ScriptedKiosk(menu: try MenuLoader.builtIn()), dictation = ScriptedDictation([.recognizer, .free])
        let session = await SearchDesk(Self.parts(kiosk, dictation, nil)).open(kept: "<script>")
        var updates = await session.updates().makeAsyncIterator()
        #expect(try await Self.wait(&updates) { _ in true }?.list == "0-1")
        for (gates, problem) in [
            (DictationGates([.recognizer, .free]), "microphone"), ([.microphone, .free], "recognizer"),
            ([.recognizer, .microphone], "busy"),
        ] {
            dictation.set(gates)
            var shown: String?
            // The gates arrive a little later.
            while shown != problem, !Task.isCancelled {
                #expect(await Self.act(session, #"{"startVoiceSearch":{}}"#) == .done)
                shown = try await Self.wait(&updates) { $0.state == "error" }?.problem
                #expect(await Self.act(session, #"{"reset":{}}"#) == .done)
            }
        }
        dictation.set(.all)
        #expect(try await Self.wait(&updates) { $0.canListen } != nil)
        #expect(await Self.act(session, #"{"startVoiceSearch":{}}"#) == .done)
        await dictation.waits(forListening: true)
        await session.close()
        await dictation.waits(forListening: false)
        #expect(await Self.act(session, "{}") == nil && dictation.requests.count == 1)
    }

    @Test("The machine's deadlines fire: results that nobody looks at are closed, a touch puts that off")
    func deadlines() async throws {
        let clock = ManualClock(), kiosk = ScriptedKiosk(menu: try MenuLoader.builtIn())
        let session = await SearchDesk(Self.parts(kiosk, nil, nil, clock: clock)).open(kept: nil)
        var updates = await session.updates().makeAsyncIterator()
        #expect(await Self.act(session, #"{"search":{"query":"emma"}}"#) == .done)
        #expect(try await Self.wait(&updates) { $0.state == "results" } != nil)
        clock.advance(by: .seconds(50))
        #expect(await Self.act(session, #"{"stillHere":{}}"#) == .done)
        clock.advance(by: .seconds(20))
        for _ in 0..<100 { await Task.yield() }
        #expect(await Self.act(session, #"{"add":{"item":1}}"#) == .done)
        #expect(try await Self.wait(&updates) { $0.isAddingRefused }?.state == "results")
        clock.advance(by: .seconds(61))
        #expect(try await Self.wait(&updates) { $0.state == "idle" } != nil)
        await session.close()
    }

    @Test("A list becomes a code of its text; what a code cannot hold is counted")
    func code() throws {
        let entries = (1...40).map {
            ReadingListEntry(
                title: "Book \($0) with a long title", by: "An author", identifier: "978", place: "Shelf \($0)")
        }
        let short = SearchPageState.text(heading: "Brews", Array(entries.prefix(1)))
        #expect(short == "Brews\n1. Book 1 with a long title, An author, 978, Shelf 1")
        let long = SearchPageState.text(heading: "Brews", entries)
        #expect(long.utf8.count <= QRCode.mostBytes && long.contains("\n+ "))
        try #require(QRCode("x") != nil, "libqrencode4 is not installed")
        let code = try #require(QRCode(long))
        // Three finder patterns.
        for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            let top = (0..<7).map { code.modules[row * code.size + column + $0] }
            let second = (0..<7).map { code.modules[(row + 1) * code.size + column + $0] }
            #expect(top.allSatisfy(\.self) && second == [true, false, false, false, false, false, true])
        }
        #expect(QRCode("") == nil && QRCode(String(repeating: "x", count: QRCode.mostBytes + 1)) == nil)
    }

    @Test("Pictures: read and searched, without a word, unreadable, and one at a time with a pause between them")
    func pictures() async throws {
        let clock = ManualClock(), kiosk = ScriptedKiosk(menu: try MenuLoader.builtIn())
        let desk = SearchDesk(Self.parts(kiosk, nil, nil, clock: clock))
        let session = await desk.open(kept: nil), other = await desk.open(kept: nil)
        var updates = await session.updates().makeAsyncIterator()
        var others = await other.updates().makeAsyncIterator()
        func show(_ last: UInt8, _ session: any PageSession) async {
            let data = Data([0xFF, 0xD8, 0xFF, last]).base64EncodedString()
            let part = #"{"picture":{"part":{"data":"\#(data)","isFirst":true,"isLast":true}}}"#
            #expect(await Self.act(session, part) == .done)
        }
        await show(1, session)
        #expect(try await Self.wait(&updates) { $0.state == "results" }?.query == "emma")
        await show(1, other)
        #expect(try await Self.wait(&others) { $0.state == "error" }?.problem == "pictureBusy")
        for (last, problem) in [(2, "nothingRead"), (3, "pictures")] as [(UInt8, String)] {
            clock.advance(by: PictureTurn.pause)
            await show(last, session)
            #expect(try await Self.wait(&updates) { $0.state == "error" && $0.problem == problem } != nil)
        }
        clock.advance(by: PictureTurn.pause)
        for bytes in BadPictures.all where bytes.count < 100 {
            let data = Data(bytes).base64EncodedString()
            let part = #"{"picture":{"part":{"data":"\#(data)","isFirst":true,"isLast":true}}}"#
            #expect(await Self.act(session, part) != .done)
        }
        // What was refused has taken no turn.
        await show(1, other)
        #expect(try await Self.wait(&others) { $0.state == "results" } != nil)
        await session.close()
        await other.close()
    }
}
