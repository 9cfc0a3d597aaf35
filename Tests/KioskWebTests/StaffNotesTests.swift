import Foundation
import KioskWeb
import Ordering
import Synchronization
import TestSupport
import Testing

/// A notebook that a test scripts.
final class ScriptedNotes: NoteService {
    private let state: Mutex<(page: NotebookPage, actions: [NoteAction], undone: [Note])>

    init(_ notes: [Note] = [], open: [OpenQuestion] = []) {
        state = Mutex((NotebookPage(notes: notes, withheld: [], open: open, undoable: nil), [], []))
    }

    var actions: [NoteAction] { state.withLock { $0.actions } }

    func page() async throws -> NotebookPage { state.withLock { $0.page } }

    func perform(_ action: NoteAction) async -> KioskActionResult {
        state.withLock { state in
            state.actions.append(action)
            func add(_ question: String, _ answer: String, _ isPrivate: Bool) {
                let id = (state.page.notes.map(\.id).max() ?? 0) + 1
                state.page.notes.append(Note(id: id, questions: [question], answer: answer, isPrivate: isPrivate))
            }
            switch action {
            case .add("", _, _): return .refused("the question is empty")
            case .add(let question, let answer, let isPrivate): add(question, answer, isPrivate)
            case .update(let note):
                guard let index = state.page.notes.firstIndex(where: { $0.id == note.id }) else {
                    return .refused("there is no such note")
                }
                state.page.notes[index] = note
            case .delete(let note):
                state.undone = state.page.notes
                state.page.notes.removeAll { $0.id == note }
                state.page.undoable = .delete
            case .answer(let open, let answer, let isPrivate):
                add(state.page.open.first { $0.id == open }?.text ?? "", answer, isPrivate)
                state.page.open.removeAll { $0.id == open }
            case .assign(let open, _), .dismiss(let open): state.page.open.removeAll { $0.id == open }
            case .reset, .clear:
                state.undone = state.page.notes
                state.page.notes = action == .clear ? [] : [Note(id: 90, questions: ["Default?"], answer: "")]
                state.page.undoable = action == .clear ? .clear : .reset
            case .undo: (state.page.notes, state.page.undoable) = (state.undone, nil)
            }
            return .done
        }
    }
}

/// The owner's notes on the staff page.
struct StaffNotesTests {
    private static let time = WallTime(epochMilliseconds: 1_800_000_000_000, isTrusted: true)

    private static func open(_ id: Int, _ text: String, _ count: Int) -> OpenQuestion {
        OpenQuestion(id: id, text: text, count: count, first: time, last: time)
    }

    @Test("Notes need the staff's key, and changes the page's token, origin and content type")
    func overHTTP() async throws {
        let notes = ScriptedNotes([Note(id: 1, questions: ["Secret?"], answer: "4711", isPrivate: true)])
        try await Site.with(staff: ScriptedStaff(), notebook: notes) { site in
            #expect(try await site.get("/staff/notes").status == 401)
            #expect(try await site.post("/staff/note", #"{"undo":{}}"#).status == 401)
            let entry = try await site.post("/staff/enter", #"{"code":"4711"}"#)
            let headers = [
                "X-Brews-Staff": String(try #require(entry.text.firstMatch(of: /"key":"([0-9a-f]{64})"/)).1)
            ]
            let page = try await site.get("/staff/notes", headers)
            #expect(page.status == 200 && page.text.contains(#""answer":"4711""#))
            #expect(try await site.get("/staff/note", headers).status == 405)
            for forged in [["Origin": "http://evil.example"], ["X-Brews-Token": "0"], ["Content-Type": "text/plain"]] {
                let all = headers.merging(forged) { _, own in own }
                #expect(try await site.post("/staff/note", #"{"delete":{"note":1}}"#, all).status >= 400)
            }
            #expect(try await site.post("/staff/note", #"{"delete":{}}"#, headers).status == 400)
            #expect(notes.actions.isEmpty)
            let add = #"{"add":{"question":"Piano?","answer":"Yes.","isPrivate":false}}"#
            #expect(try await site.post("/staff/note", add, headers).status == 200)
            #expect(notes.actions == [.add(question: "Piano?", answer: "Yes.", isPrivate: false)])
        }
        try await Site.with(staff: ScriptedStaff()) { site in
            let entry = try await site.post("/staff/enter", #"{"code":"4711"}"#)
            let headers = [
                "X-Brews-Staff": String(try #require(entry.text.firstMatch(of: /"key":"([0-9a-f]{64})"/)).1)
            ]
            #expect(try await site.get("/staff/notes", headers).status == 404)
        }
    }

    private static func enter(_ site: Site, _ browser: Browser) async throws {
        try await browser.open(site.address + "/staff")
        try await browser.wait(for: "document.querySelectorAll('#pad button').length === 12")
        for digit in "4711" { try await browser.click("#pad [data-key='\(digit)']") }
        try await browser.click("#pad .primary")
        try await browser.wait(for: "document.getElementById('tab-notes').checkVisibility()")
        try await browser.click("#tab-notes")
        try await browser.wait(for: "document.getElementById('notes').checkVisibility()")
    }

    private static func type(_ text: String, into id: String, _ browser: Browser) async throws {
        try await browser.run(
            "document.getElementById(arguments[0]).value = arguments[1]", [id, text])
    }

    @Test(
        "Staff add, change, delete and bring back notes, and answer what guests asked",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func page(size: ScreenSize) async throws {
        let notes = ScriptedNotes(
            [
                Note(id: 1, questions: ["What is the wifi password?", "Wlan?"], answer: "beans and cream"),
                Note(id: 2, questions: ["Where is the toilet?"], answer: ""),
                Note(id: 3, questions: ["Code of the alarm?"], answer: "4711", isPrivate: true),
            ], open: [Self.open(7, "Is there a piano?", 4), Self.open(8, "Any ducks?", 1)])
        try await Site.with(staff: ScriptedStaff(), notebook: notes) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await Self.enter(site, browser)
                try await browser.wait(for: "document.querySelectorAll('.note-row').length === 3")
                let findings = try await PageAudit(browser).findings
                #expect(findings.isEmpty)
                if let folder = ProcessInfo.processInfo.environment["BREWS_SCREENS"] {
                    let file = URL(fileURLWithPath: folder).appendingPathComponent("\(size.name)-staff-notes.png")
                    try await browser.screenshot().write(to: file)
                }
                try await browser.click("#note-list [data-key='1'] .note-name")
                try await Self.type("new password", into: "note-answer", browser)
                try await browser.click("[data-note-action=save]")
                try await browser.wait(
                    for: "document.querySelector('#note-list [data-key=\"1\"]').innerText.includes('new password')")
                #expect(
                    notes.actions.last
                        == .update(
                            note: Note(
                                id: 1, questions: ["What is the wifi password?", "Wlan?"], answer: "new password")))
                try await browser.click("#open-list [data-key='7'] .open-answer")
                try await Self.type("Upstairs.", into: "note-answer", browser)
                try await browser.click("[data-note-action=save]")
                try await browser.wait(for: "document.querySelectorAll('.note-row').length === 4")
                #expect(notes.actions.last == .answer(open: 7, answer: "Upstairs.", isPrivate: false))
                try await browser.click("#open-list [data-key='8'] .open-dismiss")
                try await browser.wait(for: "document.getElementById('open-none').checkVisibility()")
                try await browser.click("#note-list [data-key='3'] .note-name")
                try await browser.click("[data-note-action=delete]")
                try await browser.wait(for: "document.querySelectorAll('.note-row').length === 3")
                try await browser.click("[data-note-action=undo]")
                try await browser.wait(for: "document.querySelectorAll('.note-row').length === 4")
                try await browser.wait(for: "!document.querySelector('[data-note-action=undo]').checkVisibility()")
                try await browser.click("[data-note-action=add]")
                try await Self.type("Any chess?", into: "note-question", browser)
                try await browser.click("#note-private")
                try await browser.click("[data-note-action=save]")
                try await browser.wait(for: "document.querySelectorAll('.note-row').length === 5")
                #expect(notes.actions.last == .add(question: "Any chess?", answer: "", isPrivate: true))
            }
        }
    }

    @Test(
        "G8: 50 payloads in titles, answers and open questions run no script and are shown as text",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func injections() async throws {
        let run = "window.ran=(window.ran||0)+1"
        let handlers = ["onerror", "onload", "onfocus", "onanimationstart", "ontoggle", "onpointerenter"]
        let tags = ["img src=x", "svg", "input autofocus", "details open", "video src=x", "iframe", "marquee", "style"]
        var payloads = tags.flatMap { tag in handlers.map { "<\(tag) \($0)=\(run)>" } }
        payloads += ["<script>\(run)</script>", "\"><script>\(run)</script>"]
        #expect(payloads.count == 50)
        let notes = ScriptedNotes(
            payloads.enumerated().map { Note(id: $0 + 1, questions: [$1], answer: $1) },
            open: payloads.enumerated().map { Self.open($0 + 1, $1, $0 + 1) })
        try await Site.with(staff: ScriptedStaff(), notebook: notes) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await Self.enter(site, browser)
                try await browser.wait(for: "document.querySelectorAll('.open-row').length === 50")
                for name in [".note-question", ".note-answer", ".open-text"] {
                    let shown: [String] = try await browser.evaluate(
                        "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", [name])
                    #expect(shown == payloads, "\(name)")
                }
                for index in [1, 25, 50] {
                    try await browser.run(
                        "document.querySelector(arguments[0]).click()", ["#note-list [data-key='\(index)'] .note-name"])
                }
                #expect(try await browser.evaluate("return window.ran ?? 0", as: Int.self) == 0)
                #expect(
                    try await browser.evaluate(
                        "return document.querySelectorAll('iframe, video, marquee, details, style, img.x').length",
                        as: Int.self) == 0)
            }
        }
    }
}
