import Catalogue
import Desks
import Foundation
import KioskWeb
import Notebook
import Ordering
import Speech
import Synchronization
import TestSupport
import Testing

/// The page `/search`.
@Suite(.timeLimit(.minutes(10)))
struct SearchPageTests {
    private static func desk(
        _ kiosk: ScriptedKiosk, _ catalogue: ScriptedCatalogue, _ dictation: ScriptedDictation? = nil,
        lists: (any ReadingListStore)? = nil, pictures: ScriptedPictures? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> KioskWebDesks {
        var desks = KioskWebDesks()
        desks.search = SearchDesk(
            SearchParts(
                catalogue: catalogue, dictation: dictation, pictures: pictures, kiosk: kiosk, lists: lists,
                clock: MonotonicClock(clock), wall: { WallTime(epochMilliseconds: 1, isTrusted: true) },
                price: { $0.price.map { "$\(Double($0) / 100)" } ?? "" }, newList: { UUID().uuidString.lowercased() },
                heading: "Brews"))
        return desks
    }

    private static func session(_ site: Site) async throws -> String {
        let opened = try await site.post("/search/open", "{}")
        return String(try #require(opened.text.firstMatch(of: /"session":"([0-9a-f]{64})"/)).1)
    }

    @Test("A kiosk without a catalogue has no search page; sessions need the page's token, and actions their session")
    func overHTTP() async throws {
        try await Site.with { site in
            let page = try await site.get("/search"), answer = try await site.post("/search/open", "{}")
            #expect(page.status == 404 && answer.status == 404)
            #expect(try await site.get("/menu.json").text.contains(#""hasSearchPage":false"#))
        }
        let catalogue = ScriptedCatalogue([ScriptedCatalogue.items])
        try await Site.with(desks: { Self.desk($0, catalogue) }) { site in
            #expect(try await site.get("/search").status == 200)
            #expect(try await site.get("/menu.json").text.contains(#""hasSearchPage":true"#))
            #expect(try await site.post("/search/open", "{}", ["X-Brews-Token": ""]).status == 403)
            #expect(try await site.get("/search/open").status == 405)
            #expect(try await site.post("/search/open", "x").status == 400)
            let search = #"{"search":{"query":"gatsby"}}"#
            #expect(try await site.post("/search/act", search).status == 410)
            let id = try await Self.session(site)
            let headers = ["X-Brews-Session": id]
            let long = String(repeating: "x", count: 201)
            for body in ["{}", #"{"search":{}}"#, #"{"search":{"query":"\#(long)"}}"#, "x"] {
                #expect(try await site.post("/search/act", body, headers).status == 400)
            }
            #expect(catalogue.queries.isEmpty)
            #expect(try await site.post("/search/act", search, headers).status == 200)
            #expect(try await site.get("/search/events/\(id.dropLast())0").status == 404)
            // The page finds its session again, and the oldest session makes room for a fifth one.
            #expect(try await site.post("/search/open", #"{"session":"\#(id)"}"#).text.contains(id))
            for _ in 0..<4 { _ = try await Self.session(site) }
            #expect(try await site.post("/search/act", search, headers).status == 410)
        }
    }

    private static func wait(for state: String, _ browser: Browser) async throws {
        try await browser.wait(for: "document.documentElement.dataset.search === '\(state)'")
    }

    @Test(
        "Typed search: error and try again, cards with texts only, add to the list and to the order, search again",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func typed(size: ScreenSize) async throws {
        let catalogue = ScriptedCatalogue([nil, ScriptedCatalogue.items])
        let lists = try await SQLiteNotebook.open(NotebookSettings(.memory))
        try await Site.with(desks: { Self.desk($0, catalogue, ScriptedDictation(), lists: lists) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await browser.open(site.address + "/search")
                try await browser.wait(for: "document.querySelector('#search-talk').checkVisibility()")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-search-start")
                try await browser.click("#search-examples button")
                try await Self.wait(for: "error", browser)
                #expect(try await PageAudit(browser).findings == [])
                try await browser.click("#search-again")
                try await browser.wait(for: "document.querySelectorAll('.result').length === 4")
                #expect(try await browser.value(of: "document.title") == "Search")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-search-results")
                try await browser.click(".result:nth-child(1) button")
                try await browser.wait(for: "document.querySelector('.result button').textContent === 'Added'")
                try await browser.click(".result:nth-child(2) button")
                try await browser.wait(
                    for: "document.querySelectorAll('.result button')[1].textContent === 'Added'")
                #expect(site.kiosk.actions == [.startSilently, .add(itemId: "latte", quantity: 1, options: [])])
                #expect(try await browser.value(of: "document.querySelectorAll('.result button')[2].disabled"))
                try await browser.click("#search-list")
                try await browser.wait(for: "document.querySelector('#reading-symbol path') !== null")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-search-list")
                #expect(
                    try await browser.value(
                        of: "document.querySelector('.reading-name').textContent.includes('<script>')")
                )
                try await browser.click(".reading-entry button")
                try await browser.wait(for: "!document.querySelector('#reading').open")
                try await browser.click("#search-new")
                try await Self.wait(for: "idle", browser)
                #expect(catalogue.queries == ["the great gatsby", "the great gatsby"])
            }
        }
    }

    @Test(
        "Search by voice: waveform and transcript, stop, silence, cancel; the microphone lost mid-sentence",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: [ScreenSize.all[0], ScreenSize.all[3]])
    func spoken(size: ScreenSize) async throws {
        let catalogue = ScriptedCatalogue([ScriptedCatalogue.items]), dictation = ScriptedDictation()
        try await Site.with(desks: { Self.desk($0, catalogue, dictation) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await browser.open(site.address + "/search")
                try await browser.wait(for: "document.querySelector('#search-talk').checkVisibility()")
                // Stopped: the words so far are searched.
                try await browser.click("#search-talk")
                try await Self.wait(for: "listening", browser)
                await dictation.waits(forListening: true)
                #expect(dictation.requests.last?.phrases == ["the great gatsby"])
                for level in 0..<40 { dictation.send(level: Double(level) - 60) }
                dictation.say("the great gats")
                try await browser.wait(
                    for: "document.querySelector('#search-heard').textContent === 'the great gats'")
                #expect(try await browser.value(of: "document.activeElement.id") == "search-stop")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-search-listening")
                try await browser.click("#search-stop")
                try await browser.wait(for: "document.querySelectorAll('.result').length === 4")
                #expect(try await browser.value(of: "document.querySelector('#search-text').value") == "the great gats")
                // Ended by silence.
                try await browser.click("#search-new")
                try await Self.wait(for: "idle", browser)
                try await browser.click("#search-talk")
                try await Self.wait(for: "listening", browser)
                await dictation.waits(forListening: true)
                dictation.say("emma")
                dictation.end()
                try await Self.wait(for: "results", browser)
                #expect(catalogue.queries == ["the great gats", "emma"])
                // Cancelled: nothing is searched.
                try await browser.click("#search-new")
                try await Self.wait(for: "idle", browser)
                try await browser.click("#search-talk")
                await dictation.waits(forListening: true)
                try await Self.wait(for: "listening", browser)
                try await browser.click("#search-cancel")
                try await Self.wait(for: "idle", browser)
                await dictation.waits(forListening: false)
                // Lost mid-sentence; typing goes on, and trying again works once the microphone is back.
                try await browser.click("#search-talk")
                await dictation.waits(forListening: true)
                dictation.say("persua")
                dictation.set([.recognizer, .free])
                try await Self.wait(for: "error", browser)
                try await browser.wait(
                    for: "document.querySelector('#search-state').textContent.startsWith('The microphone')")
                #expect(try await PageAudit(browser).findings == [])
                dictation.set(.all)
                try await browser.click("#search-again")
                try await Self.wait(for: "listening", browser)
                #expect(catalogue.queries.count == 2)
            }
        }
    }

    @Test(
        "A touch that comes before the kiosk has opened a session for the page is not lost",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func early() async throws {
        let catalogue = ScriptedCatalogue([ScriptedCatalogue.items])
        try await Site.with(desks: { Self.desk($0, catalogue) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.open(site.address + "/search")
                try await browser.run(
                    """
                    import('/desk.js').then(({ Desk }) => {
                      const desk = new Desk('/search', { snapshot: () => {}, level: () => {}, online: () => {} });
                      desk.act({ search: { query: 'emma' } }).then((answer) => { window.early = answer; });
                    });
                    """)
                try await browser.wait(for: "window.early?.done === true")
                #expect(catalogue.queries == ["emma"])
            }
        }
    }

    private static let camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]

    @Test(
        "Search by a picture: taken with the camera, what it says is searched; nothing on it, and no reader, are told",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func camera(size: ScreenSize) async throws {
        let catalogue = ScriptedCatalogue([ScriptedCatalogue.items]), clock = ManualClock()
        let pictures = ScriptedPictures(["9780141439600", "", nil])
        let desks = { Self.desk($0, catalogue, ScriptedDictation(), pictures: pictures, clock: clock) }
        try await Site.with(desks: desks) { site in
            try await Browser.with(arguments: Browser.calm + Self.camera) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await browser.open(site.address + "/search")
                try await browser.wait(
                    for: "document.querySelector('#search-picture .words')?.textContent === 'Take a picture'")
                #expect(try await PageAudit(browser).findings == [])
                try await Axe.expectNothing(browser)
                try await Screens.keep(browser, "\(size.name)-search-camera-button")
                for state in ["results", "error", "error"] {
                    clock.advance(by: .seconds(3))
                    try await browser.click("#search-picture")
                    try await browser.wait(for: "document.querySelector('.camera-video').videoWidth > 0")
                    #expect(try await PageAudit(browser).findings == [])
                    try await Axe.expectNothing(browser)
                    if state == "results" { try await Screens.keep(browser, "\(size.name)-search-camera") }
                    let read = pictures.taken.count
                    try await browser.click("#shoot")
                    try await browser.wait(for: "!document.querySelector('.camera').open")
                    #expect(try await browser.value(of: "document.querySelector('.camera-video').srcObject === null"))
                    await pictures.wait(for: read + 1)
                    try await Self.wait(for: state, browser)
                }
                try await browser.wait(
                    for: "document.querySelector('#search-state').textContent.startsWith('Pictures can’t be read')")
                #expect(try await browser.value(of: "document.querySelector('#search-text').checkVisibility()"))
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-search-no-reader")
                #expect(catalogue.queries == ["9780141439600"])
                #expect(pictures.taken.allSatisfy { $0.contentType == "image/jpeg" && $0.bytes.count > 1_000 })
            }
        }
    }

    @Test(
        "Without a camera a file is asked for, unless the page is the kiosk's own screen; ten bad files are told",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func badPictures() async throws {
        let catalogue = ScriptedCatalogue([ScriptedCatalogue.items]), pictures = ScriptedPictures(["emma"])
        try await Site.with(desks: { Self.desk($0, catalogue, pictures: pictures) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.open(site.address + "/search")
                try await browser.wait(
                    for: "document.querySelector('#search-picture .words')?.textContent === 'Use a picture'")
                let choose = """
                    const input = document.querySelector('input[type=file]'), transfer = new DataTransfer();
                    document.getElementById('search-state').textContent = '';
                    const bytes = Uint8Array.from(atob(arguments[1]), (each) => each.charCodeAt(0));
                    const rest = new Uint8Array(Number(arguments[2]));
                    transfer.items.add(new File([bytes, rest], 'a', { type: arguments[0] }));
                    input.files = transfer.files;
                    input.dispatchEvent(new Event('change'));
                    """
                let bad: [(String, [UInt8], Int)] = [
                    ("image/png", [], 0), ("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0),
                    ("image/png", Array("text".utf8), 0), ("image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0], 1_000),
                    ("image/webp", Array("RIFF\0\0\0\0WEBPVP8 ".utf8), 100),
                    ("image/svg+xml", Array("<svg/>".utf8), 0), ("application/pdf", Array("%PDF".utf8), 9),
                    ("text/html", Array("<script>window.ran=1</script>".utf8), 0),
                    ("image/gif", Array("GIF89a".utf8), 20), ("image/png", [0x89, 0x50], 21 << 20),
                ]
                for (type, bytes, zeros) in bad {
                    try await browser.run(choose, [type, Data(bytes).base64EncodedString(), String(zeros)])
                    try await browser.wait(
                        for: "document.getElementById('search-state').textContent.startsWith('That is no picture')")
                }
                #expect(pictures.taken.isEmpty && catalogue.queries.isEmpty)
                #expect(try await Payloads.ran(browser) == 0)
            }
        }
    }

    @Test(
        "A reloaded page continues its list, and another guest's page begins a new one",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func reload() async throws {
        let catalogue = ScriptedCatalogue([ScriptedCatalogue.items])
        let lists = try await SQLiteNotebook.open(NotebookSettings(.memory))
        try await Site.with(desks: { Self.desk($0, catalogue, lists: lists) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.open(site.address + "/search")
                try await browser.wait(for: "document.querySelectorAll('#search-examples button').length > 2")
                try await browser.click("#search-examples button")
                try await browser.wait(for: "document.querySelectorAll('.result').length === 4")
                try await browser.click(".result:nth-child(1) button")
                try await browser.wait(for: "document.querySelector('#search-list').checkVisibility()")
                try await browser.run("location.reload()")
                try await browser.wait(for: "document.querySelector('#search-list')?.checkVisibility()")
                try await browser.run("history.replaceState(null, ''); location.reload()")
                try await browser.wait(for: "history.state?.list !== undefined")
                #expect(try await browser.value(of: "document.querySelector('#search-list').hidden"))
                #expect(try await browser.value(of: "document.querySelector('#search-talk').hidden"))
            }
        }
    }

    @Test(
        "The welcome page leads to the search page and back",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func welcome(size: ScreenSize) async throws {
        let catalogue = ScriptedCatalogue([ScriptedCatalogue.items])
        try await Site.with(desks: { Self.desk($0, catalogue) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await browser.open(site.address)
                try await browser.wait(for: "document.querySelector('#welcome-search')?.checkVisibility()")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-welcome-search")
                try await browser.click("#welcome-search")
                try await browser.wait(for: "document.querySelector('#search-back')?.checkVisibility()")
                try await browser.click("#search-back")
                try await browser.wait(for: "document.querySelector('#welcome-search')?.checkVisibility()")
            }
        }
    }

    @Test(
        "G8: 50 payloads in titles, authors and places run no script and are shown as text",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func injections() async throws {
        let payloads = Payloads.all
        let items = payloads.enumerated().map { index, payload in
            CatalogueItem(
                id: index + 1, kind: .books, title: payload, creators: [payload], identifier: payload, place: payload)
        }
        let lists = try await SQLiteNotebook.open(NotebookSettings(.memory))
        try await Site.with(desks: { Self.desk($0, ScriptedCatalogue([items]), lists: lists) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.open(site.address + "/search")
                try await browser.wait(for: "document.querySelectorAll('#search-examples button').length > 2")
                try await browser.click("#search-examples button")
                try await browser.wait(for: "document.querySelectorAll('.result').length === 50")
                for name in [".result-title", ".result-by"] {
                    let shown: [String] = try await browser.evaluate(
                        "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", [name])
                    #expect(shown == payloads, "\(name)")
                }
                try await browser.click(".result:nth-child(50) button")
                try await browser.wait(for: "document.querySelector('#search-list').checkVisibility()")
                #expect(try await Payloads.ran(browser) == 0)
            }
        }
    }
}
