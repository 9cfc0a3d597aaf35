internal import Catalogue
internal import Conversation
internal import Desks
internal import Feedback
internal import KioskWeb
internal import NoteMatching
internal import Notebook
internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

/// A catalogue with one book, or one that cannot be read.
private struct OneBook: CatalogueSearching {
    struct Unreadable: Error {}

    var isReadable = true

    func search(_ query: String) async throws -> [CatalogueHit] {
        guard isReadable else { throw Unreadable() }
        let item = CatalogueItem(id: 1, kind: .books, title: "Emma", creators: ["Jane Austen"], place: "A 3")
        return query.contains("emma") ? [CatalogueHit(item: item, score: 1)] : []
    }

    func phrases() async -> [String] { ["emma"] }

    func leadIns() async -> [String] { [] }
}

/// The composition of search, notebook and assistant, with parts replaced.
@Suite(.timeLimit(.minutes(10)))
struct ServicesTests {
    private static func services(_ catalogue: OneBook?) async throws -> (Services, SQLiteNotebook) {
        let menu = try MenuLoader.builtIn(), notebook = try await SQLiteNotebook.open(NotebookSettings(.memory))
        var services = Services(
            parser: try OrderParsingPipeline(menu: menu),
            writer: try Setup(Arguments([], spec: ChatCommand.spec)).writer(for: menu))
        services.notebook = notebook
        services.catalogue = catalogue
        services.kiosk = ScriptedKiosk(menu: menu)
        services.wall = { WallTime(epochMilliseconds: 7, isTrusted: true) }
        return (services, notebook)
    }

    @Test("A question goes to notebook, menu and catalogue in turn; one in vain is noted for guests, not for staff")
    func answers() async throws {
        var (services, notebook) = try await Self.services(OneBook())
        _ = try await notebook.add(question: "What is the wifi password?", answer: "Beans.", isPrivate: false)
        let chain = services.answers()
        #expect(await chain.answer("what's the wifi password") == SourcedAnswer(text: "Beans.", source: "notebook"))
        #expect(await chain.answer("is there milk in the latte").source == "menu")
        #expect(await chain.answer("emma").text == "Emma, Jane Austen. A 3.")
        #expect(await chain.answer("where is the grand piano").source == SourcedAnswer.noSource)
        #expect(try await notebook.openQuestions().map(\.last.epochMilliseconds) == [7])
        services.audience = .staff
        _ = await services.answers().answer("when does the harvest festival begin")
        #expect(try await notebook.openQuestions().count == 1)
    }

    @Test("A part that fails or is missing leaves the others at work")
    func replaced() async throws {
        var (services, _) = try await Self.services(OneBook(isReadable: false))
        #expect(await services.answers().answer("is there milk in the latte").source == "menu")
        #expect(await services.answers().answer("emma").source == SourcedAnswer.noSource)
        var desks = await services.desks()
        #expect(desks.search != nil && desks.assistant != nil && desks.noteSpeech == nil)
        services.dictation = ScriptedDictation()
        services.catalogue = nil
        desks = await services.desks()
        #expect(desks.search == nil && desks.assistant != nil && desks.noteSpeech != nil)
        services.notebook = nil
        desks = await services.desks()
        #expect(desks.assistant == nil && desks.noteSpeech == nil)
        #expect(await services.answers().answer("is there milk in the latte").source == "menu")
    }

    private static let states: [(gates: DictationGates, state: DeviceState)] = [
        (.all, .present), ([.recognizer, .free], .lost), ([.recognizer, .free, .denied], .denied),
    ]

    @Test("Pages show whether the microphone is there, lost or denied", arguments: states.indices)
    func microphone(_ index: Int) async throws {
        let (gates, state) = Self.states[index]
        var (services, _) = try await Self.services(OneBook())
        services.dictation = ScriptedDictation(gates)
        let desks = await services.desks()
        for desk in [desks.search, desks.assistant] {
            let session = try #require(await desk?.open(kept: nil))
            for await update in await session.updates() {
                guard case .state(let json) = update else { continue }
                if String(decoding: json, as: UTF8.self).contains(#""microphone":"\#(state.rawValue)""#) { break }
            }
            await session.close()
        }
    }
}
