import EmbeddedFiles

/// The files of the pages, embedded in the program. Nothing is read from the disk, so path traversal is impossible.
struct Assets: Sendable {
    struct Asset: Sendable {
        var contentType: String
        var bytes: [UInt8]
        /// Whether the document may use a camera.
        var usesCamera = false
    }

    /// Files by exact request path.
    let table: [String: Asset]

    /// Fills in the documents.
    ///
    /// - Parameters:
    ///   - boot: id of this server start; lets a page notice that another server has taken over.
    ///   - token: secret that a page must send with every change.
    ///   - hasStaffPage: whether the staff page is served.
    ///   - hasSearchPage: whether the search page is served.
    ///   - hasAssistantPage: whether the assistant's page is served.
    ///   - language: language of the pages' own text.
    init(
        boot: String, token: String, hasStaffPage: Bool, hasSearchPage: Bool = false, hasAssistantPage: Bool = false,
        language: PageLanguage
    ) {
        let html = "text/html; charset=utf-8"
        let css = "text/css; charset=utf-8"
        let script = "text/javascript; charset=utf-8"
        var table: [String: Asset] = [
            "/": Asset(
                contentType: html, bytes: Self.filled(EmbeddedFile.pageHTML.bytes, boot: boot, token: token, language)),
            "/mark.svg": Asset(contentType: "image/svg+xml", bytes: EmbeddedFile.pageMarkImage.bytes),
            "/base.css": Asset(contentType: css, bytes: EmbeddedFile.pageBaseStyle.bytes),
            "/page.css": Asset(contentType: css, bytes: EmbeddedFile.pageStyle.bytes),
            "/screens.css": Asset(contentType: css, bytes: EmbeddedFile.pageScreensStyle.bytes),
            "/ending.css": Asset(contentType: css, bytes: EmbeddedFile.pageEndingStyle.bytes),
            "/ending.js": Asset(contentType: script, bytes: EmbeddedFile.pageEndingScript.bytes),
            "/comfort.css": Asset(contentType: css, bytes: EmbeddedFile.pageComfortStyle.bytes),
            "/favourites.js": Asset(contentType: script, bytes: EmbeddedFile.pageFavouritesScript.bytes),
            "/pictures.js": Asset(contentType: script, bytes: EmbeddedFile.pagePicturesScript.bytes),
            "/page.js": Asset(contentType: script, bytes: EmbeddedFile.pageScript.bytes),
            "/link.js": Asset(contentType: script, bytes: EmbeddedFile.pageLinkScript.bytes),
            "/lock.js": Asset(contentType: script, bytes: EmbeddedFile.pageLockScript.bytes),
            "/dom.js": Asset(contentType: script, bytes: EmbeddedFile.pageDomScript.bytes),
            "/icons.js": Asset(contentType: script, bytes: EmbeddedFile.pageIconsScript.bytes),
            "/voice.js": Asset(contentType: script, bytes: EmbeddedFile.pageVoiceScript.bytes),
            "/menu.js": Asset(contentType: script, bytes: EmbeddedFile.pageMenuScript.bytes),
            "/sheet.js": Asset(contentType: script, bytes: EmbeddedFile.pageSheetScript.bytes),
            "/order.js": Asset(contentType: script, bytes: EmbeddedFile.pageOrderScript.bytes),
            "/screens.js": Asset(contentType: script, bytes: EmbeddedFile.pageScreensScript.bytes),
            "/keypad.js": Asset(contentType: script, bytes: EmbeddedFile.pageKeypadScript.bytes),
            "/comfort.js": Asset(contentType: script, bytes: EmbeddedFile.pageComfortScript.bytes),
            "/staff-call.js": Asset(contentType: script, bytes: EmbeddedFile.pageStaffCallScript.bytes),
            "/kept.js": Asset(contentType: script, bytes: EmbeddedFile.pageKeptScript.bytes),
            "/desk.js": Asset(contentType: script, bytes: EmbeddedFile.pageDeskScript.bytes),
            "/wave.js": Asset(contentType: script, bytes: EmbeddedFile.pageWaveScript.bytes),
            "/picture.js": Asset(contentType: script, bytes: EmbeddedFile.pagePictureScript.bytes),
            "/keyboard.js": Asset(contentType: script, bytes: EmbeddedFile.pageKeyboardScript.bytes),
            "/words.js": Asset(contentType: script, bytes: language.words),
        ]
        if hasStaffPage {
            table["/staff"] = Asset(
                contentType: html, bytes: Self.filled(EmbeddedFile.staffHTML.bytes, boot: boot, token: token, language))
            table["/staff.css"] = Asset(contentType: css, bytes: EmbeddedFile.staffStyle.bytes)
            table["/staff.js"] = Asset(contentType: script, bytes: EmbeddedFile.staffScript.bytes)
            table["/staff-bell.js"] = Asset(contentType: script, bytes: EmbeddedFile.pageStaffBellScript.bytes)
            table["/staff-voices.js"] = Asset(contentType: script, bytes: EmbeddedFile.staffVoicesScript.bytes)
            table["/staff-notes.js"] = Asset(contentType: script, bytes: EmbeddedFile.staffNotesScript.bytes)
            table["/staff-menu.js"] = Asset(contentType: script, bytes: EmbeddedFile.staffMenuScript.bytes)
            table["/staff-orders.js"] = Asset(contentType: script, bytes: EmbeddedFile.staffOrdersScript.bytes)
            table["/staff-hours.js"] = Asset(contentType: script, bytes: EmbeddedFile.staffHoursScript.bytes)
            table["/staff-speech.js"] = Asset(contentType: script, bytes: EmbeddedFile.staffSpeechScript.bytes)
            table["/staff-microphone.js"] = Asset(contentType: script, bytes: EmbeddedFile.staffMicrophoneScript.bytes)
        }
        if hasSearchPage {
            table["/search"] = Asset(
                contentType: html,
                bytes: Self.filled(EmbeddedFile.searchHTML.bytes, boot: boot, token: token, language),
                usesCamera: true)
            table["/search.css"] = Asset(contentType: css, bytes: EmbeddedFile.searchStyle.bytes)
            table["/search.js"] = Asset(contentType: script, bytes: EmbeddedFile.searchScript.bytes)
            table["/search-card.js"] = Asset(contentType: script, bytes: EmbeddedFile.searchCardScript.bytes)
            table["/search-list.js"] = Asset(contentType: script, bytes: EmbeddedFile.searchListScript.bytes)
        }
        if hasAssistantPage {
            table["/assistant"] = Asset(
                contentType: html,
                bytes: Self.filled(EmbeddedFile.assistantHTML.bytes, boot: boot, token: token, language),
                usesCamera: true)
            table["/assistant.css"] = Asset(contentType: css, bytes: EmbeddedFile.assistantStyle.bytes)
            table["/assistant.js"] = Asset(contentType: script, bytes: EmbeddedFile.assistantScript.bytes)
            table["/assistant-media.js"] = Asset(
                contentType: script, bytes: EmbeddedFile.assistantMediaScript.bytes)
            table["/door.js"] = Asset(contentType: script, bytes: EmbeddedFile.assistantDoorScript.bytes)
            table["/orb.js"] = Asset(contentType: script, bytes: EmbeddedFile.assistantOrbScript.bytes)
        }
        self.table = table
    }

    /// Replaces the placeholders. The values are hexadecimal or two letters, so they need no escaping.
    private static func filled(_ document: [UInt8], boot: String, token: String, _ language: PageLanguage) -> [UInt8] {
        let text = String(decoding: document, as: UTF8.self)
        return Array(
            text.replacing("{{boot}}", with: boot).replacing("{{token}}", with: token).replacing(
                "{{language}}", with: language.rawValue
            ).utf8)
    }
}
