import Foundation
import KioskWeb
import Ordering
import Synchronization
import TestSupport
import Testing

/// A catalogue that a test scripts.
final class ScriptedSearch: SearchService {
    private let answers: Mutex<[SearchAnswer?]>
    private let asked = Mutex<[String]>([])

    init(_ answers: [SearchAnswer?]) { self.answers = Mutex(answers) }

    var queries: [String] { asked.withLock { $0 } }

    func search(_ query: String) async -> SearchAnswer? {
        asked.withLock { $0.append(query) }
        return answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? nil }
    }

    /// Results of every kind, with text that would be harmful as markup.
    static let results = SearchAnswer(results: [
        .init(
            key: "books-1", kind: "books", title: "The Great Gatsby <script>document.title='x'</script>",
            by: "F. Scott Fitzgerald", year: "1925", place: "Shelf A 3", price: "$9.50", identifier: "9780743273565"),
        .init(key: "menu-2", kind: "menu", itemId: "latte", title: "Latte", price: "$4.25"),
        .init(key: "things-3", kind: "things", title: "Sold out mug", price: "$12.00", isAvailable: false),
    ])
}

/// The page `/search`.
@Suite(.timeLimit(.minutes(10)))
struct SearchPageTests {
    @Test("A kiosk without a catalogue has no search page; searches need the page's token and a query")
    func overHTTP() async throws {
        try await Site.with { site in
            let page = try await site.get("/search"), answer = try await site.post("/search.json", #"{"query":"x"}"#)
            #expect(page.status == 404 && answer.status == 404)
        }
        let search = ScriptedSearch([ScriptedSearch.results, nil])
        try await Site.with(search: search) { site in
            #expect(try await site.get("/search").status == 200)
            #expect(try await site.post("/search.json", #"{"query":"x"}"#, ["X-Brews-Token": ""]).status == 403)
            #expect(try await site.get("/search.json").status == 405)
            let long = String(repeating: "x", count: 201)
            for body in ["{}", #"{"query":""}"#, #"{"query":"\#(long)"}"#, "x"] {
                #expect(try await site.post("/search.json", body).status == 400)
            }
            #expect(search.queries.isEmpty)
            let answer = try await site.post("/search.json", #"{"query":"gatsby"}"#)
            #expect(answer.status == 200 && answer.text.contains(#""title":"Latte""#))
            #expect(try await site.post("/search.json", #"{"query":"gatsby"}"#).status == 503)
        }
    }

    @Test(
        "Typed search: error and try again, cards with texts only, add to the list and to the order, search again",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: [(800, 480), (1_080, 1_920)])
    func page(_ width: Int, _ height: Int) async throws {
        let search = ScriptedSearch([nil, ScriptedSearch.results])
        try await Site.with(search: search) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                func state() async throws -> String {
                    try await browser.value(of: "document.documentElement.dataset.search")
                }
                try await browser.resize(width: width, height: height)
                try await browser.open(site.address + "/search")
                try await browser.wait(for: "document.querySelectorAll('#search-examples button').length > 2")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "search-start-\(width)")
                try await browser.click("#search-examples button")
                try await browser.wait(for: "document.documentElement.dataset.search === 'error'")
                #expect(try await PageAudit(browser).findings == [])
                try await browser.click("#search-again")
                try await browser.wait(for: "document.querySelectorAll('.result').length === 3")
                #expect(try await browser.value(of: "document.title") == "Search")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "search-results-\(width)")
                try await browser.click(".result:nth-child(1) button")
                try await browser.wait(for: "document.querySelector('.result button').textContent === 'Added'")
                try await browser.click(".result:nth-child(2) button")
                try await browser.wait(
                    for: "document.querySelectorAll('.result button')[1].textContent === 'Added'")
                #expect(site.kiosk.actions == [.startSilently, .add(itemId: "latte", quantity: 1, options: [])])
                #expect(try await browser.value(of: "document.querySelectorAll('.result button')[2].disabled"))
                try await browser.click("#search-new")
                #expect(try await state() == "idle")
                #expect(search.queries == ["the great gatsby", "the great gatsby"])
            }
        }
    }
}

/// Screenshots for people, where `BREWS_SCREENS` names a folder.
private enum Screens {
    static func keep(_ browser: Browser, _ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["BREWS_SCREENS"] else { return }
        try await browser.screenshot().write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
    }
}
