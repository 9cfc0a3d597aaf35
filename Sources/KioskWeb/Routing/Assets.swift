/// The files of the pages, embedded in the program. Nothing is read from the disk, so path traversal is impossible.
struct Assets: Sendable {
    struct Asset: Sendable {
        var contentType: String
        var bytes: [UInt8]
    }

    /// Files by exact request path.
    let table: [String: Asset]

    /// Fills in the documents.
    ///
    /// - Parameters:
    ///   - boot: id of this server start; lets a page notice that another server has taken over.
    ///   - token: secret that a page must send with every change.
    ///   - hasStaffPage: whether the staff page is served.
    ///   - language: language of the pages' own text.
    init(boot: String, token: String, hasStaffPage: Bool, language: PageLanguage) {
        let html = "text/html; charset=utf-8"
        let css = "text/css; charset=utf-8"
        let script = "text/javascript; charset=utf-8"
        var table: [String: Asset] = [
            "/": Asset(
                contentType: html, bytes: Self.filled(PackageResources.page_html, boot: boot, token: token, language)),
            "/mark.svg": Asset(contentType: "image/svg+xml", bytes: PackageResources.mark_svg),
            "/base.css": Asset(contentType: css, bytes: PackageResources.base_css),
            "/page.css": Asset(contentType: css, bytes: PackageResources.page_css),
            "/screens.css": Asset(contentType: css, bytes: PackageResources.screens_css),
            "/page.js": Asset(contentType: script, bytes: PackageResources.page_js),
            "/link.js": Asset(contentType: script, bytes: PackageResources.link_js),
            "/lock.js": Asset(contentType: script, bytes: PackageResources.lock_js),
            "/dom.js": Asset(contentType: script, bytes: PackageResources.dom_js),
            "/icons.js": Asset(contentType: script, bytes: PackageResources.icons_js),
            "/voice.js": Asset(contentType: script, bytes: PackageResources.voice_js),
            "/menu.js": Asset(contentType: script, bytes: PackageResources.menu_js),
            "/sheet.js": Asset(contentType: script, bytes: PackageResources.sheet_js),
            "/order.js": Asset(contentType: script, bytes: PackageResources.order_js),
            "/screens.js": Asset(contentType: script, bytes: PackageResources.screens_js),
            "/keyboard.js": Asset(contentType: script, bytes: PackageResources.keyboard_js),
            "/words.js": Asset(contentType: script, bytes: language.words),
        ]
        if hasStaffPage {
            table["/staff"] = Asset(
                contentType: html, bytes: Self.filled(PackageResources.staff_html, boot: boot, token: token, language))
            table["/staff.css"] = Asset(contentType: css, bytes: PackageResources.staff_css)
            table["/staff.js"] = Asset(contentType: script, bytes: PackageResources.staff_js)
            table["/staff-microphone.js"] = Asset(contentType: script, bytes: PackageResources.staff_microphone_js)
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
