import Foundation
import TestSupport

/// Texts that would run a script as markup.
enum Payloads {
    static let all = {
        let run = "window.ran=(window.ran||0)+1"
        let handlers = ["onerror", "onload", "onfocus", "onanimationstart", "ontoggle", "onpointerenter"]
        let tags = ["img src=x", "svg", "input autofocus", "details open", "video src=x", "iframe", "marquee", "style"]
        return tags.flatMap { tag in handlers.map { "<\(tag) \($0)=\(run)>" } }
            + ["<script>\(run)</script>", "\"><script>\(run)</script>"]
    }()

    /// How many of them ran in a page.
    static func ran(_ browser: Browser) async throws -> Int {
        try await browser.evaluate("return window.ran ?? 0", as: Int.self)
    }
}

/// Screenshots for people, where `BREWS_SCREENS` names a folder.
enum Screens {
    static func keep(_ browser: Browser, _ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["BREWS_SCREENS"] else { return }
        try await browser.screenshot().write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
    }
}
