import Conversation
import Desks
import Foundation
import KioskWeb
import Notebook
import Ordering
import Speech
import Synchronization
import TestSupport
import Testing

/// The page `/assistant`.
@Suite(.timeLimit(.minutes(10)))
struct AssistantPageTests {
    private static func desks(
        _ store: SQLiteNotebook, _ dictation: ScriptedDictation?, speaker: (any AnswerSpeaking)? = nil,
        source: ScriptedSource = ScriptedSource()
    ) -> KioskWebDesks {
        var desks = KioskWebDesks()
        desks.assistant = AssistantDesk(
            AssistantParts(
                chain: AnswerChain([source]) { _ in "I don't know that." }, threads: store, dictation: dictation,
                speaker: speaker, phrases: ["latte"], clock: MonotonicClock(ContinuousClock()),
                wall: { WallTime(epochMilliseconds: 1, isTrusted: true) }))
        return desks
    }

    private static func open(_ site: Site, _ browser: Browser) async throws {
        try await browser.open(site.address + "/assistant")
        try await Self.unlock(browser)
    }

    private static func unlock(_ browser: Browser) async throws {
        try await browser.wait(for: "document.querySelectorAll('#door-pad button').length === 12")
        for digit in "4711" { try await browser.click("#door-pad [data-key='\(digit)']") }
        try await browser.click("#door-pad .primary")
        try await browser.wait(for: "document.querySelector('#talk-area').checkVisibility()")
    }

    private static func wait(for state: String, _ browser: Browser) async throws {
        try await browser.wait(for: "document.documentElement.dataset.assistant === '\(state)'")
    }

    private static func point(_ kind: String, _ browser: Browser, y: Int = 0) async throws {
        try await browser.run(
            """
            document.getElementById('orb').dispatchEvent(new PointerEvent(arguments[0],
              { bubbles: true, button: 0, pointerId: 1, clientX: 5, clientY: 5 + arguments[1] }))
            """, [kind, String(y)])
    }

    /// Dispatched events have no pointer to capture.
    private static func calmPointer(_ browser: Browser) async throws {
        try await browser.run("document.getElementById('orb').setPointerCapture = () => {}")
    }

    private static func type(_ text: String, _ browser: Browser) async throws {
        try await browser.run(
            """
            const field = document.getElementById('draft');
            field.value = arguments[0];
            field.dispatchEvent(new Event('input'));
            """, [text])
    }

    @Test("The assistant needs the staff's key where there is a code; a kiosk without a notebook has none")
    func overHTTP() async throws {
        try await Site.with { site in
            let page = try await site.get("/assistant")
            #expect(page.status == 404)
        }
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        try await Site.with(desks: { _ in Self.desks(store, nil) }) { site in
            #expect(try await site.get("/assistant").status == 200)
            #expect(try await site.post("/assistant/open", "{}").status == 401)
            let entry = try await site.post("/staff/enter", #"{"code":"4711"}"#)
            let key = String(try #require(entry.text.firstMatch(of: /"key":"([0-9a-f]{64})"/)).1)
            #expect(try await site.post("/assistant/open", "{}", ["X-Brews-Staff": key]).status == 200)
        }
        try await Site.with(desks: { _ in Self.desks(store, nil) }) {
            $0.staffCode = nil
        } _: { site in
            let opened = try await site.post("/assistant/open", "{}")
            #expect(opened.status == 200)
        }
    }

    @Test(
        "Holding the orb listens, releasing it gives a draft to edit and send; the answer has its source and captions",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func talk(size: ScreenSize) async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let dictation = ScriptedDictation(), speaker = ScriptedSpeaker()
        try await Site.with(desks: { _ in Self.desks(store, dictation, speaker: speaker) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await browser.open(site.address + "/assistant")
                try await browser.wait(for: "document.querySelectorAll('#door-pad button').length === 12")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-assistant-door")
                try await Self.unlock(browser)
                try await browser.wait(for: "document.querySelector('#orb').ariaDisabled !== 'true'")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-assistant-start")
                try await Self.calmPointer(browser)
                try await Self.point("pointerdown", browser)
                try await Self.wait(for: "listening", browser)
                await dictation.waits(forListening: true)
                dictation.send(level: -20)
                dictation.say("what is the wifi word")
                try await browser.wait(for: "document.querySelector('#draft').value === 'what is the wifi word'")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-assistant-listening")
                try await Self.point("pointerup", browser)
                try await Self.wait(for: "idle", browser)
                try await browser.wait(for: "document.querySelector('#retry').checkVisibility()")
                #expect(try await PageAudit(browser).findings == [])
                try await Self.type("what is the wifi password", browser)
                try await browser.click("#send")
                try await Self.wait(for: "responding", browser)
                try await browser.wait(
                    for: "document.querySelector('#assistant-state').textContent === 'It is beans and cream.'")
                try await Screens.keep(browser, "\(size.name)-assistant-answer")
                #expect(try await PageAudit(browser).findings == [])
                speaker.end()
                try await browser.wait(
                    for: "document.querySelector('#assistant-state').textContent === 'Ask us for more.'")
                speaker.end()
                try await Self.wait(for: "idle", browser)
                try await browser.wait(for: "document.querySelectorAll('.message').length === 2")
                #expect(
                    try await browser.value(
                        of: "document.querySelector('.message-raw').textContent.includes('wifi word')"))
                try await browser.click(".message button")
                try await browser.wait(for: "document.querySelector('.message button').disabled")
                try await browser.click("#assistant-lists")
                try await browser.wait(for: "document.querySelectorAll('#saved li').length === 1")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-assistant-lists")
                let kept = try await store.messages(ofThread: 1)
                #expect(kept.map(\.text) == ["what is the wifi password", "It is beans and cream. Ask us for more."])
                #expect(kept[0].transcript == "what is the wifi word" && kept[1].source == "notebook")
            }
        }
    }

    @Test(
        "A tap or a press that scrolls does not listen; space held does; a microphone lost mid-sentence loses no words",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func gates() async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory)), dictation = ScriptedDictation()
        try await Site.with(desks: { _ in Self.desks(store, dictation) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await Self.open(site, browser)
                try await browser.wait(for: "document.querySelector('#orb').ariaDisabled !== 'true'")
                try await Self.calmPointer(browser)
                try await Self.point("pointerdown", browser)
                try await Self.point("pointerup", browser)
                try await Self.point("pointerdown", browser)
                try await Self.point("pointermove", browser, y: 60)
                // Longer than a press has to be.
                try await Task.sleep(for: .milliseconds(700))
                #expect(dictation.requests.isEmpty)
                try await Self.point("pointerup", browser)
                // With the keyboard.
                let key = "document.getElementById('orb').dispatchEvent(new KeyboardEvent(arguments[0], { key: ' ' }))"
                try await browser.run(key, ["keydown"])
                try await Self.wait(for: "listening", browser)
                await dictation.waits(forListening: true)
                dictation.say("where is the")
                try await browser.wait(for: "document.querySelector('#draft').value === 'where is the'")
                dictation.set([.recognizer, .free])
                try await Self.wait(for: "idle", browser)
                try await browser.wait(for: "document.querySelector('#draft').value === 'where is the'")
                try await browser.wait(
                    for: "document.querySelector('#assistant-state').textContent.startsWith('The microphone')")
                #expect(try await browser.value(of: "document.querySelector('#orb').ariaDisabled") == "true")
                // Another attempt drops the last transcript.
                try await browser.click("#retry")
                try await browser.wait(for: "document.querySelector('#draft').value === ''")
            }
        }
    }

    /// Chooses a file of the browser's own making: a picture of 1,200 × 900 dots, or no picture.
    private static func choose(_ browser: Browser, isPicture: Bool = true) async throws {
        try await browser.run(
            """
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [1200, 900];
            const context = canvas.getContext('2d');
            for (let row = 0; row < 9; row += 1) for (let column = 0; column < 12; column += 1) {
              context.fillStyle = `hsl(${30 * column} 60% ${30 + 6 * row}%)`;
              context.fillRect(100 * column, 100 * row, 100, 100);
            }
            canvas.toBlob((blob) => {
              const input = document.querySelector('input[type=file]'), transfer = new DataTransfer();
              transfer.items.add(new File([arguments[0] === 'true' ? blob : 'text'], 'a.png', { type: 'image/png' }));
              input.files = transfer.files;
              input.dispatchEvent(new Event('change'));
            });
            """, [String(isPicture)])
    }

    @Test(
        "A message has a picture, and the voice where the person wants it; both are shown, played and deleted",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func media(size: ScreenSize) async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory)), dictation = ScriptedDictation()
        try await Site.with(desks: { _ in Self.desks(store, dictation) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await Self.open(site, browser)
                try await browser.wait(for: "document.querySelector('#orb').ariaDisabled !== 'true'")
                try await browser.wait(for: "document.querySelector('#attach').checkVisibility()")
                try await Self.choose(browser, isPicture: false)
                try await browser.wait(
                    for: "document.querySelector('#assistant-state').textContent.startsWith('That is no picture')")
                try await Self.choose(browser)
                try await browser.wait(for: "document.querySelector('#draft-picture-image').naturalWidth === 1200")
                try await browser.click("#keep-voice")
                try await Self.calmPointer(browser)
                try await Self.point("pointerdown", browser)
                try await Self.wait(for: "listening", browser)
                await dictation.waits(forListening: true)
                #expect(dictation.requests.last?.keepsSound == true)
                dictation.say("what is this wifi")
                try await Self.point("pointerup", browser)
                try await browser.wait(
                    for: "document.querySelector('#keep-voice-label').textContent.includes('(1 s)')")
                #expect(try await PageAudit(browser).findings == [])
                try await Axe.expectNothing(browser)
                try await Screens.keep(browser, "\(size.name)-assistant-picture")
                try await browser.click("#send")
                try await browser.wait(for: "document.querySelectorAll('.message').length === 2")
                try await browser.wait(for: "document.querySelector('.thumbnail img')?.naturalWidth === 1200")
                try await browser.wait(for: "!document.querySelector('#keep-voice').checked")
                #expect(try await browser.value(of: "document.querySelector('#draft-picture').hidden"))
                #expect(try await PageAudit(browser).findings == [])
                try await Axe.expectNothing(browser)
                try await Screens.keep(browser, "\(size.name)-assistant-media")
                try await browser.run(
                    """
                    const decode = AudioContext.prototype.decodeAudioData;
                    AudioContext.prototype.decodeAudioData = async function (data) {
                      const buffer = await decode.call(this, data);
                      window.played = buffer.duration;
                      return buffer;
                    };
                    """)
                try await browser.click(".medium:nth-child(2) button")
                try await browser.wait(for: "window.played === 0.5")
                try await browser.click(".medium:nth-child(2) button:nth-child(2)")
                try await browser.wait(for: "document.querySelectorAll('.medium').length === 1")
                try await browser.click(".thumbnail")
                try await browser.wait(for: "document.querySelector('.thumbnail').ariaExpanded === 'true'")
                let kept = try await store.messages(ofThread: 1)[0].media
                #expect(kept.map(\.kind) == [.picture])
                try await browser.click("#assistant-lists")
                try await browser.click("#threads li button:nth-child(2)")
                try await browser.wait(for: "document.querySelectorAll('.message').length === 0")
                #expect(try await store.file(kept[0].id, ofThread: 1) == nil)
            }
        }
    }

    @Test(
        "The keyboard on the screen writes the letters of each language, and leaves room for what is written",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason),
        arguments: [
            ("en", ScreenSize.all[3], "wifi?", ""), ("de", ScreenSize.all[0], "süß", ""),
            ("es", ScreenSize.all[1], "año", "¿"), ("fr", ScreenSize.all[2], "pâte", "é"),
        ])
    func keyboard(language: String, size: ScreenSize, letters: String, accent: String) async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        try await Site.with(desks: { _ in Self.desks(store, nil) }) {
            $0.locale = language
        } _: { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await Self.open(site, browser)
                try await browser.click("#keys")
                try await browser.wait(for: "document.querySelector('#assistant-keys').checkVisibility()")
                func press(_ key: String) async throws {
                    try await browser.run(
                        """
                        const keys = [...document.querySelectorAll('#assistant-keys .key')];
                        keys.find((each) => each.textContent === arguments[0]).click();
                        """, [key])
                }
                for letter in letters { try await press(String(letter)) }
                if !accent.isEmpty {
                    try await browser.click("#assistant-keys [aria-pressed='false']")
                    try await press(accent)
                }
                try await browser.wait(
                    for: "document.querySelector('#draft').value === arguments[0]", [letters + accent])
                try await browser.wait(for: "history.state?.draft === arguments[0]", [letters + accent])
                #expect(try await browser.value(of: "document.activeElement.id") == "draft")
                #expect(try await PageAudit(browser).findings == [])
                try await Axe.expectNothing(browser)
                try await Screens.keep(browser, "\(size.name)-assistant-keyboard-\(language)")
                #expect(try await browser.value(of: "!document.querySelector('#send').disabled"))
                try await browser.click("#assistant-keys .keys:last-child .key:last-child")
                try await browser.wait(for: "document.querySelector('#assistant-keys').hidden")
                #expect(try await browser.value(of: "document.activeElement.id") == "keys")
            }
        }
    }

    @Test("The draft's picture needs its session, and is served so that it runs nothing")
    func files() async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        try await Site.with(desks: { _ in Self.desks(store, nil) }) {
            $0.staffCode = nil
        } _: { site in
            let opened = try await site.post("/assistant/open", "{}")
            let id = String(try #require(opened.text.firstMatch(of: /"session":"([0-9a-f]{64})"/)).1)
            let part = #"{"attach":{"part":{"data":"/9j/4A==","isFirst":true,"isLast":true}}}"#
            #expect(try await site.post("/assistant/act", part, ["X-Brews-Session": id]).status == 200)
            let file = try await site.get("/assistant/files/\(id)/draft-1")
            #expect(file.status == 200)
            #expect(file.headers.contains { $0.name == "content-type" && $0.value == "image/jpeg" })
            #expect(file.headers.contains { $0.name == "content-security-policy" && $0.value.hasSuffix("sandbox") })
            let other = id.replacing(/^./, with: id.first == "0" ? "1" : "0")
            for path in ["\(other)/draft-1", "\(id)/1", "\(id)", "\(id)/draft-1/2", "/draft-1"] {
                #expect(try await site.get("/assistant/files/\(path)").status == 404, "\(path)")
            }
            for (path, camera) in [("/", "camera=()"), ("/assistant", "camera=(self)")] {
                let policy = try await site.get(path).headers.first { $0.name == "permissions-policy" }?.value
                #expect(policy?.hasPrefix(camera) == true)
            }
        }
    }

    @Test(
        "A page that is reloaded in the middle of a conversation loses nothing that was typed",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func reload() async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        try await Site.with(desks: { _ in Self.desks(store, nil) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await Self.open(site, browser)
                try await Self.type("the wifi?", browser)
                try await browser.click("#send")
                try await browser.wait(for: "document.querySelectorAll('.message').length === 2")
                try await browser.wait(for: "history.state?.thread === 1")
                // At once after the last key, before the kiosk has it.
                try await Self.type("and where is the piano", browser)
                try await browser.run("location.reload()")
                try await Self.unlock(browser)
                try await browser.wait(for: "document.querySelectorAll('.message').length === 2")
                try await browser.wait(for: "document.querySelector('#draft').value === 'and where is the piano'")
                // The kiosk has forgotten the session: the thread and the text are still there.
                try await browser.run(
                    "history.replaceState({ ...history.state, session: undefined }, ''); location.reload()")
                try await Self.unlock(browser)
                try await browser.wait(for: "document.querySelectorAll('.message').length === 2")
                try await browser.wait(for: "document.querySelector('#draft').value === 'and where is the piano'")
                try await browser.click("#send")
                try await browser.wait(for: "document.querySelectorAll('.message').length === 4")
                #expect(try await store.threads().map(\.messages) == [4])
                try await browser.click("#assistant-new")
                try await browser.wait(for: "document.querySelectorAll('.message').length === 0")
            }
        }
    }

    @Test(
        "G8: 50 payloads as messages, answers, titles and saved answers run no script and are shown as text",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason))
    func injections() async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let time = WallTime(epochMilliseconds: 1, isTrusted: true)
        let messages = Payloads.all.map {
            ConversationMessage(author: .assistant, text: $0, transcript: $0 + " ", source: $0, time: time)
        }
        _ = try await store.append(messages, toThread: nil)
        for payload in Payloads.all {
            _ = try await store.append([ConversationMessage(author: .person, text: payload, time: time)], toThread: nil)
            _ = try await store.save(SourcedAnswer(text: payload, source: "menu"), at: time)
        }
        try await Site.with(desks: { _ in Self.desks(store, nil) }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.open(site.address + "/assistant")
                try await browser.run("history.replaceState({ thread: 1 }, ''); location.reload()")
                try await Self.unlock(browser)
                try await browser.wait(for: "document.querySelectorAll('.message').length === 50")
                let shown: [String] = try await browser.evaluate(
                    "return [...document.querySelectorAll('.message-text')].map((each) => each.textContent)")
                #expect(shown == Payloads.all)
                try await browser.click("#assistant-lists")
                try await browser.wait(for: "document.querySelectorAll('#saved li').length === 50")
                #expect(try await Payloads.ran(browser) == 0)
            }
        }
    }
}
